#pragma once

#include <cuda_runtime.h>

namespace tilefuse {

// One 64 x 8 x 16 step on Hopper's warp-group tensor cores; both operands lie in shared memory.
__device__ __forceinline__ void warpgroup_mma(float (&d)[4], unsigned long long desc_a,
                                              unsigned long long desc_b) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
  asm volatile("wgmma.fence.sync.aligned;" ::: "memory");
  asm volatile(
      "wgmma.mma_async.sync.aligned.m64n8k16.f32.bf16.bf16 {%0, %1, %2, %3}, %4, %5, 1, 1, 1, 0, 0;"
      : "+f"(d[0]), "+f"(d[1]), "+f"(d[2]), "+f"(d[3])
      : "l"(desc_a), "l"(desc_b));
  asm volatile("wgmma.commit_group.sync.aligned;" ::: "memory");
  asm volatile("wgmma.wait_group.sync.aligned 0;" ::: "memory");
#endif
}

}  // namespace tilefuse
