// Upper bounds, in every spelling.
#pragma once

__device__ void sync();

__global__ void plain(int* x) {
#if (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200))
//                                                       ^^^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: only sm_90–sm_110 (all variants) get in 💡 drop-upper-bound, raise-upper-bound, add-family, add-target
  x[0] = 1;
#endif
}

__global__ void statement(int* x) {
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ <= 1199
//                          ^^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: Skipped for sm_120 💡 drop-upper-bound, raise-upper-bound, add-family, add-target
  sync();
#endif
  x[0] = 1;
}

__global__ void negated(int* x) {
#if __CUDA_ARCH__ >= 900 && !(__CUDA_ARCH__ >= 1200)
//                          ^^^^^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: for sm_120: only sm_90– 💡 drop-upper-bound, raise-upper-bound, add-family, add-target
  sync();
#endif
  x[0] = 1;
}

__global__ void reversed(int* x) {
#if 900 <= __CUDA_ARCH__ && 1200 > __CUDA_ARCH__
//                          ^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: for sm_120: only sm_90– 💡 drop-upper-bound, raise-upper-bound, add-family, add-target
  sync();
#endif
  x[0] = 1;
}

__global__ void otherwise(int* x) {
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
//                          ^^^^^^^^^^^^^^^^^^^^ information[guard-excludes-target]: Other branch for sm_120
  sync();
#else
  x[1] = 2;
#endif
  x[0] = 1;
}

// Older targets only: nothing newer than they gets in.
__global__ void older(int* x) {
#if __CUDA_ARCH__ < 800
  sync();
#endif
  x[0] = 1;
}

// Everything from Hopper on is in.
__global__ void open(int* x) {
#if __CUDA_ARCH__ >= 900
  sync();
#endif
  x[0] = 1;
}
