import type { Caught, Chain, Step } from "../../chain/chain";
import type { ChainRun } from "./chain-run";
import { gateJson, SCHEMA_VERSION } from "../json";
import type { SourceText } from "../../text/source";
import { positionAt } from "../../text/source";
import { sourceIn } from "../../workspace/source-in";

/** The stable form of a chain; a step's gate has the form that `scan` gives it. */
export function chainJson(run: ChainRun, chain: Chain): object {
  const { entry, target, firstClosed, halfOpen, noGate } = chain;
  const sourceOf = sourceIn(run.workspace.round);
  const steps = chain.steps.map((step) => {
    const source = sourceOf(step.path);
    return {
      gate: gateOf(run, step),
      file: run.show(step.path),
      line: source === null ? 1 : positionAt(source, step.span.start).line + 1,
      via: step.via,
      title: step.title,
      module: step.module,
      caught: step.caught === undefined ? null : caughtJson(step.caught, run, sourceOf),
    };
  });
  return {
    schemaVersion: SCHEMA_VERSION,
    entry,
    target,
    steps,
    firstClosed,
    halfOpen,
    noGate,
    openWays: chain.openWays,
    unknown: chain.unknown,
  };
}

function caughtJson(
  { path, span, when }: Caught,
  { show }: ChainRun,
  sourceOf: (path: string) => SourceText | null,
): object {
  const source = sourceOf(path);
  return {
    file: show(path),
    line: source === null ? 1 : positionAt(source, span.start).line + 1,
    when,
  };
}

function gateOf(run: ChainRun, { path, judged }: Step): object | null {
  const { workspace, show } = run;
  const report = judged === null ? null : workspace.reportOf(path);
  if (judged === null || report === null) return null;
  const wanted = judged.rule !== null || judged.excludesTarget !== false;
  const fixes = wanted ? workspace.fixesOf(path, judged) : [];
  return gateJson({ report, show, sourceOf: sourceIn(workspace.round) }, judged, fixes);
}
