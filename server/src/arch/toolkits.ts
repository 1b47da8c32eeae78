import { TARGETS } from "./targets";

/**
 * The toolkit that brought each version of PTX. Source: "PTX ISA version 9.0", section "PTX ISA Release Notes".
 * The first toolkit that compiles for a device is the one with the least PTX version of its targets.
 */
const TOOLKIT_OF_PTX: Readonly<Record<string, number>> = {
  "6.3": 10.0,
  "7.0": 11.0,
  "7.1": 11.1,
  "7.3": 11.3,
  "7.4": 11.4,
  "7.8": 11.8,
  "8.0": 12.0,
  "8.6": 12.7,
  "8.7": 12.8,
  "8.8": 12.9,
  "9.0": 13.0,
};

/** The first CUDA version (12.8) with a target of this capability (120); undefined for an unknown one. */
export function firstToolkitFor(capability: number): number | undefined {
  const target = TARGETS.find((candidate) => candidate.capability === capability);
  return target === undefined ? undefined : TOOLKIT_OF_PTX[target.minPtxVersion];
}

/** The toolkit that the facts about targets were taken from. */
export const TOOLKIT = 13.0;

/** Versions that builds tell apart, and one that is newer than any of them. */
export const TOOLKITS: readonly number[] = [
  11.0, 11.1, 11.2, 11.4, 11.6, 11.8, 12.0, 12.1, 12.3, 12.4, 12.6, 12.8, 12.9, 13.0, 13.1, 13.2, 99,
];
