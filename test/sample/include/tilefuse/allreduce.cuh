#pragma once

#include <cuda_runtime.h>

namespace tilefuse {

struct AllReduceParams {
  float const* __restrict__ const* inputs;  // one buffer for each rank
  float const* __restrict__ residual;
  float* __restrict__ output;
  int ranks;
  int elements;
};

// Sets of four floats travel together: 16 bytes are the widest load there is.
static constexpr int kVector = 4;

__device__ __forceinline__ float4 add(float4 a, float4 b) {
  return make_float4(a.x + b.x, a.y + b.y, a.z + b.z, a.w + b.w);
}

__device__ __forceinline__ float4 sum_over_ranks(AllReduceParams const& params, int index) {
  float4 sum = make_float4(0.f, 0.f, 0.f, 0.f);
  for (int rank = 0; rank < params.ranks; ++rank) {
    sum = add(sum, reinterpret_cast<float4 const*>(params.inputs[rank])[index]);
  }
  return sum;
}

// Tensor cores of Ampere and later read bf16; before, the sum is rounded by hand.
__device__ __forceinline__ float round_to_bf16(float value) {
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ < 800)
  unsigned bits = __float_as_uint(value);
  bits += 0x7fffu + ((bits >> 16) & 1u);
  return __uint_as_float(bits & 0xffff0000u);
#else
  unsigned short half;
  asm("cvt.rn.bf16.f32 %0, %1;" : "=h"(half) : "f"(value));
  return __uint_as_float(static_cast<unsigned>(half) << 16);
#endif
}

// Adds the residual to the sum over all ranks. One thread handles four elements.
__global__ void allreduce_residual_kernel(AllReduceParams params) {
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  if (index * kVector >= params.elements) return;

#if (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200))
  cudaGridDependencySynchronize();
#endif

  float4 sum = sum_over_ranks(params, index);
  float4 residual = reinterpret_cast<float4 const*>(params.residual)[index];
  reinterpret_cast<float4*>(params.output)[index] = add(sum, residual);

#if (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200))
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

// The same in one launch with the rounding; a cluster of blocks shares the work.
__global__ void allreduce_oneshot_kernel(AllReduceParams params) {
#if (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200))
  int index = blockIdx.x * blockDim.x + threadIdx.x;
  cudaGridDependencySynchronize();
  if (index * kVector < params.elements) {
    float4 sum = sum_over_ranks(params, index);
    sum.x = round_to_bf16(sum.x);
    sum.y = round_to_bf16(sum.y);
    sum.z = round_to_bf16(sum.z);
    sum.w = round_to_bf16(sum.w);
    reinterpret_cast<float4*>(params.output)[index] = sum;
  }
  cudaTriggerProgrammaticLaunchCompletion();
#endif
}

}  // namespace tilefuse
