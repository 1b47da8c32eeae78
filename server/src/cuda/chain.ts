/** One `#if … #endif` seen from the targets that were asked about: which branch serves them, and which leave them out. */
import { TARGETS } from "../arch/targets";
import { ALL_TARGETS, maskWhere } from "../logic/sets";
import type { Mask } from "../logic/sets";
import type { Condition, Diagrams } from "../logic/diagram";
import { isGivenUp } from "./decide";
import type { Branch, Chain } from "./branch";

/** Guards for targets before Hopper are no concern: what they leave out they leave out for being newer. */
export const HOPPER = 90;
export const FROM_HOPPER_ON = maskWhere(TARGETS, (target) => target.capability >= HOPPER);

/** The targets in which a condition can hold, for some values of the unknown macros. */
export function possibleIn(diagrams: Diagrams, condition: Condition): Mask {
  return diagrams.possibleIn(condition) & ALL_TARGETS;
}

/** Whether a branch's own condition tells targets apart (host against device alone does not count). */
export function decidesByTarget(diagrams: Diagrams, branch: Branch): boolean {
  if (branch.verdict === null)
    return branch.chain.branches.some((other) => other.verdict !== null && decidesByTarget(diagrams, other));
  if (isGivenUp(branch)) return mayDecide(branch);
  const parts = diagrams.partsOf(branch.holds).filter((part) => (part.mask & ALL_TARGETS) !== 0);
  return parts.length > 1;
}

/** A given up condition on the architecture: not to count it would say that nothing was there. */
function mayDecide({ tokens }: Branch): boolean {
  return tokens.some(({ text }) => text.startsWith("__CUDA_ARCH"));
}

export interface ChainView {
  readonly chain: Chain;
  /** Branches whose condition tells targets apart, with the #else of such. */
  readonly deciding: readonly Branch[];
  /** The branches that can be compiled for the asked targets, #else included. */
  readonly serving: readonly Branch[];
  /** Whether the asked targets get as far as this chain at all. */
  readonly reached: boolean;
}

export function viewChain(diagrams: Diagrams, chain: Chain, asked: Mask): ChainView {
  const outer = chain.parent === null ? ALL_TARGETS : possibleIn(diagrams, chain.parent.presence);
  return {
    chain,
    deciding: chain.branches.filter((branch) => decidesByTarget(diagrams, branch)),
    serving: chain.branches.filter((branch) => (possibleIn(diagrams, branch.presence) & asked) !== 0),
    reached: (outer & asked) !== 0,
  };
}

/** Where any of the arms is compiled; one unknown where that cannot be told apart. */
export function unionOf(diagrams: Diagrams, arms: readonly Branch[]): Condition {
  const exact = diagrams.budget.attempt(
    () => arms.reduce((sum, arm) => diagrams.or(sum, arm.presence), diagrams.never),
    arms.length,
  );
  if (exact !== null) return exact;
  const possible = arms.reduce((mask, arm) => mask | diagrams.possibleIn(arm.presence), 0);
  const unknown = diagrams.unknown(`ladder_in_line_of_directive_${arms[0]?.at ?? 0}`);
  return diagrams.choose(diagrams.inPasses(possible), unknown, diagrams.never);
}

/** Other capabilities' targets from Hopper on that the branch can be compiled for. */
export function rivalsOf(diagrams: Diagrams, branch: Branch, asked: Mask): Mask {
  const capabilities = new Set(
    TARGETS.filter((_, index) => (asked >> index) & 1).map((target) => target.capability),
  );
  const others = maskWhere(TARGETS, (target) => !capabilities.has(target.capability));
  return possibleIn(diagrams, branch.presence) & FROM_HOPPER_ON & others;
}

/**
 * Whether `branch` is the arm of older targets, and everything newer than those, the asked among it, shares another:
 * `#if __CUDA_ARCH__ < 1000 … #else …` leaves sm_120 out of the first in good company.
 */
export function isForOlderTargets(diagrams: Diagrams, branch: Branch, serving: Branch): boolean {
  const own = capabilitiesIn(possibleIn(diagrams, branch.presence));
  const served = capabilitiesIn(possibleIn(diagrams, serving.presence));
  const newest = Math.max(...own);
  if (served.some((capability) => capability <= newest)) return false;
  const newer = TARGETS.filter((target) => target.capability > newest);
  return newer.every((target) => served.includes(target.capability));
}

/**
 * Whether the branch is for newer members of the target's own family alone: `== 1210` holds what that one needs beside
 * what its elder has (a fence that works round its hardware), or is told where it forgets the elder.
 */
export function isForNewerSibling(diagrams: Diagrams, branch: Branch, excluded: Mask): boolean {
  const admitted = possibleIn(diagrams, branch.presence);
  const newest = Math.max(...capabilitiesIn(excluded));
  return (
    admitted !== 0 &&
    (admitted & ~familiesOf(excluded)) === 0 &&
    capabilitiesIn(admitted).every((capability) => capability > newest)
  );
}

/** All targets of a higher capability than any in `mask`. */
export function newerThan(mask: Mask): Mask {
  const newest = Math.max(...capabilitiesIn(mask));
  return maskWhere(TARGETS, (target) => target.capability > newest);
}

export function hasOlderThanHopper(mask: Mask): boolean {
  return (mask & ~FROM_HOPPER_ON) !== 0;
}

/** Whether capabilities between the oldest and the newest of `mask` are missing in it. */
export function hasGaps(mask: Mask): boolean {
  const own = new Set(capabilitiesIn(mask));
  const [least, most] = [Math.min(...own), Math.max(...own)];
  return TARGETS.some(({ capability }) => capability > least && capability < most && !own.has(capability));
}

/** All targets of the same major capability as any in `mask`. */
export function familiesOf(mask: Mask): Mask {
  const majors = new Set(capabilitiesIn(mask).map((capability) => Math.floor(capability / 10)));
  return maskWhere(TARGETS, (target) => majors.has(Math.floor(target.capability / 10)));
}

/** The capability of each of the targets, once for each variant. */
export function capabilitiesIn(mask: Mask): number[] {
  return TARGETS.filter((_, index) => (mask >> index) & 1).map((target) => target.capability);
}
