import * as vscode from "vscode";
import { SETTINGS_SECTION } from "../../server/src/lsp/protocol";
import { COMMANDS } from "./commands";
import { isOurs } from "./documents";
import { alsoShown, currentTarget } from "./settings";
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
        const names = ["target", "alsoShow"].map((name) => `${SETTINGS_SECTION}.${name}`);
        if (names.some((name) => change.affectsConfiguration(name))) this.#update();
      }),
    );
    this.#update();
  }

  #update(): void {
    const document = vscode.window.activeTextEditor?.document;
    if (!document || !isOurs(document)) {
      this.#item.hide();
      return;
    }
    const target = currentTarget(document.uri);
    const beside = alsoShown(document.uri).filter((name) => name !== target);
    this.#item.text = `$(chip) ${target}${beside.length === 0 ? "" : ` +${beside.length}`}`;
    const shown = beside.length === 0 ? "" : vscode.l10n.t("; also shown: {0}", beside.join(", "));
    this.#item.tooltip = vscode.l10n.t("SM Lens answers for {0}", target) + shown;
    this.#item.accessibilityInformation = {
      label: vscode.l10n.t("SM Lens target: {0}", target) + shown,
      role: "button",
    };
    this.#item.show();
    void this.#addProducts(target, this.#item.text, shown);
  }

  /** The server knows the products; they are added when it has answered, unless another target is shown by then. */
  async #addProducts(target: string, text: string, shown: string): Promise<void> {
    const products = await this.#targets.products(target);
    if (products !== "" && this.#item.text === text) {
      this.#item.tooltip = vscode.l10n.t("SM Lens answers for {0} ({1})", target, products) + shown;
    }
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#item.dispose();
  }
}
