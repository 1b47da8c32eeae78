// Functions that answer what they were compiled for, and functions that hand back nothing instead of working.
__device__ int work(int*);

__device__ bool either_way() {
#if __CUDA_ARCH__ == 900
  return true;
#else
  return false;
#endif
}

__device__ bool or_what_follows() {
#if __CUDA_ARCH__ == 900
  return 1;
#endif
  return 0;
}

__device__ int of_several() {
#if __CUDA_ARCH__ == 900
  return 4;
#elif __CUDA_ARCH__ == 1000
  return 8;
#else
  return Stages::least;
#endif
}

__device__ bool by_a_macro() {
  NV_IF_TARGET(NV_IS_EXACTLY_SM_90, (return true;), (return false;))
}

__device__ bool by_a_macro_or_what_follows() {
  NV_IF_TARGET(NV_IS_EXACTLY_SM_90, (return 1;))
  return 0;
}

__device__ bool without_another_answer() {
#  if __CUDA_ARCH__ == 900
//    ^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: Calls of it do nothing
  return true;
#endif
}

__device__ int works_or_zero(int* x) {
#  if __CUDA_ARCH__ == 900
//    ^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: Calls of it return 0, and the results are garbage
  return work(x);
#else
  return 0;
#endif
}

__device__ float works_or_zero_behind(int* x) {
#  if __CUDA_ARCH__ == 900
//    ^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: Calls of it return 0.f, and the results are garbage
  return work(x);
#endif
  return 0.f;
}

__device__ int works_or_zero_by_a_macro(int* x) {
  NV_IF_TARGET(NV_IS_EXACTLY_SM_90, (return work(x);))
//             ^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: Calls of it return 0, and the results are garbage
  return 0;
}

__device__ int answers_or_traps() {
#  if __CUDA_ARCH__ == 900
//    ^^^^^^^^^^^^^^^^^^^^ warning[guard-traps]: Trap for sm_120
  return 4;
#else
  __trap();
#endif
}

__global__ void newer_trap_by_a_macro(int* x) {
  NV_IF_TARGET(NV_PROVIDES_SM_100, (__trap();), (work(x);))
//^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[guard-traps]: Trap for sm_120: the code under this guard turns targets away
}

__global__ void trap_beside_a_sibling(int* x) {
#  if __CUDA_ARCH__ > 1200
//    ^^^^^^^^^^^^^^^^^^^^ warning[guard-traps]: Trap for sm_120: only sm_121
  work(x);
#else
  __trap();
#endif
}

__global__ void trap_beside_a_sibling_by_a_macro(int* x) {
  NV_IF_TARGET(NV_PROVIDES_SM_121, (work(x);), (__trap();))
//             ^^^^^^^^^^^^^^^^^^ warning[guard-traps]: Trap for sm_120: only sm_121
}
