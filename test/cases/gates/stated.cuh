// What comments beside a guard say of whom.
__device__ void work(int*);

__global__ void for_the_target(int* x) {
  // Consumer parts are left out on purpose.
#  if __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000
//    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[guard-empties-body]: Stated: "Consumer parts are left out on purpose". 💡
  work(x);
#endif
}

__global__ void of_another(int* x) {
  // sm_80 is intentionally excluded: its tiles are never launched.
#  if __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000
//    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: only sm_90–sm_100 (all variants) get in. It launches, does nothing, and the results are garbage 💡 add-family, add-target
  work(x);
#endif
}
