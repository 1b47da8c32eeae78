// What is let in to code it cannot run, a fallback for old targets, and a floor that stops none of the newer ones.
#pragma once

__global__ void wide(int* x) {
#if __CUDA_ARCH__ >= 1000
#^^^^^^^^^^^^^^^^^^^^^^^^ error[too-wide]: no variant of it has tcgen05.wait::ld.sync.aligned 💡 narrow
  asm volatile("tcgen05.wait::ld.sync.aligned;");
  x[0] = 1;
#endif
}

__device__ float power_of_two(float x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 750
  float y;
  asm("ex2.approx.ftz.f32 %0, %1;" : "=f"(y) : "f"(x));
  return y;
#else
  return exp2f(x);
#endif
}

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ < 890
#error "needs sm_89"
#endif

#define BELONGS_TO(major) (__CUDA_ARCH__ / 100 == (major))
__global__ void own_family_macro(int* x) {
#if BELONGS_TO(10) || BELONGS_TO(9)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: only sm_90–sm_103 (all variants) get in 💡 add-family, add-target
  x[0] = 2;
#endif
}
