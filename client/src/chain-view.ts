import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient";
import {
  CHAIN_METHOD,
  CHAINS_OUTDATED_METHOD,
  KEEP_OPENED_METHOD,
  OPEN_CHAIN_METHOD,
} from "../../server/src/lsp/protocol";
import type { ChainParams, ChainResult, ChainsOutdatedParams } from "../../server/src/lsp/protocol";
import { chainNodeItem } from "./chain-items";
import type { Chain, ChainNode } from "./chain-tree";
import { chainTree, childrenOf, parentIn } from "./chain-tree";
import { tellReadOnly } from "./read-only";
import type { Server } from "./server";

/** How long changes must rest before chains are asked about again: a save is told of by the editor and by the disk. */
const REST_MS = 800;

/** The gate chains that were asked for, newest first; a step leads to its place. */
export class ChainView implements vscode.TreeDataProvider<ChainNode>, vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<undefined>();
  readonly onDidChangeTreeData = this.#changed.event;
  readonly #server: Server;
  readonly #view: vscode.TreeView<ChainNode>;
  readonly #listeners: vscode.Disposable;
  #chains: readonly Chain[] = [];
  #isOutdated = false;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(server: Server) {
    this.#server = server;
    this.#view = vscode.window.createTreeView<ChainNode>("smLens.chains", {
      treeDataProvider: this,
      showCollapseAll: true,
    });
    server.onNotification(CHAINS_OUTDATED_METHOD, ({ typed }: ChainsOutdatedParams) => {
      this.#outdate();
      // While somebody types nobody asks: a chain is long, and saving follows.
      if (!typed) this.#schedule();
    });
    this.#listeners = vscode.Disposable.from(
      vscode.workspace.onDidSaveTextDocument(() => this.#schedule()),
      this.#view.onDidChangeVisibility(() => this.#schedule()),
      server.onDidChangeState((state) => {
        if (state !== "running") return;
        this.#outdate(); // a new server knows nothing of what is shown
        this.#schedule();
      }),
    );
  }

  /** What is shown was true before the last change; until it is asked about again, it says so. */
  #outdate(): void {
    if (this.#chains.length === 0) return;
    this.#isOutdated = true;
    this.#tellAge();
  }

  #tellAge(): void {
    this.#view.description = this.#isOutdated ? vscode.l10n.t("before the last changes") : "";
  }

  /** Asks again once changes rest, if anybody sees it; else when somebody does. */
  #schedule(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => {
      // A server that is restarted meanwhile answers nobody; what is shown stays.
      if (this.#isOutdated && this.#view.visible) void this.refresh().catch(() => undefined);
    }, REST_MS);
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
    this.#isOutdated = false; // what changes from now on is told
    const asked = await Promise.all(this.#chains.map(({ result }) => this.#ask({ entry: result.entry })));
    this.#chains = asked.filter((chain) => chain !== null);
    this.#tellAge();
    this.#changed.fire(undefined);
  }

  remove(chain: ChainNode): void {
    this.#chains = this.#chains.filter((each) => each !== chain);
    this.#changed.fire(undefined);
  }

  /** One edit that opens every closed gate of the chain; the editor previews it, for its parts want confirmation. */
  async open(params: ChainParams): Promise<boolean> {
    const found = await this.#server.request<WorkspaceEdit | null>(OPEN_CHAIN_METHOD, params);
    const edit = found === null ? undefined : await this.#server.editOf(found);
    if (edit === undefined || edit.size === 0) {
      void vscode.window.showInformationMessage(vscode.l10n.t("No verified edit opens this chain."));
      return false;
    }
    await tellReadOnly(edit);
    const applying = vscode.workspace.applyEdit(edit, { isRefactoring: true });
    // The editor leaves every box of its preview unticked, and says nothing of it.
    const hint = vscode.l10n.t("SM Lens: tick what is to be opened, then Apply");
    vscode.window.setStatusBarMessage(`$(info) ${hint}`, applying);
    const applied = await applying;
    if (applied) {
      await this.#server.request<number>(KEEP_OPENED_METHOD);
      await this.refresh();
    }
    return applied;
  }

  async #ask(params: ChainParams): Promise<Chain | null> {
    const result = await vscode.window.withProgress({ location: { viewId: "smLens.chains" } }, async () =>
      this.#server.request<ChainResult | null>(CHAIN_METHOD, params),
    );
    return result === null ? null : chainTree(params, result);
  }

  getChildren(node?: ChainNode): ChainNode[] {
    return node === undefined ? [...this.#chains] : [...childrenOf(node)];
  }

  getParent(node: ChainNode): ChainNode | undefined {
    for (const chain of this.#chains) {
      const found = parentIn(chain, node);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  getTreeItem(node: ChainNode): vscode.TreeItem {
    return chainNodeItem(node);
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#listeners.dispose();
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
