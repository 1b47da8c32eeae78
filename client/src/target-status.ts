import * as vscode from "vscode";
import { CHANGED_METHOD, SETTINGS_SECTION } from "../../server/src/lsp/protocol";
import { COMMANDS } from "./commands";
import { isOurs } from "./documents";
import type { Server } from "./server";
import { alsoShown, currentTarget } from "./settings";
import type { Asked, TargetList } from "./targets";

/** Left of the language, which has the priority 100 there. */
const PRIORITY = 101;

/** Shows in the status bar which target the answers are for, beside files that have some; a click chooses another. */
export class TargetStatus implements vscode.Disposable {
  readonly #item: vscode.StatusBarItem;
  readonly #targets: TargetList;
  readonly #listeners: vscode.Disposable;
  /** The target that was last answered for, by folder. */
  readonly #known = new Map<string, Asked>();
  /** Targets that there are not, and that were told of: once each. */
  readonly #told = new Set<string>();

  constructor(server: Server, targets: TargetList) {
    this.#targets = targets;
    this.#item = vscode.window.createStatusBarItem(
      "smLens.target",
      vscode.StatusBarAlignment.Right,
      PRIORITY,
    );
    this.#item.name = "SM Lens Target";
    this.#item.command = COMMANDS.chooseTarget;
    server.onNotification(CHANGED_METHOD, () => this.#update());
    this.#listeners = vscode.Disposable.from(
      vscode.window.onDidChangeActiveTextEditor(() => this.#update()),
      vscode.workspace.onDidChangeConfiguration((change) => {
        const names = ["target", "alsoShow"].map((name) => `${SETTINGS_SECTION}.${name}`);
        if (!names.some((name) => change.affectsConfiguration(name))) return;
        this.#known.clear();
        this.#update();
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
    const known = this.#known.get(folderOf(document.uri));
    this.#show(document.uri, known ?? { asked: currentTarget(document.uri), problem: null });
    void this.#confirm(document);
  }

  #show(uri: vscode.Uri, { asked: target, problem }: Asked): void {
    const beside = alsoShown(uri).filter((name) => name !== target);
    this.#item.text = `$(${problem === null ? "chip" : "warning"}) ${target}${beside.length === 0 ? "" : ` +${beside.length}`}`;
    const source = target === currentTarget(uri) ? "" : vscode.l10n.t(", as .sm-lens.json says");
    const others = beside.length === 0 ? "" : vscode.l10n.t("; also shown: {0}", beside.join(", "));
    const shown = problem === null ? others : `${others} (${problem})`;
    this.#item.backgroundColor =
      problem === null ? undefined : new vscode.ThemeColor("statusBarItem.warningBackground");
    this.#item.tooltip = vscode.l10n.t("SM Lens answers for {0}", target) + source + shown;
    this.#item.accessibilityInformation = {
      label: vscode.l10n.t("SM Lens target: {0}", target) + source + shown,
      role: "button",
    };
    this.#item.show();
    void this.#addProducts(target, this.#item.text, source + shown);
  }

  /** The server alone knows what the project's own file says. */
  async #confirm({ uri }: vscode.TextDocument): Promise<void> {
    const asked = await this.#targets.asked(uri);
    if (asked === undefined) return;
    this.#known.set(folderOf(uri), asked);
    const active = vscode.window.activeTextEditor?.document.uri;
    if (active && folderOf(active) === folderOf(uri)) this.#show(active, asked);
    if (asked.problem !== null) void this.#tell(asked.problem, asked.asked);
  }

  /** Answers for another target than was wanted are told of once, beside what the status bar shows. */
  async #tell(problem: string, target: string): Promise<void> {
    if (this.#told.has(problem)) return;
    this.#told.add(problem);
    const choose = vscode.l10n.t("Choose Target");
    const message = vscode.l10n.t("SM Lens answers for {0}: {1}.", target, problem);
    if ((await vscode.window.showWarningMessage(message, choose)) === choose)
      await vscode.commands.executeCommand(COMMANDS.chooseTarget);
  }

  /** The server knows the products; they are added when it has answered, unless another target is shown by then. */
  async #addProducts(target: string, text: string, rest: string): Promise<void> {
    const products = await this.#targets.products(target);
    if (products !== "" && this.#item.text === text) {
      this.#item.tooltip = vscode.l10n.t("SM Lens answers for {0} ({1})", target, products) + rest;
    }
  }

  dispose(): void {
    this.#listeners.dispose();
    this.#item.dispose();
  }
}

/** All that is in a folder has the folder's target. */
function folderOf(uri: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(uri)?.uri.toString() ?? uri.toString();
}
