import { TARGETS } from "./targets";

/**
 * The passes nvcc makes over a source: one device pass a target, and the host pass. Bit i of a `PassMask` is
 * `TARGETS[i]`; the host pass is the bit after the last target.
 */
export type PassMask = number;

export const HOST_PASS = TARGETS.length;
export const PASS_COUNT = TARGETS.length + 1;
export const ALL_PASSES: PassMask = (1 << PASS_COUNT) - 1;
