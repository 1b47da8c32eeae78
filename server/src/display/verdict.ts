import type { Dependent, Domain, Gate } from "../gates/gate";
import type { Mask } from "../logic/sets";
import { variantMask } from "../logic/sets";
import { maskNames } from "../logic/names";
import type { Sentence } from "./words";
import { code } from "./words";

export interface Admitted {
  readonly admits: Mask;
  readonly depends: readonly Dependent[];
}

/**
 * What an admission does to the user's target, as the end of a sentence that begins with the target's name:
 * `compiles this`, `does not compile this`, `compiles this only as sm_120a`, `compiles this if X`.
 */
export function verdict(
  target: string,
  asked: Mask,
  domain: Domain,
  admitted: Admitted,
  verbs: readonly [string, string] = domain === "targets" ? TARGET_VERBS : DEVICE_VERBS,
): Sentence {
  const [verb, no] = verbs;
  const inside = admitted.admits & asked;
  const undecided = admitted.depends.filter((dependent) => (dependent.mask & asked) !== 0);
  if (inside === asked) return [verb];
  if (inside === 0)
    return undecided.length === 0 ? [no] : [`${verb} `, ...conditions(undecided, asked, domain)];
  const rest: Sentence = undecided.length === 0 ? [] : ["; ", ...conditions(undecided, asked, domain)];
  const outside = undecided.reduce((mask, dependent) => mask & ~dependent.mask, asked & ~inside);
  if ((inside & plainBit(target)) === 0) return [`${verb} only as ${namesOf(inside, domain)}`, ...rest];
  return [outside === 0 ? verb : `${verb}, but not as ${namesOf(outside, domain)}`, ...rest];
}

const TARGET_VERBS = ["compiles this", "does not compile this"] as const;
const DEVICE_VERBS = ["gets in here", "does not get in here"] as const;

export type Decided = Pick<Gate, "domain" | "admission" | "settled">;

/** The same of a gate: one that the compiler settles lets in, or does not; the line of it is compiled either way. */
export function verdictOf(target: string, asked: Mask, gate: Decided): Sentence {
  const isThere = gate.settled !== undefined && (gate.settled.reached & asked) !== 0;
  return verdict(target, asked, gate.domain, gate.admission, isThere ? DEVICE_VERBS : undefined);
}

/** Forms that are one condition; of others, arms among them, it is only a part that decides. */
const ONE_CONDITION = /^(?:if|refusal|definition|predicate|static_assert|return|choice)$/;

/** What a condition that the compiler settles comes to for all of the asked; null where that is not one value. */
export function settledFor(asked: Mask, { form, settled }: Pick<Gate, "form" | "settled">): boolean | null {
  if (settled === undefined || !ONE_CONDITION.test(form)) return null;
  if ((asked & ~settled.yes) === 0) return true;
  return (asked & ~settled.no) === 0 ? false : null;
}

/** `if X`, or where the conditions differ between variants `as sm_120f if X; as sm_120a if Y`. */
function conditions(undecided: readonly Dependent[], asked: Mask, domain: Domain): Sentence {
  return undecided.flatMap(({ mask, when }, index): Sentence => {
    const who = (mask & asked) === asked ? "" : `as ${namesOf(mask & asked, domain)} `;
    return [`${index === 0 ? "" : "; "}${who}if `, code(when)];
  });
}

function namesOf(mask: Mask, domain: Domain): string {
  return maskNames(mask, domain).join(", ");
}

function plainBit(target: string): Mask {
  const all = variantMask(target);
  return all & -all; // The plain target comes first of its variants.
}
