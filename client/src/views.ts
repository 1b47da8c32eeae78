/** The views beside the editor and their commands: a list of registrations. */
import * as vscode from "vscode";
import type { ChainParams, TargetChoice } from "../../server/src/lsp/protocol";
import { applyFix } from "./apply-fix";
import type { ChainNode } from "./chain-tree";
import { chainParamsOf, ChainView } from "./chain-view";
import { COMMANDS } from "./commands";
import type { Finding, FindingNode } from "./findings";
import { FindingsView } from "./findings-view";
import { MatrixPanel } from "./matrix-panel";
import { rulePage } from "./rule-pages";
import type { Server } from "./server";
import { activeResource, setTarget } from "./settings";
import type { TargetList } from "./targets";
import { TargetsView } from "./targets-view";

export type Register = (command: string, run: (...args: never[]) => unknown) => vscode.Disposable;

export interface Views {
  dispose(): void;
  readonly findings: FindingsView;
  readonly chains: ChainView;
}

export function createViews(
  context: vscode.ExtensionContext,
  server: Server,
  targets: TargetList,
  register: Register,
): Views {
  const findings = new FindingsView(context.workspaceState);
  const chains = new ChainView(server);
  const matrix = new MatrixPanel(server, context.extensionUri);
  const parts = [
    findings,
    chains,
    matrix,
    new TargetsView(targets),
    register(COMMANDS.showFindings, () => vscode.commands.executeCommand("smLens.findings.focus")),
    register(COMMANDS.groupByConsequence, () => findings.groupBy("consequence")),
    register(COMMANDS.groupByFile, () => findings.groupBy("file")),
    register(COMMANDS.groupByRule, () => findings.groupBy("rule")),
    register(COMMANDS.refreshFindings, () => findings.refresh()),
    register(COMMANDS.copyFindings, (node?: FindingNode) => findings.copy(node)),
    register(COMMANDS.applyFix, (finding?: Finding) => (finding ? applyFix(server, finding) : false)),
    register(COMMANDS.openRulePage, (about?: Finding | string) => {
      const rule = typeof about === "string" ? about : about?.data.rule;
      if (rule === undefined) return undefined;
      return vscode.commands.executeCommand("markdown.showPreview", rulePage(context.extensionUri, rule));
    }),
    register(COMMANDS.showChain, (argument?: unknown) => chains.show(chainParamsOf(argument))),
    register(COMMANDS.openChain, (about?: ChainNode | ChainParams) => {
      const isNode = about !== undefined && "kind" in about;
      const params = !isNode ? chainParamsOf(about) : about.kind === "chain" ? about.params : undefined;
      return params ? chains.open(params) : false;
    }),
    register(COMMANDS.removeChain, (node?: ChainNode) => (node ? chains.remove(node) : undefined)),
    register(COMMANDS.refreshChains, () => chains.refresh()),
    register(COMMANDS.showMatrix, () => matrix.show()),
    register(COMMANDS.selectTarget, (choice?: TargetChoice) =>
      choice ? setTarget(choice.name, activeResource()) : undefined,
    ),
  ];
  return {
    findings,
    chains,
    dispose() {
      for (const part of parts) void part.dispose();
    },
  };
}
