/** The compile passes that the reference preprocessor is run for: the device pass of every target, and the host's. */
import { NVCC_DEVICE_MACROS, NVCC_MACROS } from "../../server/src/arch/assumptions";
import { ALL_PASSES } from "../../server/src/arch/passes";
import { TARGETS } from "../../server/src/arch/targets";

export interface Pass {
  /** A target's name, or `host`. */
  readonly name: string;
  readonly macros: Readonly<Record<string, string>>;
}

/**
 * Bit i of every mask of passes is `PASSES[i]`: the targets in their own order, the host last. Each is a build for
 * one target alone, so `__CUDA_ARCH_LIST__` is that one.
 */
export const PASSES: readonly Pass[] = [
  ...TARGETS.map((target) => ({
    name: target.name,
    macros: {
      ...NVCC_MACROS,
      ...NVCC_DEVICE_MACROS,
      __CUDA_ARCH_LIST__: target.macros["__CUDA_ARCH__"] ?? "",
      ...target.macros,
    },
  })),
  { name: "host", macros: { ...NVCC_MACROS, __CUDA_ARCH_LIST__: "1200" } },
];

/** `sm_90 … host` for a mask of passes, whichever is shorter: those in it or those not. */
export function passNames(mask: number): string {
  const names = PASSES.filter((_, index) => (mask >> index) & 1).map((pass) => pass.name);
  const others = PASSES.filter((_, index) => ((mask >> index) & 1) === 0).map((pass) => pass.name);
  if (names.length === 0) return "nowhere";
  if (others.length === 0) return "everywhere";
  return others.length < names.length ? `everywhere but ${others.join(" ")}` : names.join(" ");
}

/** The passes with these names, as a mask. */
export function passMask(...names: readonly string[]): number {
  return PASSES.reduce((mask, pass, index) => (names.includes(pass.name) ? mask | (1 << index) : mask), 0);
}

/** The macros that not every pass defines alike. */
export const VARYING_MACROS: readonly string[] = [
  ...new Set(PASSES.flatMap((pass) => Object.keys(pass.macros))),
].filter((name) => new Set(PASSES.map((pass) => pass.macros[name])).size > 1);

/**
 * Passes that cannot differ for this text, together: those that agree on every varying macro it mentions. A text
 * that pastes tokens could spell any name, so it keeps them all apart.
 */
export function groupPasses(text: string, asked = ALL_PASSES): number[][] {
  const joined = text.replace(/\\[ \t\v\f]*(?:\r\n?|\n)/g, "");
  const pastes = /##|%:%:/.test(joined);
  const mentioned = VARYING_MACROS.filter((name) => pastes || joined.includes(name));
  const groups = new Map<string, number[]>();
  PASSES.forEach((pass, index) => {
    if (((asked >> index) & 1) === 0) return;
    const key = mentioned.map((name) => pass.macros[name] ?? "-").join(" ");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [index]);
    else group.push(index);
  });
  return [...groups.values()];
}
