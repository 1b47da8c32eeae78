/** Lists and macros that decide at a step of a chain and stand elsewhere: each is a stop of its own, before its first use. */
import type { JudgedGate } from "../gates/judgement";
import type { Step } from "./chain";
import { stateOf } from "./chain";
import { stepOf } from "./code-steps";
import type { GatesOf } from "./gates-of";
import { within } from "./gates-of";

export function withDefinitions(steps: readonly Step[], gates: GatesOf): Step[] {
  const listed = new Set(steps.map(({ judged }) => judged));
  return steps.flatMap((step) => {
    const found = stateOf(step) === "excludes" ? definitionOf(step, gates) : null;
    if (found === null || listed.has(found.judged)) return [step];
    listed.add(found.judged);
    return [stepOf(found.path, found.judged, step.via, step.module), step];
  });
}

function definitionOf({ judged }: Step, gates: GatesOf): { path: string; judged: JudgedGate } | null {
  const at = judged?.gate.definedAt ?? null;
  if (at === null) return null;
  const there = gates.in(at.file).find((one) => one.rule !== null && within(at.span, one.gate.span));
  return there === undefined ? null : { path: at.file, judged: there };
}
