/** `smLens/chain` and `smLens/openChain`: chains over the files of all workspace folders, open documents first. */
import type { CancellationToken, WorkspaceEdit } from "vscode-languageserver";
import { refusedBehind } from "../../chain/behind";
import type { Chain, Step } from "../../chain/chain";
import { isClosed, stateOf } from "../../chain/chain";
import type { Entry } from "../../chain/entry";
import { editsByPath, opening } from "../../chain/open";
import type { Opening } from "../../chain/open";
import { chainSummary, stepSentence } from "../../display/chain-answer";
import { shortGate } from "../../display/short-gate";
import { makeSource, offsetAt } from "../../text/source";
import type { SourceText } from "../../text/source";
import type { ChainWorkspace } from "../../workspace/chain-files";
import { sourceIn } from "../../workspace/source-in";
import { annotatedEdit } from "./annotated-edit";
import type { ServerContext } from "../context";
import { keyOfUri, rangeOf, uriOfKey } from "../locations";
import type { ChainParams, ChainResult, ChainStep } from "../protocol";
import { CHAIN_METHOD, OPEN_CHAIN_METHOD } from "../protocol";
import { runSafely } from "../run-safely";

const ANNOTATION = "smLens.opensChain";

export function answerChains(context: ServerContext): void {
  const { connection, log } = context;
  connection.onRequest(CHAIN_METHOD, (params: ChainParams, token: CancellationToken) =>
    runSafely("chain", log, token, null, async (): Promise<ChainResult | null> => {
      context.shownChains.asked();
      const found = await chainFor(context, params);
      return found === null ? null : resultOf(found);
    }),
  );
  connection.onRequest(OPEN_CHAIN_METHOD, (params: ChainParams, token: CancellationToken) =>
    runSafely("opening a chain", log, token, null, async (): Promise<WorkspaceEdit | null> => {
      const found = await chainFor(context, params);
      return found === null ? null : editOf(context, found);
    }),
  );
}

interface Found {
  readonly workspace: ChainWorkspace;
  readonly chain: Chain;
}

async function chainFor(context: ServerContext, params: ChainParams): Promise<Found | null> {
  const workspace = await context.chains.get();
  const entry = entryOf(workspace, params);
  return entry === null ? null : { workspace, chain: workspace.maker.chain(entry) };
}

function entryOf(workspace: ChainWorkspace, params: ChainParams): Entry | null {
  const { entries } = workspace.maker;
  if ("entry" in params) return entries.find(params.entry);
  const path = keyOfUri(params.uri);
  const text = workspace.files.text(path);
  return text === null ? null : entries.at(path, offsetAt(makeSource(path, text), params.position));
}

function resultOf({ workspace, chain }: Found): ChainResult {
  const sourceOf = sourceIn({ read: (path) => workspace.files.text(path) });
  const { entry, target, firstClosed, halfOpen, noGate } = chain;
  return {
    entry,
    target,
    steps: chain.steps.map((step) => stepOf(step, sourceOf, target)),
    firstClosed,
    halfOpen,
    noGate,
    canOpen: openingOf({ workspace, chain }).opened.length > 0,
    message: chainSummary(chain),
  };
}

function stepOf(step: Step, sourceOf: (path: string) => SourceText | null, target: string): ChainStep {
  const { path, span, title, via, judged } = step;
  const source = sourceOf(path) ?? makeSource(path, "");
  const isOut = judged !== null && judged.excludesTarget !== false;
  return {
    uri: uriOfKey(path),
    range: rangeOf(source, span),
    title: judged === null ? title : shortGate(judged, source),
    via,
    state: stateOf(step),
    closed: isClosed(step),
    consequence: isOut ? judged.consequence : null,
    reason: isOut ? (judged.reason?.kind ?? null) : null,
    rule: judged?.rule ?? null,
    message: stepSentence(step, target),
  };
}

function openingOf({ workspace, chain }: Found): Opening {
  return opening(
    chain,
    (path, judged) => workspace.fixesOf(path, judged),
    (path, judged) => refusedBehind(workspace.maker, path, judged),
  );
}

function editOf(context: ServerContext, found: Found): WorkspaceEdit | null {
  const opened = openingOf(found);
  const { chain } = found;
  const sourceOf = sourceIn({ read: (path) => found.workspace.files.text(path) });
  const label = `Open the chain of ${chain.entry}`;
  const left = opened.left.length === 0 ? "" : `; ${opened.left.length} stay closed`;
  const byPath = editsByPath(opened);
  context.kept.expect(
    [...byPath.keys()].flatMap((path) => {
      const before = sourceOf(path)?.text;
      const rules = new Set(
        opened.opened.filter(({ step }) => step.path === path).map(({ step }) => step.judged?.rule ?? null),
      );
      const [rule = null] = rules.size === 1 ? rules : [];
      return before === undefined ? [] : [{ path, before, title: label, target: chain.target, rule }];
    }),
  );
  const description = `compiling is not the same as working: look at each${left}`;
  return annotatedEdit(context, byPath, sourceOf, { id: ANNOTATION, label, description });
}
