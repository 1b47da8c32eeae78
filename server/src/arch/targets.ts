/**
 * The targets nvcc of CUDA 13.0 compiles for, with the architecture macros of their device pass.
 *
 * Source: read off the command lines that nvcc/ptxas 13.0 (V13.0.88) print with --dryrun; the opt-in shared memory
 * sizes are the CUDA C++ Programming Guide's (not measured).
 */
export type Suffix = "" | "a" | "f";

export interface Target {
  /** As nvcc spells it: `sm_120f`. */
  readonly name: string;
  /** Ten times the major plus the minor compute capability: 120. */
  readonly capability: number;
  /** "" plain, "a" architecture-specific, "f" family-specific. */
  readonly suffix: Suffix;
  /**
   * Architecture macros of the device pass, `__CUDA_ARCH_LIST__` left out: it is the build's whole list, not the
   * target's. sm_121f has the family macro 1210, not 1200; an f target defines no `__CUDA_ARCH_FEAT_…_ALL`.
   */
  readonly macros: Readonly<Record<string, string>>;
  readonly minPtxVersion: string;
  readonly staticSharedMaxBytes: number;
  readonly optInSharedMaxBytes: number;
}

/** In nvcc's order. A target's index here is its bit in every `TargetSet`. */
export const TARGETS: readonly Target[] = [
  {
    name: "sm_75",
    capability: 75,
    suffix: "",
    macros: { __CUDA_ARCH__: "750" },
    minPtxVersion: "6.3",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 65536,
  },
  {
    name: "sm_80",
    capability: 80,
    suffix: "",
    macros: { __CUDA_ARCH__: "800" },
    minPtxVersion: "7.0",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 166912,
  },
  {
    name: "sm_86",
    capability: 86,
    suffix: "",
    macros: { __CUDA_ARCH__: "860" },
    minPtxVersion: "7.1",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 101376,
  },
  {
    name: "sm_87",
    capability: 87,
    suffix: "",
    macros: { __CUDA_ARCH__: "870" },
    minPtxVersion: "7.4",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 166912,
  },
  {
    name: "sm_88",
    capability: 88,
    suffix: "",
    macros: { __CUDA_ARCH__: "880" },
    minPtxVersion: "7.3",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 101376,
  },
  {
    name: "sm_89",
    capability: 89,
    suffix: "",
    macros: { __CUDA_ARCH__: "890" },
    minPtxVersion: "7.8",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 101376,
  },
  {
    name: "sm_90",
    capability: 90,
    suffix: "",
    macros: { __CUDA_ARCH__: "900" },
    minPtxVersion: "7.8",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 232448,
  },
  {
    name: "sm_90a",
    capability: 90,
    suffix: "a",
    macros: {
      __CUDA_ARCH__: "900",
      __CUDA_ARCH_FEAT_SM90_ALL: "1",
      __CUDA_ARCH_SPECIFIC__: "900",
      __CUDA_ARCH_FAMILY_SPECIFIC__: "900",
    },
    minPtxVersion: "8.0",
    staticSharedMaxBytes: 232448,
    optInSharedMaxBytes: 232448,
  },
  {
    name: "sm_100",
    capability: 100,
    suffix: "",
    macros: { __CUDA_ARCH__: "1000" },
    minPtxVersion: "8.6",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 232448,
  },
  {
    name: "sm_100a",
    capability: 100,
    suffix: "a",
    macros: {
      __CUDA_ARCH__: "1000",
      __CUDA_ARCH_FEAT_SM100_ALL: "1",
      __CUDA_ARCH_SPECIFIC__: "1000",
      __CUDA_ARCH_FAMILY_SPECIFIC__: "1000",
    },
    minPtxVersion: "8.6",
    staticSharedMaxBytes: 232448,
    optInSharedMaxBytes: 232448,
  },
  {
    name: "sm_100f",
    capability: 100,
    suffix: "f",
    macros: { __CUDA_ARCH__: "1000", __CUDA_ARCH_FAMILY_SPECIFIC__: "1000" },
    minPtxVersion: "8.8",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 232448,
  },
  {
    name: "sm_103",
    capability: 103,
    suffix: "",
    macros: { __CUDA_ARCH__: "1030" },
    minPtxVersion: "8.8",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 232448,
  },
  {
    name: "sm_103a",
    capability: 103,
    suffix: "a",
    macros: {
      __CUDA_ARCH__: "1030",
      __CUDA_ARCH_FEAT_SM103_ALL: "1",
      __CUDA_ARCH_SPECIFIC__: "1030",
      __CUDA_ARCH_FAMILY_SPECIFIC__: "1030",
    },
    minPtxVersion: "8.8",
    staticSharedMaxBytes: 232448,
    optInSharedMaxBytes: 232448,
  },
  {
    name: "sm_103f",
    capability: 103,
    suffix: "f",
    macros: { __CUDA_ARCH__: "1030", __CUDA_ARCH_FAMILY_SPECIFIC__: "1030" },
    minPtxVersion: "8.8",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 232448,
  },
  {
    name: "sm_110",
    capability: 110,
    suffix: "",
    macros: { __CUDA_ARCH__: "1100" },
    minPtxVersion: "9.0",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 232448,
  },
  {
    name: "sm_110a",
    capability: 110,
    suffix: "a",
    macros: {
      __CUDA_ARCH__: "1100",
      __CUDA_ARCH_FEAT_SM110_ALL: "1",
      __CUDA_ARCH_SPECIFIC__: "1100",
      __CUDA_ARCH_FAMILY_SPECIFIC__: "1100",
    },
    minPtxVersion: "9.0",
    staticSharedMaxBytes: 232448,
    optInSharedMaxBytes: 232448,
  },
  {
    name: "sm_110f",
    capability: 110,
    suffix: "f",
    macros: { __CUDA_ARCH__: "1100", __CUDA_ARCH_FAMILY_SPECIFIC__: "1100" },
    minPtxVersion: "9.0",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 232448,
  },
  {
    name: "sm_120",
    capability: 120,
    suffix: "",
    macros: { __CUDA_ARCH__: "1200" },
    minPtxVersion: "8.7",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 101376,
  },
  {
    name: "sm_120a",
    capability: 120,
    suffix: "a",
    macros: {
      __CUDA_ARCH__: "1200",
      __CUDA_ARCH_FEAT_SM120_ALL: "1",
      __CUDA_ARCH_SPECIFIC__: "1200",
      __CUDA_ARCH_FAMILY_SPECIFIC__: "1200",
    },
    minPtxVersion: "8.7",
    staticSharedMaxBytes: 101376,
    optInSharedMaxBytes: 101376,
  },
  {
    name: "sm_120f",
    capability: 120,
    suffix: "f",
    macros: { __CUDA_ARCH__: "1200", __CUDA_ARCH_FAMILY_SPECIFIC__: "1200" },
    minPtxVersion: "8.8",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 101376,
  },
  {
    name: "sm_121",
    capability: 121,
    suffix: "",
    macros: { __CUDA_ARCH__: "1210" },
    minPtxVersion: "8.8",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 101376,
  },
  {
    name: "sm_121a",
    capability: 121,
    suffix: "a",
    macros: {
      __CUDA_ARCH__: "1210",
      __CUDA_ARCH_FEAT_SM121_ALL: "1",
      __CUDA_ARCH_SPECIFIC__: "1210",
      __CUDA_ARCH_FAMILY_SPECIFIC__: "1210",
    },
    minPtxVersion: "8.8",
    staticSharedMaxBytes: 101376,
    optInSharedMaxBytes: 101376,
  },
  {
    name: "sm_121f",
    capability: 121,
    suffix: "f",
    macros: { __CUDA_ARCH__: "1210", __CUDA_ARCH_FAMILY_SPECIFIC__: "1210" },
    minPtxVersion: "8.8",
    staticSharedMaxBytes: 49152,
    optInSharedMaxBytes: 101376,
  },
];

/** What is in use, one for each capability. */
const IN_USE: readonly string[] = "sm_80 sm_89 sm_90 sm_100 sm_103 sm_110 sm_120 sm_121".split(" ");

/** The columns of a support matrix, unless others are asked for: what is in use, and the target asked about in its place. */
export function matrixTargets(asked: string): string[] {
  return TARGETS.map(({ name }) => name).filter((name) => name === asked || IN_USE.includes(name));
}

/** What is asked about unless the user says otherwise. */
export const DEFAULT_TARGET = "sm_120";

const byName = new Map(TARGETS.map((target, index) => [target.name, index]));

/** The index of a target's name, or undefined when this toolkit has no such target. */
export function targetIndex(name: string): number | undefined {
  return byName.get(name);
}

/**
 * The targets that a question about `name` is about: a plain name asks for the base, the plain target and its a and
 * f variants; a name with a suffix asks for that one. Empty when the toolkit has no such target.
 */
export function variantsOf(name: string): readonly Target[] {
  const index = targetIndex(name);
  const asked = index === undefined ? undefined : TARGETS[index];
  if (asked === undefined) return [];
  return asked.suffix === "" ? TARGETS.filter((target) => target.capability === asked.capability) : [asked];
}
