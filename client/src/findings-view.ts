import * as vscode from "vscode";
import type { ScanResult } from "../../server/src/lsp/protocol";
import type { Finding, FindingNode, Group, GroupBy } from "./findings";
import { asMarkdown, currentFindings, grouped, GROUPINGS } from "./findings";
import { splitPath } from "./places";

/** How long diagnostics must rest before the tree is made anew: a scan brings them file by file. */
const REST_MS = 400;

const ICONS: Readonly<Record<vscode.DiagnosticSeverity, [string, string]>> = {
  [vscode.DiagnosticSeverity.Error]: ["error", "list.errorForeground"],
  [vscode.DiagnosticSeverity.Warning]: ["warning", "list.warningForeground"],
  [vscode.DiagnosticSeverity.Information]: ["info", "notificationsInfoIcon.foreground"],
  [vscode.DiagnosticSeverity.Hint]: ["lightbulb", "descriptionForeground"],
};

/** The findings as a tree, kept up with what the editor shows; its badge counts them. */
export class FindingsView implements vscode.TreeDataProvider<FindingNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #view: vscode.TreeView<FindingNode>;
  readonly #memento: vscode.Memento;
  readonly #listener: vscode.Disposable;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #groups: readonly Group[] = [];
  #by: GroupBy;
  /** What is told of the last scan, and how many findings it had. */
  #scan: { readonly message: string; readonly findings: number | undefined } | undefined;
  #count = 0;
  /** What the tree was made of. */
  #state = "";

  constructor(memento: vscode.Memento) {
    this.#memento = memento;
    this.#by = memento.get<GroupBy>("smLens.groupBy", "consequence");
    this.#view = vscode.window.createTreeView<FindingNode>("smLens.findings", {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    this.#listener = vscode.Disposable.from(vscode.languages.onDidChangeDiagnostics(() => this.#schedule()));
    this.groupBy(this.#by);
  }

  /** The tree as it is shown now. */
  get groups(): readonly Group[] {
    return this.#groups;
  }

  groupBy(by: GroupBy): void {
    this.#by = GROUPINGS.includes(by) ? by : "consequence";
    void this.#memento.update("smLens.groupBy", this.#by);
    void vscode.commands.executeCommand("setContext", "smLens.groupBy", this.#by);
    this.refresh();
  }

  /** What a scan came to, above the tree; beside it, when that is another, how many findings there are now. */
  tellScan({ message, findings }: ScanResult): void {
    this.#scan = { message: vscode.l10n.t("Last scan: {0}", message), findings };
    this.#message();
  }

  /** Of the last scan nothing is left. */
  forgetScan(why: string | undefined): void {
    this.#scan = why === undefined ? undefined : { message: why, findings: undefined };
    this.#message();
  }

  #message(): void {
    const { message = "", findings = this.#count } = this.#scan ?? {};
    const now = vscode.l10n.t("Findings now: {0}.", this.#count);
    this.#view.message = findings === this.#count ? message : `${message} ${now}`;
  }

  refresh(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const findings = currentFindings();
    // The diagnostics of others change all the time, and a tree that is made anew while it unfolds gets mixed up.
    const state = `${this.#by} ${findings.map(stateOf).join("\n")}`;
    if (state === this.#state) return;
    this.#state = state;
    this.#count = findings.length;
    this.#message();
    this.#groups = grouped(findings, this.#by);
    const urgent = findings.filter(isUrgent).length;
    const tooltip = vscode.l10n.t("{0} errors and warnings of {1} findings", urgent, findings.length);
    this.#view.badge = urgent === 0 ? undefined : { value: urgent, tooltip };
    this.#changed.fire(undefined);
  }

  #schedule(): void {
    this.#timer ??= setTimeout(() => this.refresh(), REST_MS);
  }

  /** A node as Markdown to the clipboard; without one all that is shown. Answers what was copied. */
  async copy(node?: FindingNode): Promise<string> {
    const text = asMarkdown(node ? [node] : this.#groups);
    await vscode.env.clipboard.writeText(text);
    return text;
  }

  getChildren(node?: FindingNode): FindingNode[] {
    if (node === undefined) return [...this.#groups];
    return node.kind === "group" ? [...node.children] : [];
  }

  getTreeItem(node: FindingNode): vscode.TreeItem {
    return node.kind === "group" ? groupItem(node) : findingItem(node);
  }

  getParent(node: FindingNode): Group | undefined {
    const holds = (group: Group): Group | undefined =>
      group.children.includes(node)
        ? group
        : group.children.reduce<Group | undefined>(
            (found, child) => found ?? (child.kind === "group" ? holds(child) : undefined),
            undefined,
          );
    return this.#groups.reduce<Group | undefined>((found, group) => found ?? holds(group), undefined);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listener.dispose();
    this.#view.dispose();
    this.#changed.dispose();
  }
}

const stateOf = ({ id, diagnostic }: Finding): string => `${id} ${diagnostic.severity} ${diagnostic.message}`;

const isUrgent = ({ diagnostic }: Finding): boolean =>
  diagnostic.severity <= vscode.DiagnosticSeverity.Warning;

// Items have no ids: while a scan makes the tree anew, the editor may ask for children of the one before, and refuses
// those of the new one as registered already. Without ids it tells items by their labels and what they stand under.
function groupItem(group: Group): vscode.TreeItem {
  const open = !group.isQuiet && (group.uri === undefined || group.count <= 3);
  const state = open ? vscode.TreeItemCollapsibleState.Expanded : vscode.TreeItemCollapsibleState.Collapsed;
  const [folder, name] = group.uri ? splitPath(group.uri) : ["", group.label];
  const item = new vscode.TreeItem(name, state);
  item.description = folder === "" ? String(group.count) : `${group.count} · ${folder}`;
  item.tooltip = group.label;
  item.contextValue = "group";
  if (group.uri) {
    // A name for the icon alone: the file's own would be coloured, and counted once more, by the editor.
    item.resourceUri = group.uri.with({ scheme: "sm-lens-finding" });
    item.iconPath = vscode.ThemeIcon.File;
  }
  const count = group.count === 1 ? vscode.l10n.t("1 finding") : vscode.l10n.t("{0} findings", group.count);
  item.accessibilityInformation = { label: `${group.label}, ${count}`, role: "treeitem" };
  return item;
}

function findingItem({ uri, diagnostic, data }: Finding): vscode.TreeItem {
  const { message, range, severity } = diagnostic;
  const item = new vscode.TreeItem(data.title, vscode.TreeItemCollapsibleState.None);
  const [icon, colour] = ICONS[severity];
  item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor(colour));
  const line = range.start.line + 1;
  const reason = data.reason === "hardware" ? vscode.l10n.t("the hardware lacks it") : "";
  item.description = [vscode.l10n.t("line {0}", line), reason].filter(Boolean).join(" · ");
  item.tooltip = `${message}\n${data.rule}`;
  // Where there is a reason no edit is offered, and no wrench is shown.
  item.contextValue =
    data.reason === "hardware" || data.reason === "stated" ? "finding.kept" : "finding.open";
  item.command = {
    title: vscode.l10n.t("Go to"),
    command: "vscode.open",
    arguments: [uri, { selection: new vscode.Range(range.start, range.start) }],
  };
  const label = vscode.l10n.t("{0}, line {1}: {2}", severityWord(severity), line, message);
  item.accessibilityInformation = { label, role: "treeitem" };
  return item;
}

function severityWord(severity: vscode.DiagnosticSeverity): string {
  switch (severity) {
    case vscode.DiagnosticSeverity.Error:
      return vscode.l10n.t("error");
    case vscode.DiagnosticSeverity.Warning:
      return vscode.l10n.t("warning");
    case vscode.DiagnosticSeverity.Information:
      return vscode.l10n.t("information");
    case vscode.DiagnosticSeverity.Hint:
      return vscode.l10n.t("hint");
  }
}
