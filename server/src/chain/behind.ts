/** What stands behind a gate of a Python file: who opens it comes to the gates of the extensions that it leads to. */
import type { JudgedGate } from "../gates/judgement";
import { isClosed } from "./chain";
import { modulesOf } from "./descent";
import type { ModuleNode } from "./descent";
import { overlaps, within } from "./gates-of";
import { isToBeOpened } from "./half-open";
import type { PlacedGate } from "./half-open";
import type { ChainMaker } from "./make";
import { nodeKey } from "./python-names";
import type { PythonNode } from "./python-names";

/** From the gate over a call to the function that describes an extension. */
const DEEPEST = 2;

/** The gates behind this one that leave the target out, in the order in which they are met. */
export function closedBehind(maker: ChainMaker, path: string, judged: JudgedGate): PlacedGate[] {
  const found: PlacedGate[] = [];
  for (const module of decidedBy(maker, path, judged)) {
    for (const step of maker.extension(module)) {
      if (step.judged === null) continue;
      const gate = { path: step.path, judged: step.judged };
      // Another reading of the file has gates of its own: the same one is told by its place.
      if (isSame(gate, { path, judged })) continue;
      const isBehind =
        step.via === "builds" ? isClosed(step) && step.judged.rule !== null : isToBeOpened(gate);
      if (isBehind && !found.some((other) => isSame(other, gate))) found.push(gate);
    }
  }
  return found;
}

/** Of the extensions behind a gate, the gates by which each refuses to be built for the target. */
export function refusedBehind(maker: ChainMaker, path: string, judged: JudgedGate): PlacedGate[] {
  return decidedBy(maker, path, judged).flatMap(({ builder }) =>
    maker.gates
      .ofFunction(builder)
      .filter((one) => isClosed({ judged: one }) && one.rule !== null && one.consequence === "raises")
      .map((one) => ({ path: builder.path, judged: one })),
  );
}

function isSame(a: PlacedGate, b: PlacedGate): boolean {
  return a.path === b.path && a.judged.gate.span.start === b.judged.gate.span.start;
}

/** The extensions that a gate of a file decides about. */
function decidedBy(maker: ChainMaker, path: string, judged: JudgedGate): ModuleNode[] {
  const { span } = judged.gate;
  const functions = maker.tree.python(path)?.functions ?? [];
  const holding = functions.filter((one) => one.name !== "" && within(span, one.span));
  const fn = holding.sort((a, b) => a.span.end - a.span.start - (b.span.end - b.span.start))[0];
  return fn === undefined ? [] : modulesBehind(maker, { path, fn }, judged);
}

/** The extensions that the gate of a function decides about: the function's own, and those that are described under it. */
function modulesBehind(maker: ChainMaker, node: PythonNode, { gate }: JudgedGate): ModuleNode[] {
  const { tree, names } = maker;
  const own = modulesOf(tree, node);
  if (own.length > 0) return own;
  const found = new Map<string, ModuleNode>();
  const visit = (from: PythonNode, depth: number): void => {
    for (const reference of from.fn.references) {
      const conditions = reference.under.flatMap((index) => from.fn.conditions[index] ?? []);
      if (depth === 1 && !conditions.some((condition) => overlaps(condition, gate.span))) continue;
      for (const to of names.targets(from, reference)) {
        const modules = modulesOf(tree, to);
        for (const module of modules) found.set(nodeKey(to), module);
        if (modules.length === 0 && depth < DEEPEST) visit(to, depth + 1);
      }
    }
  };
  visit(node, 1);
  return [...found.values()];
}
