import type { Dependent, Domain } from "../gates/gate";
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
export function verdict(target: string, asked: Mask, domain: Domain, admitted: Admitted): Sentence {
  const [verb, no] = domain === "targets" ? TARGET_VERBS : DEVICE_VERBS;
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
