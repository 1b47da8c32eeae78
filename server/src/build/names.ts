import { parseArch } from "../arch/arch-list";
import { DEVICES } from "../arch/devices";
import { maskWhere, type Mask } from "../logic/sets";

/** Whether a variable, property or keyword of this name holds CUDA architectures. */
export function holdsArchs(name: string): boolean {
  return (
    /(?:^|_)(?:ARCHS?|ARCHES|ARCHITECTURES?|CAPABILIT(?:Y|IES)|ARCH_LIST|GENCODE\w*|CC_LIST)(?:$|_)/i.test(
      name,
    ) && !OTHER_GPUS.test(name)
  );
}

const OTHER_GPUS = /HIP|ROCM|GFX|AMD|MUSA|SYCL|VULKAN|ANDROID|OSX|APPLE|CPU|RISCV|ARM/i;

/** Lists that stand for a whole build rather than for the kernels of one feature. */
export function isOverallList(name: string, length: number): boolean {
  // one target's property with one architecture is chosen for that target
  if (/^CUDA_ARCHITECTURES$/i.test(name)) return length > 1;
  return (
    /^(?:ENV\{)?(?:CMAKE_CUDA_ARCHITECTURES|CUDA_ARCHITECTURES|CUDA_ARCHS?|NVCC_ARCHS?|ARCHS?)\}?$/i.test(
      name,
    ) ||
    /SUPPORTED|DEFAULT|CUDA_ARCH_LIST|CUDA_ARCHITECTURES$|NVCC_ARCHS/i.test(name) ||
    /^(?:CMAKE_)?(?:CUDA|NVCC)_(?:NVCC_)?FLAGS/i.test(name)
  );
}

/** Names of generations, as kernels and their lists carry them. */
const GENERATIONS: readonly (readonly [RegExp, (major: number) => boolean])[] = [
  [/HOPPER/i, (major) => major === 9],
  [/GEFORCE/i, (major) => major === 12],
  [/AMPERE|(?:^|[_-])ADA(?:[_-]|$)/i, (major) => major === 8],
];

/**
 * The devices that a name says its code is for: `FP4_SM100_ARCHS` and `gemm_sm100.cu` for 10.x; null where it says
 * nothing. A kernel named for one member of a family serves the family at most.
 */
export function devicesNamedBy(name: string): Mask | null {
  let mask = 0;
  for (const [, digits = ""] of name.matchAll(/sm_?(\d{2,3})[afx]?(?![0-9])/gi)) {
    const capability = parseArch(digits)?.capability ?? 0;
    mask |= maskWhere(DEVICES, (device) => device.major === Math.floor(capability / 10));
  }
  for (const [pattern, test] of GENERATIONS) {
    if (pattern.test(name)) mask |= maskWhere(DEVICES, (device) => test(device.major));
  }
  return mask === 0 ? null : mask;
}
