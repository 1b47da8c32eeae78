/** The changes that are kept, as a tree; the view is there while any is. */
import * as vscode from "vscode";
import { KEPT_CHANGED_METHOD, KEPT_METHOD } from "../../server/src/lsp/protocol";
import type { KeptChange, KeptChanges } from "../../server/src/lsp/protocol";
import { shownPath, splitPath } from "./places";
import type { Server } from "./server";

const ICONS: Readonly<Record<KeptChange["state"], readonly [icon: string, colour: string]>> = {
  "in place": ["pass", "testing.iconPassed"],
  "opened otherwise": ["pass", "descriptionForeground"],
  lost: ["discard", "list.warningForeground"],
  changed: ["question", "list.warningForeground"],
  missing: ["circle-slash", "list.warningForeground"],
};

export class KeptView implements vscode.TreeDataProvider<KeptChange>, vscode.Disposable {
  readonly #server: Server;
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<KeptChange>;
  readonly #listener: vscode.Disposable;
  #changes: readonly KeptChange[] = [];

  constructor(server: Server) {
    this.#server = server;
    this.#view = vscode.window.createTreeView("smLens.kept", { treeDataProvider: this });
    const again = (): void => void this.refresh().catch(() => undefined); // who asks for it is told of faults
    server.onNotification(KEPT_CHANGED_METHOD, again);
    this.#listener = server.onDidChangeState((state) => {
      if (state === "running") again();
    });
  }

  /** Asks how each of them stands now, and shows it. */
  async refresh(): Promise<KeptChanges> {
    const kept = await this.#server.request<KeptChanges>(KEPT_METHOD);
    this.#changes = kept.changes;
    this.#view.message = kept.needAttention > 0 ? kept.message : "";
    await vscode.commands.executeCommand("setContext", "smLens.hasKept", kept.total > 0);
    this.#changed.fire(undefined);
    return kept;
  }

  getChildren(change?: KeptChange): KeptChange[] {
    return change === undefined ? [...this.#changes] : [];
  }

  getTreeItem({ uri: text, line, state, title }: KeptChange): vscode.TreeItem {
    const uri = vscode.Uri.parse(text);
    const [, name] = splitPath(uri);
    const place = line === null ? name : `${name}:${line + 1}`;
    const item = new vscode.TreeItem(place, vscode.TreeItemCollapsibleState.None);
    const [icon, colour] = ICONS[state];
    item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor(colour));
    const word = stateWord(state);
    item.description = `${word} · ${title}`;
    item.tooltip = `${title}\n${shownPath(uri)}`;
    item.contextValue = "kept";
    const start = new vscode.Position(line ?? 0, 0);
    if (state !== "missing")
      item.command = {
        title: vscode.l10n.t("Go to"),
        command: "vscode.open",
        arguments: [uri, { selection: new vscode.Range(start, start) }],
      };
    item.accessibilityInformation = { label: `${place}, ${word}, ${title}`, role: "treeitem" };
    return item;
  }

  dispose(): void {
    this.#listener.dispose();
    this.#view.dispose();
    this.#changed.dispose();
  }
}

function stateWord(state: KeptChange["state"]): string {
  switch (state) {
    case "in place":
      return vscode.l10n.t("in place");
    case "opened otherwise":
      return vscode.l10n.t("opened otherwise");
    case "lost":
      return vscode.l10n.t("lost");
    case "changed":
      return vscode.l10n.t("changed: look at it");
    case "missing":
      return vscode.l10n.t("the file is gone");
  }
}
