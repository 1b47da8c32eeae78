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
#ifdef ENABLE_BF16
__device__ void narrow();
#endif
`;

export const JIT_LIST = `def gen_module():
    flags = current_context.get_nvcc_flags_list(supported_major_versions=[9, 10])
    return gen_jit_spec("allreduce", ["allreduce.cu"], extra_cuda_cflags=flags)
`;
