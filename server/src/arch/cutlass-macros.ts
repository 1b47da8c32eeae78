/**
 * What CUTLASS 4 defines for which targets under CUDA 13.0, for sources that include it where it is not at hand.
 *
 * Source: `cutlass/arch/config.h` and `cute/arch/config.hpp` of CUTLASS 4 (August 2026), evaluated for each target.
 */
import type { Target } from "./targets";

interface Row {
  readonly pattern: RegExp;
  /** `number` is the pattern's first group: 100 for `…SM100A…`. */
  readonly holds: (target: Target, number: number) => boolean;
  /** Whether the host pass defines it too: it says what the toolkit can do, not what the target has. */
  readonly host?: boolean;
  /** The measured instruction form that the macro stands for, where it stands for one. */
  readonly form?: string;
}

const isSpecific = (target: Target, from: number): boolean =>
  target.suffix !== "" && target.capability >= from;
const isTensorMemory = (target: Target): boolean => isSpecific(target, 100) && target.capability < 120;
const isFrom = ({ capability }: Target, number: number): boolean => capability >= number;

const GMMA = "wgmma.mma_async.f16";
const UMMA = "tcgen05.mma.kind::f16";

const ROWS: readonly Row[] = [
  // The name says SM100; what it means is that the toolkit knows it.
  {
    pattern:
      /^(?:CUTLASS|CUTE)_ARCH_(?:MMA|SPARSE_MMA)_(?:MODIFIABLE_TMA_|SPARSE_|F16_|F32_)?SM(7[05]|80|89|90|100|103|110|120|121)(?:_F64_MMA)?_SUPPORTED$/,
    holds: () => true,
    host: true,
  },
  {
    pattern: /^CUTLASS_ARCH_MMA_SM(\d+)F_SUPPORTED$/,
    holds: ({ capability }, number) => capability === number,
  },
  {
    pattern: /^(?:CUTLASS|CUTE)_ARCH_MMA_SM90A_ENABLED$/,
    holds: ({ capability, suffix }) => capability === 90 && suffix === "a",
    form: GMMA,
  },
  {
    pattern: /^CUTLASS_ARCH_MMA_SM(1[01]\d)A_ENABLED$/,
    holds: ({ capability, suffix }, number) => capability === number && suffix === "a",
    form: UMMA,
  },
  {
    pattern: /^CUTLASS_ARCH_MMA_SM(1[01]\d)F_ENABLED$/,
    holds: ({ capability, suffix }, number) => capability === number && suffix !== "",
    form: UMMA,
  },
  {
    pattern: /^CUTLASS_ARCH_MMA_SM(\d+)A_ENABLED$/,
    holds: ({ capability, suffix }, number) => capability === number && suffix === "a",
  },
  {
    pattern: /^CUTLASS_ARCH_MMA_SM(\d+)F_ENABLED$/,
    holds: ({ capability, suffix }, number) => capability === number && suffix !== "",
  },
  {
    pattern: /^CUTLASS_ARCH_MMA_SM(90|1\d\d)_ENABLED$/,
    holds: ({ capability }, number) => capability === number,
  },
  {
    pattern:
      /^(?:CUTLASS|CUTE)_ARCH_(?:MMA|SPARSE_MMA)_(?:F16_|F32_)?SM(7[05]|80|89|90)(?:_F64_MMA)?_ENABLED$/,
    holds: isFrom,
  },
  {
    pattern: /^CUTE_ARCH_(?:MMA_F64|CLUSTER|ELECT_ONE|LDSM|CP_ASYNC)_SM(75|80|90)_ENABLED$/,
    holds: isFrom,
  },
  {
    pattern: /^CUTLASS_ARCH_MMA_MODIFIABLE_TMA_SM90_ENABLED$/,
    holds: ({ capability, suffix }) => suffix === "a" && [90, 100, 120].includes(capability),
  },
  {
    pattern: /^CUTE_ARCH_DEVICE_MODIFIABLE_TMA_SM90_ENABLED$/,
    holds: (target) => isSpecific(target, 90),
  },
  {
    pattern: /^CUTE_ARCH_MXF4NVF4_4X_UE8M0_MMA_ENABLED$/,
    // From CUDA 13.1 on.
    holds: () => false,
  },
  {
    pattern: /^CUTE_ARCH_(?:MMA_SM120|TMA_SM120|F8F6F4_MMA|MXF8F6F4_MMA|MXF4NVF4_[24]X_U\w+_MMA)_ENABLED$/,
    holds: (target) => isFrom(target, 120),
  },
  {
    pattern: /^CUTE_ARCH_TMA_SM100_ENABLED$/,
    holds: isTensorMemory,
    form: "cp.async.bulk.tensor.cta_group::2",
  },
  {
    pattern:
      /^CUTE_ARCH_TCGEN05_(?:TMEM|TF32_MMA|F16F32_MMA|MXF(?:4|4NVF4|8F6F4)_MMA)_ENABLED$|^CUTLASS_ARCH_TCGEN_ENABLED$/,
    holds: isTensorMemory,
    form: UMMA,
  },
  {
    pattern: /^CUTE_ARCH_TCGEN05_S8_MMA_ENABLED$/,
    holds: (target) =>
      isTensorMemory(target) &&
      target.capability !== 103 &&
      (target.suffix === "a" || target.capability === 110),
    form: UMMA,
  },
  {
    pattern: /^CUTE_ARCH_TCGEN05_TMEM_STAT_ENABLED$/,
    holds: (target) => isTensorMemory(target) && target.capability === 103,
    form: UMMA,
  },
  {
    pattern: /^CUTE_ARCH_TCGEN05_F16BF16_MMA_SCALED_ENABLED$/,
    holds: (target) => isTensorMemory(target) && target.capability < 110,
    form: UMMA,
  },
  {
    pattern: /^CUTE_ARCH_(?:TMA|STSM)_SM90_ENABLED$/,
    holds: (target) => target.capability === 90 || isSpecific(target, 100),
  },
  {
    pattern: /^CUTE_ARCH_(?:LDSM|STSM|LOAD256|STORE256)_SM100A_ENABLED$|^CUTLASS_ARCH_CLC_ENABLED$/,
    holds: (target) => isSpecific(target, 100),
  },
  {
    pattern: /^CUTE_ARCH_FFMA2_SM100_ENABLED$/,
    holds: ({ capability }) => capability === 100,
  },
  {
    pattern: /^CUTE_ARCH_FLOAT2_MATH_ENABLED$/,
    holds: (target) => isTensorMemory(target) || target.capability === 100,
  },
];

/**
 * CUTLASS's macros with an argument, and the macros of the pass that each compares with it.
 *
 * Source: `cutlass/detail/helper_macros.hpp`.
 */
export const CUTLASS_CALLS: Readonly<Record<string, readonly string[]>> = {
  CUDA_ARCH_CONDITIONAL: ["__CUDA_ARCH_SPECIFIC__"],
  CUDA_ARCH_FAMILY: ["__CUDA_ARCH_FAMILY_SPECIFIC__"],
  CUDA_ARCH_CONDITIONAL_OR_FAMILY: ["__CUDA_ARCH_SPECIFIC__", "__CUDA_ARCH_FAMILY_SPECIFIC__"],
};

export interface CutlassMacro {
  readonly holds: (target: Target) => boolean;
  readonly host: boolean;
  /** The name of the measured instruction form that it stands for; null where it stands for none. */
  readonly form: string | null;
}

/** Null for a name that is not in the table. */
export function cutlassMacro(name: string): CutlassMacro | null {
  for (const { pattern, holds, host = false, form = null } of ROWS) {
    const match = pattern.exec(name);
    if (match !== null) return { holds: (target) => holds(target, Number(match[1] ?? 0)), host, form };
  }
  return null;
}

/** Whether an include asks for a header of CUTLASS. */
export function isCutlassHeader(spelling: string): boolean {
  return /^(?:cutlass|cute)\//.test(spelling);
}
