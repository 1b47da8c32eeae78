/**
 * Gates of one extension that belong together: the one that decides whether it is built for the target, and those in
 * its code. Where the outer one lets the target in and an inner one leaves code out, the chain is half-open; where both
 * are closed, opening the outer one alone makes it so.
 */
import { CONSEQUENCES } from "../gates/gate";
import type { JudgedGate } from "../gates/judgement";
import { isClosed, leavesNothing, stateOf } from "./chain";
import type { Step } from "./chain";
import { CudaCode } from "./cuda-code";
import { mayBuild, modulesOf, sourcesBy } from "./descent";
import type { ModuleNode } from "./descent";
import type { FileLinks } from "./facts";
import { within, withoutParts } from "./gates-of";
import type { ChainMaker } from "./make";
import { ChainTree } from "./tree";

export { halfOpenChain } from "../gates/rules/half-open-chain";

export interface PlacedGate {
  readonly path: string;
  readonly judged: JudgedGate;
}

export interface GatesBehind {
  /** The extension's name. */
  readonly module: string;
  readonly outer: PlacedGate;
  /** Those in its code that leave the target out, the worst first; never empty. */
  readonly inner: readonly PlacedGate[];
  /** The outer one lets the target in. */
  readonly isHalfOpen: boolean;
}

/** The extensions that a file describes. */
export function modulesIn(maker: ChainMaker, path: string): ModuleNode[] {
  const { tree } = maker;
  if (!path.endsWith(".py") || tree.isTest(path) || !mayBuild(tree.files.text(path) ?? "")) return [];
  return (tree.python(path)?.functions ?? []).flatMap((fn) => modulesOf(tree, { path, fn }));
}

export function gatesBehind(maker: ChainMaker, module: ModuleNode): GatesBehind | null {
  const gates = maker.extension(module).flatMap(placed);
  const isOuter = ({ via }: Step): boolean => via === "builds";
  return pairOf(
    module.build.name,
    gates.filter(({ step }) => isOuter(step)),
    gates.filter(({ step }) => !isOuter(step)),
  );
}

function placed(step: Step): (PlacedGate & { readonly step: Step })[] {
  return step.judged === null ? [] : [{ path: step.path, judged: step.judged, step }];
}

/** A file as a scan leaves it. */
export interface ScannedLinks {
  readonly links: FileLinks;
  readonly gates: readonly JudgedGate[];
}

/** The same for all extensions of a scan, from what it kept of its files. */
export function gatesBehindAll(
  files: ReadonlyMap<string, ScannedLinks>,
  roots: readonly string[],
): GatesBehind[] {
  const describing = [...files].filter(([, { links }]) => links.extensions.length > 0);
  if (describing.length === 0) return [];
  const tree = new ChainTree({
    roots,
    // Of Python no more is asked than what describes extensions.
    paths: [...files.keys()].filter((path) => !path.endsWith(".py")),
    text: (path) => (files.get(path)?.links.includes ?? []).map((one) => `#include ${one}\n`).join(""),
    mayDecide: () => false,
    facts: () => null,
  });
  const code = new CudaCode(tree);
  const found: GatesBehind[] = [];
  for (const [path, { links, gates }] of describing) {
    if (tree.isTest(path)) continue;
    for (const { name, span, sources } of links.extensions) {
      const outer = withoutParts(gates.filter(({ gate }) => within(gate.span, span)));
      if (outer.length === 0) continue;
      const reached = new Set(
        sources
          .flatMap((source) => sourcesBy(tree, source, path))
          .flatMap((source) => code.unit(source).files),
      );
      const inner = [...reached].flatMap((file) =>
        tree.isThirdParty(file)
          ? []
          : (files.get(file)?.gates ?? []).map((judged) => ({ path: file, judged })),
      );
      const pair = pairOf(
        name,
        outer.map((judged) => ({ path, judged })),
        inner,
      );
      if (pair !== null) found.push(pair);
    }
  }
  return found;
}

/** The last of the outer gates is the one that decides before the code comes. */
function pairOf(
  module: string,
  outer: readonly PlacedGate[],
  code: readonly PlacedGate[],
): GatesBehind | null {
  const last = outer[outer.length - 1];
  if (last === undefined) return null;
  const isHalfOpen = stateOf(last) === "admits";
  if (!isHalfOpen && !isClosed(last)) return null;
  const inner = code.filter((one) => (isHalfOpen ? leavesNothing(one) : isToBeOpened(one)));
  const { path, judged } = last;
  if (inner.length === 0) return null;
  return { module, outer: { path, judged }, inner: [...inner].sort((a, b) => rank(a) - rank(b)), isHalfOpen };
}

/** Whether a gate in the code is one that whoever opens the way to it has to look at. */
export function isToBeOpened(gate: PlacedGate): boolean {
  const { rule, severity } = gate.judged;
  return isClosed(gate) && rule !== null && (severity === "error" || severity === "warning");
}

function rank({ judged: { consequence } }: PlacedGate): number {
  return consequence === null ? CONSEQUENCES.length : CONSEQUENCES.indexOf(consequence);
}
