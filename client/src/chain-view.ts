import * as vscode from "vscode";
import type { BaseLanguageClient, WorkspaceEdit } from "vscode-languageclient";
import { CHAIN_METHOD, OPEN_CHAIN_METHOD } from "../../server/src/lsp/protocol";
import type { ChainParams, ChainResult, ChainStep } from "../../server/src/lsp/protocol";
import { rangeOf, shownPath } from "./places";

interface Chain {
  readonly kind: "chain";
  readonly params: ChainParams;
  readonly result: ChainResult;
}

interface Step {
  readonly kind: "step";
  readonly chain: Chain;
  readonly step: ChainStep;
  readonly index: number;
}

export type ChainNode = Chain | Step;

const ICONS: Readonly<Record<ChainStep["state"], [string, string]>> = {
  admits: ["pass", "testing.iconPassed"],
  excludes: ["error", "testing.iconFailed"],
  depends: ["question", "list.warningForeground"],
  none: ["circle-small", "descriptionForeground"],
};

/** The gate chains that were asked for, newest first; a step leads to its place. */
export class ChainView implements vscode.TreeDataProvider<ChainNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #client: BaseLanguageClient;
  readonly #view: vscode.TreeView<ChainNode>;
  #chains: readonly Chain[] = [];

  constructor(client: BaseLanguageClient) {
    this.#client = client;
    this.#view = vscode.window.createTreeView<ChainNode>("smLens.chains", {
      treeDataProvider: this,
      showCollapseAll: true,
    });
  }

  get chains(): readonly Chain[] {
    return this.#chains;
  }

  /** Shows the chain of what is given, of what stands at the cursor, or of a name that is asked for. */
  async show(given?: ChainParams): Promise<ChainResult | null> {
    const params = given ?? atCursor() ?? (await askForEntry());
    if (params === undefined) return null;
    const chain = (await this.#ask(params)) ?? (given ? null : await this.#askByName(params));
    if (chain === null) {
      void vscode.window.showInformationMessage(
        vscode.l10n.t("No gate chain begins here: no function, module builder, kernel or gate stands there."),
      );
      return null;
    }
    this.#chains = [chain, ...this.#chains.filter(({ result }) => result.entry !== chain.result.entry)];
    this.#changed.fire(undefined);
    await this.#view.reveal(chain, { select: true, focus: true, expand: true });
    return chain.result;
  }

  /** Nothing stands at the cursor: a name may be known all the same. */
  async #askByName(before: ChainParams): Promise<Chain | null> {
    if ("entry" in before) return null;
    const params = await askForEntry();
    return params === undefined ? null : this.#ask(params);
  }

  /** Asks again about every chain shown; one that is gone is taken away. */
  async refresh(): Promise<void> {
    const asked = await Promise.all(this.#chains.map(({ result }) => this.#ask({ entry: result.entry })));
    this.#chains = asked.filter((chain) => chain !== null);
    this.#changed.fire(undefined);
  }

  remove(node: ChainNode): void {
    const chain = node.kind === "chain" ? node : node.chain;
    this.#chains = this.#chains.filter((each) => each !== chain);
    this.#changed.fire(undefined);
  }

  /** One edit that opens every closed gate of the chain; the editor previews it, for its parts want confirmation. */
  async open(params: ChainParams): Promise<boolean> {
    const found = await this.#client.sendRequest<WorkspaceEdit | null>(OPEN_CHAIN_METHOD, params);
    const edit = await this.#client.protocol2CodeConverter.asWorkspaceEdit(found);
    if (!edit || edit.size === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t("No verified edit opens this chain."));
      return false;
    }
    const applied = await vscode.workspace.applyEdit(edit, { isRefactoring: true });
    if (applied) await this.refresh();
    return applied;
  }

  async #ask(params: ChainParams): Promise<Chain | null> {
    const result = await vscode.window.withProgress({ location: { viewId: "smLens.chains" } }, async () =>
      this.#client.sendRequest<ChainResult | null>(CHAIN_METHOD, params),
    );
    return result === null ? null : { kind: "chain", params, result };
  }

  getChildren(node?: ChainNode): ChainNode[] {
    if (node === undefined) return [...this.#chains];
    if (node.kind === "step") return [];
    return node.result.steps.map((step, index) => ({ kind: "step", chain: node, step, index }));
  }

  getParent(node: ChainNode): ChainNode | undefined {
    return node.kind === "step" ? node.chain : undefined;
  }

  getTreeItem(node: ChainNode): vscode.TreeItem {
    return node.kind === "chain" ? chainItem(node) : stepItem(node);
  }

  dispose(): void {
    this.#view.dispose();
    this.#changed.dispose();
  }
}

function atCursor(): ChainParams | undefined {
  const editor = vscode.window.activeTextEditor;
  if (!editor) return undefined;
  const { line, character } = editor.selection.active;
  return { uri: editor.document.uri.toString(), position: { line, character } };
}

async function askForEntry(): Promise<ChainParams | undefined> {
  const entry = await vscode.window.showInputBox({
    title: vscode.l10n.t("SM Lens: Show Gate Chain"),
    prompt: vscode.l10n.t("A function, JIT module, kernel or file"),
    placeHolder: "package/module.py:function",
  });
  return entry === undefined || entry.trim() === "" ? undefined : { entry: entry.trim() };
}

function chainItem({ result }: Chain): vscode.TreeItem {
  const item = new vscode.TreeItem(result.entry, vscode.TreeItemCollapsibleState.Expanded);
  const closed = result.firstClosed !== null;
  const state = result.halfOpen.length > 0 ? "warning" : closed ? "lock" : "unlock";
  item.iconPath = new vscode.ThemeIcon(state);
  item.description = result.message;
  item.tooltip = result.message;
  item.contextValue = result.canOpen ? "chain.canOpen" : "chain";
  item.accessibilityInformation = { label: `${result.entry}: ${result.message}`, role: "treeitem" };
  return item;
}

function stepItem({ chain, step, index }: Step): vscode.TreeItem {
  const { result } = chain;
  const item = new vscode.TreeItem(step.title, vscode.TreeItemCollapsibleState.None);
  const inner = result.halfOpen.some(([, closed]) => closed === index);
  const [icon, colour] = ICONS[step.state];
  item.iconPath = new vscode.ThemeIcon(icon, new vscode.ThemeColor(colour));
  const uri = vscode.Uri.parse(step.uri);
  const place = `${shownPath(uri)}:${step.range.start.line + 1}`;
  const first = index === result.firstClosed ? vscode.l10n.t("first closed") : "";
  const half = inner ? vscode.l10n.t("closed behind an open gate") : "";
  item.description = [step.via, step.consequence, first, half, place].filter(Boolean).join(" · ");
  item.tooltip = `${step.message}\n${place}`;
  item.contextValue = "step";
  const range = rangeOf(step.range);
  item.command = {
    title: vscode.l10n.t("Go to"),
    command: "vscode.open",
    arguments: [uri, { selection: new vscode.Range(range.start, range.start) }],
  };
  const label = [step.via, step.title, stateWord(step.state), half, step.message].filter(Boolean).join(", ");
  item.accessibilityInformation = { label, role: "treeitem" };
  return item;
}

function stateWord(state: ChainStep["state"]): string {
  if (state === "none") return vscode.l10n.t("no gate");
  if (state === "admits") return vscode.l10n.t("open");
  return state === "depends" ? vscode.l10n.t("depends") : vscode.l10n.t("closed");
}

/** Arguments of the command as they come: from a code lens, a tree's node, or the palette. */
export function chainParamsOf(argument: unknown): ChainParams | undefined {
  if (typeof argument !== "object" || argument === null) return undefined;
  if ("entry" in argument && typeof argument.entry === "string") return { entry: argument.entry };
  if ("uri" in argument && typeof argument.uri === "string" && "position" in argument)
    return argument as ChainParams;
  if ("diagnostic" in argument && "uri" in argument) {
    const { uri, diagnostic } = argument as { uri: vscode.Uri; diagnostic: vscode.Diagnostic };
    const { line, character } = diagnostic.range.start;
    return { uri: uri.toString(), position: { line, character } };
  }
  return undefined;
}

/** The chain that a node belongs to. */
export const paramsOf = (node: ChainNode): ChainParams =>
  node.kind === "chain" ? node.params : node.chain.params;
