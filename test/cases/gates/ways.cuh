// Macros defined under a guard that choose between ways, and one that leaves a gap.
__device__ void work(int*);

#if __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[guard-excludes-target]: Other branch for sm_120
#define TWO_WAYS
#endif

#if __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: Skipped for sm_120
#define ONE_WAY
#endif

__global__ void kernel(int* x) {
  work(x);
#ifdef TWO_WAYS
  work(x + 1);
#else
  work(x + 2);
#endif
#ifdef TWO_WAYS
  int heads = 2;
  work(x + 3);
#else
  int heads = 1;
#endif
#ifndef TWO_WAYS
  work(x + 5);
#endif
#ifdef TWO_WAYS
  work(x + 6);
#endif
#ifdef ONE_WAY
  work(x + 7);
#else
  work(x + 8);
#endif
#ifdef ONE_WAY
  work(x + 9);
#endif
}
