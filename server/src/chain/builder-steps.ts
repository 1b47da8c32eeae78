/** What a function that describes an extension asks, itself and through helpers that turn away. */
import type { Step } from "./chain";
import type { Catching } from "./caught";
import { stepOf } from "./code-steps";
import type { ModuleNode } from "./descent";
import type { GatesOf } from "./gates-of";
import type { PythonNames, PythonNode } from "./python-names";
import type { Refusing } from "./refusing";
import type { JudgedGate } from "../gates/judgement";

interface BuilderParts {
  readonly gates: GatesOf;
  readonly names: PythonNames;
  readonly catching: Catching;
  readonly refusing: Refusing;
}

/** In the order of the text. */
export function builderSteps(parts: BuilderParts, { builder, build }: ModuleNode): Step[] {
  const own = parts.gates.ofFunction(builder).map((judged) => ({
    at: judged.gate.span.start,
    step: stepOf(builder.path, judged, "builds", build.name),
  }));
  return [...own, ...checksOf(parts, builder, build.name)]
    .sort((a, b) => a.at - b.at)
    .map(({ step }) => step);
}

/** A helper may ask the next one. */
const DEEPEST = 3;

/**
 * `_check_arch()` ahead of `load(…)`: helpers that are called in any case. They shut the target out where every way
 * through them does; what lets it in and raises for others is told too.
 */
function checksOf(
  parts: BuilderParts,
  node: PythonNode,
  module: string,
  depth = DEEPEST,
): { at: number; step: Step }[] {
  const seen = new Set<PythonNode["fn"]>();
  return node.fn.references.flatMap((reference) => {
    if (reference.use !== "call" || reference.under.length > 0) return [];
    const [only, ...others] = parts.names.targets(node, reference);
    if (only === undefined || others.length > 0 || seen.has(only.fn) || only.fn.builds.length > 0) return [];
    seen.add(only.fn);
    if (parts.catching.isTried(node, [reference])) return [];
    const shut = parts.refusing.of(only).map((step) => ({ ...step, via: "builds" as const, module }));
    const open = shut.length > 0 ? [] : opensOf(parts, only, module, depth);
    return [...shut, ...open].map((step) => ({ at: reference.at, step }));
  });
}

function opensOf(parts: BuilderParts, node: PythonNode, module: string, depth: number): Step[] {
  const own = parts.gates.ofFunction(node).filter(refusesOthers);
  const further = depth === 1 ? [] : checksOf(parts, node, module, depth - 1);
  return [
    ...own.map((judged) => stepOf(node.path, judged, "builds", module)),
    ...further.map(({ step }) => step),
  ];
}

function refusesOthers({ gate, excludesTarget }: JudgedGate): boolean {
  return (
    excludesTarget === false &&
    gate.definedAt === null &&
    gate.consequence === "raises" &&
    gate.form !== "predicate"
  );
}
