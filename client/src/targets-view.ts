import * as vscode from "vscode";
import { SETTINGS_SECTION } from "../../server/src/lsp/protocol";
import type { TargetChoice } from "../../server/src/lsp/protocol";
import { COMMANDS } from "./commands";
import { activeResource, alsoShown, currentTarget } from "./settings";
import type { TargetList } from "./targets";

/** All targets, newest first, each with its variants below it; a click makes one the target asked about. */
export class TargetsView implements vscode.TreeDataProvider<TargetChoice>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #targets: TargetList;
  readonly #disposable: vscode.Disposable;

  constructor(targets: TargetList) {
    this.#targets = targets;
    this.#disposable = vscode.Disposable.from(
      this.#changed,
      vscode.window.createTreeView("smLens.targets", { treeDataProvider: this }),
      vscode.workspace.onDidChangeConfiguration((change) => {
        if (change.affectsConfiguration(SETTINGS_SECTION)) this.#changed.fire(undefined);
      }),
      vscode.window.onDidChangeActiveTextEditor(() => {
        if ((vscode.workspace.workspaceFolders?.length ?? 0) > 1) this.#changed.fire(undefined);
      }),
    );
  }

  async getChildren(parent?: TargetChoice): Promise<TargetChoice[]> {
    const choices = [...(await this.#targets.choices())].reverse();
    if (parent === undefined) return choices.filter(({ note }) => note === "");
    return choices.filter(({ name, note }) => note !== "" && baseOf(name) === parent.name);
  }

  async getParent({ name, note }: TargetChoice): Promise<TargetChoice | undefined> {
    if (note === "") return undefined;
    return (await this.#targets.choices()).find((choice) => choice.name === baseOf(name));
  }

  async getTreeItem(choice: TargetChoice): Promise<vscode.TreeItem> {
    const { name, note, products } = choice;
    const variants = note === "" ? await this.getChildren(choice) : [];
    const current = currentTarget(activeResource());
    const holdsCurrent = variants.some((variant) => variant.name === current);
    const { None, Collapsed, Expanded } = vscode.TreeItemCollapsibleState;
    const item = new vscode.TreeItem(
      name,
      variants.length === 0 ? None : holdsCurrent ? Expanded : Collapsed,
    );
    const isCurrent = name === current;
    const isShown = alsoShown(activeResource()).includes(name);
    item.description = [products.join(", "), note].filter(Boolean).join(" · ");
    item.tooltip = `${name}\n${item.description}`;
    item.iconPath = new vscode.ThemeIcon(isCurrent ? "pass-filled" : isShown ? "eye" : "circle-outline");
    item.contextValue = isCurrent ? "target.current" : "target";
    item.command = {
      title: vscode.l10n.t("Ask About This Target"),
      command: COMMANDS.selectTarget,
      arguments: [choice],
    };
    const state = isCurrent ? vscode.l10n.t("asked about") : isShown ? vscode.l10n.t("shown too") : "";
    const label = [name, state, item.description].filter(Boolean).join(", ");
    item.accessibilityInformation = { label, role: "treeitem" };
    return item;
  }

  dispose(): void {
    this.#disposable.dispose();
  }
}

function baseOf(name: string): string {
  return name.replace(/[af]$/, "");
}
