import type { Dependent, Domain } from "../gates/gate";
import type { Mask } from "../logic/sets";
import { variantMask } from "../logic/sets";
import { maskInWords, maskNames } from "../logic/names";
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
  const verb = domain === "targets" ? "compiles this" : "gets in here";
  const no = domain === "targets" ? "does not compile this" : "does not get in here";
  const inside = admitted.admits & asked;
  const undecided = admitted.depends.filter((dependent) => (dependent.mask & asked) !== 0);
  if (inside === asked) return [verb];
  if (inside === 0 && undecided.length === 0) return [no];
  if (inside === 0) return [`${verb} `, ...conditions(undecided, asked, domain)];
  const plain = variantMask(target) === asked ? plainBit(target) : 0;
  const rest: Sentence = undecided.length === 0 ? [] : ["; ", ...conditions(undecided, asked, domain)];
  return (inside & plain) === 0
    ? [`${verb} only as ${maskNames(inside, domain).join(", ")}`, ...rest]
    : [`${verb}, but not as ${maskNames(asked & ~inside, domain).join(", ")}`, ...rest];
}

function conditions(undecided: readonly Dependent[], asked: Mask, domain: Domain): Sentence {
  return undecided.flatMap((dependent, index): Sentence => {
    const whole = (dependent.mask & asked) === asked;
    const who = whole ? [] : [`${maskInWords(dependent.mask & asked, domain)} `];
    return [index === 0 ? "" : "; ", ...who, "if ", code(dependent.when)];
  });
}

function plainBit(target: string): Mask {
  const all = variantMask(target);
  return all & -all; // The plain target comes first of its variants.
}
