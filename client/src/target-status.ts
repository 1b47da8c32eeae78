import * as vscode from "vscode";
import { SETTINGS_SECTION } from "../../server/src/lsp/protocol";
import { COMMANDS } from "./commands";
import { documentSelector } from "./documents";
import { currentTarget } from "./settings";
import type { TargetList } from "./targets";

/** Shows the target of the active file in the language status; a click chooses another. */
export class TargetStatus implements vscode.Disposable {
  readonly #item: vscode.LanguageStatusItem;
  readonly #targets: TargetList;
  readonly #listeners: vscode.Disposable;

  constructor(targets: TargetList) {
    this.#targets = targets;
    this.#item = vscode.languages.createLanguageStatusItem("smLens.target", documentSelector());
    this.#item.name = "SM Lens Target";
    this.#item.command = { command: COMMANDS.chooseTarget, title: "Choose Target" };
    this.#listeners = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(() => void this.#update()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`${SETTINGS_SECTION}.target`)) void this.#update();
      }),
    );
    void this.#update();
  }

  /** Shows a busy mark as long as the server is not ready. */
  async whileStarting(started: Promise<void>): Promise<void> {
    this.#item.busy = true;
    try {
      await started;
      this.#item.severity = vscode.LanguageStatusSeverity.Information;
    } catch {
      this.#item.severity = vscode.LanguageStatusSeverity.Error;
    } finally {
      this.#item.busy = false;
    }
    await this.#update();
  }

  async #update(): Promise<void> {
    const target = currentTarget(vscode.window.activeTextEditor?.document.uri);
    this.#item.text = `$(chip) ${target}`;
    if (this.#item.severity === vscode.LanguageStatusSeverity.Error) {
      this.#item.detail = "the language server does not run";
      return;
    }
    const products = await this.#targets.products(target);
    this.#item.detail = products === "" ? "SM Lens target" : `SM Lens target: ${products}`;
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#item.dispose();
  }
}
