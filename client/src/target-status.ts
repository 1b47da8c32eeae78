import * as vscode from "vscode";
import { SETTINGS_SECTION } from "../../server/src/lsp/protocol";
import { COMMANDS } from "./commands";
import { documentSelector } from "./documents";
import { currentTarget } from "./settings";
import type { TargetList } from "./targets";

/** Left of the language, which has the priority 100 there. */
const PRIORITY = 101;

/** Shows in the status bar which target the answers are for, beside files that have some; a click chooses another. */
export class TargetStatus implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #targets: TargetList;
  readonly #listeners: vscode.Disposable;

  constructor(targets: TargetList) {
    this.#targets = targets;
    this.#item = vscode.window.createStatusBarItem(
      "smLens.target",
      vscode.StatusBarAlignment.Right,
      PRIORITY,
    );
    this.#item.name = "SM Lens Target";
    this.#item.command = COMMANDS.chooseTarget;
    this.#listeners = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(() => this.#update()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(`${SETTINGS_SECTION}.target`)) this.#update();
      }),
    );
    this.#update();
  }

  #update(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || vscode.languages.match(documentSelector(), document) === 0) {
      this.#item.hide();
      return;
    }
    const target = currentTarget(document.uri);
    this.#item.text = `$(chip) ${target}`;
    this.#item.tooltip = `SM Lens answers for ${target}`;
    this.#item.accessibilityInformation = { label: `SM Lens target: ${target}`, role: "button" };
    this.#item.show();
    void this.#addProducts(target);
  }

  /** The server knows the products; they are added when it has answered, unless another target is shown by then. */
  async #addProducts(target: string): Promise<void> {
    const products = await this.#targets.products(target);
    if (products !== "" && this.#item.text === `$(chip) ${target}`) {
      this.#item.tooltip = `SM Lens answers for ${target} (${products})`;
    }
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#item.dispose();
  }
}
