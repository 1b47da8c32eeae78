/** Features or files by targets: who gets what. */
import { CONSEQUENCES } from "../gates/gate";
import type { Consequence } from "../gates/gate";
import type { JudgedGate } from "../gates/judgement";
import type { Span } from "../text/source";
import { isClosed, leavesNothing, stateOf } from "./chain";
import type { Step } from "./chain";
import { stepOf } from "./code-steps";
import { mayBuild, modulesOf } from "./descent";
import type { PythonFunction } from "./facts";
import { within } from "./gates-of";
import type { ChainMaker } from "./make";
import type { PythonNode } from "./python-names";

/** "partly": it gets in, and something of what the feature does is left out, or shut where it may never come by. */
export type CellStateName = "admits" | "partly" | "depends" | "excludes";

export interface Cell {
  readonly state: CellStateName;
  readonly consequence: Consequence | null;
  /** The gate that decides; null where none does. */
  readonly because: Step | null;
}

export interface Row {
  readonly name: string;
  readonly kind: "module" | "kernel" | "entry" | "file";
  readonly path: string;
  readonly span: Span;
  /** One for each target. */
  readonly cells: readonly Cell[];
}

/** One feature, and its gates as one target meets them. */
interface Feature extends Omit<Row, "cells"> {
  readonly steps: (maker: ChainMaker) => readonly Step[];
}

/** The rows that one file gives; those of features that no gate stands before are left out. */
export function rowsOf(path: string, by: "features" | "files", makers: readonly ChainMaker[]): Row[] {
  const [maker] = makers;
  if (maker === undefined || maker.tree.isTest(path)) return [];
  const features = by === "files" ? fileFeature(path) : featuresIn(path, maker);
  return features.flatMap(({ steps, ...feature }) => {
    const found = makers.map((one) => steps(one));
    if (feature.kind !== "module" && found.every((each) => each.every(({ judged }) => judged === null)))
      return [];
    return [{ ...feature, cells: found.map(cellOf) }];
  });
}

const NOWHERE: Span = { start: 0, end: 0 };

function fileFeature(path: string): Feature[] {
  const name = path;
  return [
    {
      name,
      kind: "file",
      path,
      span: NOWHERE,
      steps: (maker) =>
        maker.gates
          .in(path)
          .filter(counts)
          .map((judged) => stepOf(path, judged, "decides", null)),
    },
  ];
}

function featuresIn(path: string, maker: ChainMaker): Feature[] {
  if (maker.tree.isThirdParty(path)) return [];
  const text = maker.tree.files.text(path) ?? "";
  if (path.endsWith(".py"))
    return mayBuild(text) || maker.gates.in(path).length > 0 ? pythonFeatures(path, maker) : [];
  return text.includes("__global__") && maker.gates.in(path).length > 0 ? kernels(path, maker) : [];
}

function pythonFeatures(path: string, maker: ChainMaker): Feature[] {
  const features: Feature[] = [];
  for (const fn of maker.tree.python(path)?.functions ?? []) {
    const node = { path, fn };
    const modules = modulesOf(maker.tree, node);
    for (const module of modules) {
      const name = module.build.name === "*" ? fn.name : module.build.name;
      features.push({ name, kind: "module", path, span: fn.nameSpan, steps: (one) => one.usedOf(module) });
    }
    const isPublic = fn.name !== "" && !/(?:^|\.)_/.test(fn.name) && !fn.name.includes(".");
    if (modules.length > 0 || !isPublic) continue;
    features.push({
      name: fn.name,
      kind: "entry",
      path,
      span: fn.nameSpan,
      steps: (one) => entrySteps(node, one),
    });
  }
  return features;
}

/** What decides in the function, and, where no way through it serves the target, what turns it away. */
function entrySteps({ path, fn }: PythonNode, { gates, refusing }: ChainMaker): Step[] {
  const own = gates.ofFunction({ path, fn }).filter(({ gate }) => gate.form !== "predicate");
  const steps = own.filter(counts).map((judged) => perhaps(stepOf(path, judged, "decides", null), fn));
  return own.length === 0 ? steps : [...refusing.of({ path, fn }), ...steps];
}

/** Marked where the function may never come by. */
function perhaps(step: Step, fn: PythonFunction): Step {
  const span = step.judged?.gate.span ?? step.span;
  return fn.perhaps.some((block) => within(span, block)) ? { ...step, isPerhaps: true } : step;
}

function kernels(path: string, maker: ChainMaker): Feature[] {
  const functions = maker.tree.cuda(path)?.functions ?? [];
  return functions
    .filter(({ kind }) => kind === "kernel")
    .map((fn) => ({
      name: fn.name,
      kind: "kernel" as const,
      path,
      span: fn.nameSpan,
      steps: (one: ChainMaker) =>
        one.gates
          .in(path)
          .filter((judged) => (counts(judged) || asksForMacro(judged)) && within(judged.gate.span, fn.body))
          .map((judged) => stepOf(path, judged, "launches", null)),
    }));
}

/** Whether a guard asks for a macro whose definition carries the finding: what is left out is left out here. */
function asksForMacro({ gate }: JudgedGate): boolean {
  return isWhole(gate) && gate.definedAt !== null;
}

/** Neither a part of another gate nor one that nothing in the text makes. */
function isWhole({ form }: JudgedGate["gate"]): boolean {
  return form !== "else" && form !== "operand" && form !== "unguarded";
}

function counts({ gate, rule, excludesTarget }: JudgedGate): boolean {
  if (!isWhole(gate)) return false;
  return rule !== null || excludesTarget !== true;
}

/**
 * What the target meets: first what decides whether anything is built or called, then the code. What is left out of a
 * feature is not the feature: that it comes to in part, as what stands in an arm that may never be come by.
 */
export function cellOf(steps: readonly Step[]): Cell {
  const closed = steps.filter((step) => isClosed(step) && step.isPerhaps !== true && shutsOut(step));
  const [worst] = [...closed].sort(
    (a, b) => Number(isOutside(b)) - Number(isOutside(a)) || rank(a) - rank(b),
  );
  if (worst !== undefined)
    return { state: "excludes", consequence: worst.judged?.consequence ?? null, because: worst };
  const inner = steps.find(
    (step) => isClosed(step) || (stateOf(step) === "depends" && step.judged?.rule !== null),
  );
  if (inner !== undefined)
    return {
      state: isClosed(inner) ? "partly" : "depends",
      consequence: inner.judged?.consequence ?? null,
      because: inner,
    };
  return { state: "admits", consequence: null, because: null };
}

/** Statements that are skipped are a part of what a feature does; of an extension's code only silence shuts it out. */
function shutsOut(step: Step): boolean {
  if (step.judged?.consequence === "skipped") return false;
  // The kernels of an extension run, and do without the value of a helper.
  if (step.module !== null && step.judged?.gate.bodyOf === "value") return false;
  return isOutside(step) || leavesNothing(step) || step.module === null;
}

/** What is built at all is decided outside the code. */
function isOutside({ judged }: Step): boolean {
  return judged?.gate.layer === "python" || judged?.gate.layer === "build";
}

function rank({ judged }: Step): number {
  const consequence = judged?.consequence ?? null;
  return consequence === null ? CONSEQUENCES.length : CONSEQUENCES.indexOf(consequence);
}
