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
  readonly host: boolean;
}

const isSpecific = (target: Target, from: number): boolean =>
  target.suffix !== "" && target.capability >= from;
const isTensorMemory = (target: Target): boolean => isSpecific(target, 100) && target.capability < 120;

const ROWS: readonly Row[] = [
  // The name says SM100; what it means is that the toolkit knows it.
  {
    pattern:
      /^CUTLASS_ARCH_MMA_(?:MODIFIABLE_TMA_|SPARSE_)?SM(7[05]|80|89|90|100|103|110|120|121)(?:_F64_MMA)?_SUPPORTED$/,
    holds: () => true,
    host: true,
  },
  {
    pattern: /^(?:CUTLASS|CUTE)_ARCH_MMA_SM(\d+)A_ENABLED$/,
    holds: ({ capability, suffix }, number) => capability === number && suffix === "a",
    host: false,
  },
  {
    pattern: /^CUTLASS_ARCH_MMA_SM(\d+)F_ENABLED$/,
    holds: ({ capability, suffix }, number) => capability === number && suffix !== "",
    host: false,
  },
  {
    pattern: /^CUTLASS_ARCH_MMA_SM(90|1\d\d)_ENABLED$/,
    holds: ({ capability }, number) => capability === number,
    host: false,
  },
  {
    pattern: /^CUTLASS_ARCH_MMA_SM(7[05]|80)_ENABLED$/,
    holds: ({ capability }, number) => capability >= number,
    host: false,
  },
  {
    pattern: /^CUTE_ARCH_(?:MMA_SM120|TMA_SM120|F8F6F4_MMA|MXF8F6F4_MMA|MXF4NVF4_[24]X_U\w+_MMA)_ENABLED$/,
    holds: ({ capability }) => capability >= 120,
    host: false,
  },
  {
    pattern: /^CUTE_ARCH_(?:TMA_SM100|TCGEN05_(?:TMEM|TF32_MMA|F16F32_MMA|MXF\w+?_MMA))_ENABLED$/,
    holds: isTensorMemory,
    host: false,
  },
  {
    pattern: /^CUTE_ARCH_(?:TMA|STSM)_SM90_ENABLED$/,
    holds: (target) => target.capability === 90 || isSpecific(target, 100),
    host: false,
  },
  {
    pattern: /^CUTE_ARCH_(?:LDSM|STSM|LOAD256|STORE256)_SM100A_ENABLED$/,
    holds: (target) => isSpecific(target, 100),
    host: false,
  },
];

export interface CutlassMacro {
  readonly holds: (target: Target) => boolean;
  readonly host: boolean;
}

/** Null for a name that is not in the table. */
export function cutlassMacro(name: string): CutlassMacro | null {
  for (const { pattern, holds, host } of ROWS) {
    const match = pattern.exec(name);
    if (match !== null) return { holds: (target) => holds(target, Number(match[1] ?? 0)), host };
  }
  return null;
}

/** Whether an include asks for a header of CUTLASS. */
export function isCutlassHeader(spelling: string): boolean {
  return /^(?:cutlass|cute)\//.test(spelling);
}
