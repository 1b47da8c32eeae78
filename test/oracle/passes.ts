/** The compile passes that the reference preprocessor is run for: the device pass of every target, and the host's. */
import { TARGETS } from "../../server/src/arch/targets";

export interface Pass {
  /** A target's name, or `host`. */
  readonly name: string;
  readonly macros: Readonly<Record<string, string>>;
}

/** What nvcc 13.0 passes to its preprocessor in every pass; CUDART_VERSION comes from the forced cuda_runtime.h. */
const COMMON_MACROS: Readonly<Record<string, string>> = {
  __CUDACC__: "1",
  __NVCC__: "1",
  __CUDACC_VER_MAJOR__: "13",
  __CUDACC_VER_MINOR__: "0",
  __CUDACC_VER_BUILD__: "88",
  __CUDA_API_VER_MAJOR__: "13",
  __CUDA_API_VER_MINOR__: "0",
  __NVCC_DIAG_PRAGMA_SUPPORT__: "1",
  __CUDACC_DEVICE_ATOMIC_BUILTINS__: "1",
  CUDART_VERSION: "13000",
};

/** Bit i of every mask of passes is `PASSES[i]`: the targets in their own order, the host last. */
export const PASSES: readonly Pass[] = [
  ...TARGETS.map((target) => ({
    name: target.name,
    macros: {
      ...COMMON_MACROS,
      CUDA_DOUBLE_MATH_FUNCTIONS: "1",
      __CUDA_ARCH_LIST__: target.macros["__CUDA_ARCH__"] ?? "",
      ...target.macros,
    },
  })),
  { name: "host", macros: { ...COMMON_MACROS, __CUDA_ARCH_LIST__: "1200" } },
];

export const HOST_PASS = PASSES.length - 1;

/** The macros that not every pass defines alike. */
export const VARYING_MACROS: readonly string[] = [
  ...new Set(PASSES.flatMap((pass) => Object.keys(pass.macros))),
].filter((name) => new Set(PASSES.map((pass) => pass.macros[name])).size > 1);

/**
 * Passes that cannot differ for this text, together: those that agree on every varying macro it mentions. A text
 * that pastes tokens could spell any name, so it keeps them all apart.
 */
export function groupPasses(text: string): number[][] {
  const joined = text.replace(/\\[ \t\v\f]*\r?\n/g, "");
  const pastes = /##|%:%:/.test(joined);
  const mentioned = VARYING_MACROS.filter((name) => pastes || joined.includes(name));
  const groups = new Map<string, number[]>();
  PASSES.forEach((pass, index) => {
    const key = mentioned.map((name) => pass.macros[name] ?? "-").join(" ");
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [index]);
    else group.push(index);
  });
  return [...groups.values()];
}
