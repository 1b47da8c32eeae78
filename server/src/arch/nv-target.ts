/**
 * The selectors of CCCL's `<nv/target>`: in which passes the code is compiled that `NV_IF_TARGET(selector, (code))`
 * holds. Source: nv/detail/__target_macros of CCCL 3.3; test/oracle/ asks nvcc, where there is one.
 */
import { ALL_PASSES, HOST_PASS } from "./passes";
import type { PassMask } from "./passes";
import { TARGETS } from "./targets";
import type { Target } from "./targets";

const HOST: PassMask = 1 << HOST_PASS;

/** The passes that a selector stands for; null where it is none that is known. */
export function passesOfSelector(name: string): PassMask | null {
  if (name === "NV_ANY_TARGET") return ALL_PASSES;
  if (name === "NV_NO_TARGET") return 0;
  if (name === "NV_IS_HOST") return HOST;
  if (name === "NV_IS_DEVICE") return ALL_PASSES & ~HOST;
  const [, what = "", digits = "", suffix = ""] =
    /^NV_(PROVIDES|IS_EXACTLY|HAS_FEATURE)_SM_(\d{2,3})([af]?)$/.exec(name) ?? [];
  const number = Number(digits);
  if (what === "HAS_FEATURE") {
    if (suffix === "") return null;
    const macro = suffix === "a" ? "__CUDA_ARCH_SPECIFIC__" : "__CUDA_ARCH_FAMILY_SPECIFIC__";
    const isIn = (value: number): boolean =>
      suffix === "a"
        ? value === number * 10 || (number === 107 && value === 1030)
        : value >= number * 10 && value < (Math.floor(number / 10) + 1) * 100;
    return passesWhere(({ macros }) => isIn(Number(macros[macro] ?? 0)));
  }
  if (what === "" || suffix !== "") return null;
  return passesWhere(({ capability }) =>
    what === "PROVIDES" ? capability >= number : capability === number,
  );
}

function passesWhere(test: (target: Target) => boolean): PassMask {
  return TARGETS.reduce((mask, target, index) => (test(target) ? mask | (1 << index) : mask), 0);
}
