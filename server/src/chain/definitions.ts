/** What decides at a step of a chain and stands elsewhere: each is a stop of its own, before its first use. */
import type { JudgedGate } from "../gates/judgement";
import type { Step } from "./chain";
import { stateOf } from "./chain";
import { stepOf } from "./code-steps";
import type { GatesOf } from "./gates-of";
import { servesOthers, within } from "./gates-of";
import type { ChainTree } from "./tree";

export function withDefinitions(steps: readonly Step[], gates: GatesOf, tree: ChainTree): Step[] {
  const listed = new Set(steps.map(({ judged }) => judged));
  return steps.flatMap((step) => {
    const found = [...definitionOf(step, gates), ...bindingsOf(step, gates, tree)];
    const own = found.filter(({ judged }) => !listed.has(judged) && listed.add(judged));
    const { isOthers, isOneOf, caught } = step;
    const marks = {
      ...(isOthers === true || (step.judged !== null && servesOthers(step.judged))
        ? { isOthers: true as const }
        : {}),
      ...(isOneOf === undefined ? {} : { isOneOf }),
      ...(caught === undefined ? {} : { caught }),
    };
    return [
      ...own.map(({ path, judged }) => ({ ...stepOf(path, judged, step.via, step.module), ...marks })),
      step,
    ];
  });
}

interface Definition {
  readonly path: string;
  readonly judged: JudgedGate;
}

/** A list or a macro that carries the finding. */
function definitionOf(step: Step, gates: GatesOf): Definition[] {
  const at = step.judged?.gate.definedAt ?? null;
  if (at === null || stateOf(step) !== "excludes") return [];
  const there = gates.in(at.file).find((one) => one.rule !== null && within(at.span, one.gate.span));
  return there === undefined ? [] : [{ path: at.file, judged: there }];
}

/** `self.is_fast = is_sm90() or is_sm120()`: the name, with the object that it is an attribute of. */
const BINDING = /^((?:self\.|cls\.)?[A-Za-z_]\w*)\s*(?::[^=]+)?=(?!=)/;

/** Where names that a condition tests were bound to what the device answers; what is other targets' own is left out. */
function bindingsOf({ path, judged }: Step, gates: GatesOf, tree: ChainTree): Definition[] {
  if (judged?.gate.layer !== "python") return [];
  const { span, text } = judged.gate;
  const functions = tree.python(path)?.functions ?? [];
  return gates.in(path).flatMap((one) => {
    const name = one.gate.form === "flag" || one.gate.form === "predicate" ? nameIn(one.gate.text) : null;
    if (name === null || one === judged || (isOthers(one) && !isFinding(judged))) return [];
    if (!new RegExp(`(?<![\\w.])${name.replace(".", "\\.")}\\b(?!\\s*=[^=])`).test(text)) return [];
    const around = functions.filter(({ name: own, span: body }) => own !== "" && within(one.gate.span, body));
    // An attribute is set in one method and asked for in another one; a variable belongs to its function.
    const isSeen = name.includes(".") || around.every(({ span: body }) => within(span, body));
    return isSeen ? [{ path, judged: one }] : [];
  });
}

/** Whether the target gets past it all the same, by an arm of its own or none: nothing to be told of by itself. */
function isOthers({ excludesTarget, rule }: JudgedGate): boolean {
  return rule === null && excludesTarget !== "depends" && excludesTarget;
}

function isFinding({ excludesTarget, rule }: JudgedGate): boolean {
  return rule !== null && excludesTarget === true;
}

function nameIn(text: string): string | null {
  return BINDING.exec(text)?.[1] ?? null;
}
