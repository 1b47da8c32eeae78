/** What CMake files say of the architectures that sources are compiled for. */
import type { JudgedGate } from "../gates/judgement";
import type { Step } from "./chain";
import { shortened, stepOf } from "./code-steps";
import { servesOthers } from "./gates-of";
import type { GatesOf } from "./gates-of";
import type { ChainTree } from "./tree";

export interface BuildSteps {
  readonly steps: readonly Step[];
  /** Sources that are compiled for other targets alone. */
  readonly others: ReadonlySet<string>;
}

export function buildSteps(tree: ChainTree, gates: GatesOf, sources: readonly string[]): BuildSteps {
  const steps: Step[] = [];
  const others = new Set<string>();
  for (const source of sources) {
    const said: JudgedGate[] = [];
    const name = source.slice(source.lastIndexOf("/") + 1);
    for (const path of tree.mentioning(name, "build")) {
      for (const { since, span, sources: listed } of tree.build(path)?.lists ?? []) {
        if (!listed.some((one) => source.endsWith(`/${one.path.replace(/^(?:\.\.?\/)+/, "")}`))) continue;
        for (const judged of gates.in(path)) {
          const { start } = judged.gate.span;
          if (start < since || start >= span.end) continue;
          said.push(judged);
          if (steps.some((step) => step.judged === judged)) continue;
          steps.push({ ...stepOf(path, judged, "builds", null), title: shortened(judged.gate.text) });
        }
      }
    }
    if (said.length > 0 && said.every(servesOthers)) others.add(source);
  }
  return { steps, others };
}
