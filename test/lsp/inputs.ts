/** Texts that the protocol tests open. */

/** Lines from 0: 2 is a finding for sm_120, 6 another. */
export const HEADER = `#pragma once
__device__ void wait() {
#if (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200))
  cudaGridDependencySynchronize();
#endif
  work();
#if (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200))
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}
`;

/** The same, open to sm_120. */
export const OPENED = HEADER.replaceAll(" && (__CUDA_ARCH__ < 1200)", "");

export const CLEAN = `#pragma once
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900)
__device__ void wait() { cudaGridDependencySynchronize(); }
#endif
#if defined(ENABLE_BF16) && __CUDA_ARCH__ >= 800
__device__ void narrow();
#endif
`;

export const JIT_LIST = `def gen_module():
    flags = current_context.get_nvcc_flags_list(supported_major_versions=[9, 10])
    return gen_jit_spec("allreduce", ["allreduce.cu"], extra_cuda_cflags=flags)
`;

/** Lines from 0: 3 names a predicate, 7 uses one whose definition cannot be found. */
export const PREDICATE = `import torch
from elsewhere import is_sm100_supported

def has_wide_copies(device):
    major, minor = torch.cuda.get_device_capability(device)
    return major in (9, 10)

use_wide = is_sm100_supported(0)
print(has_wide_copies(0))
`;
