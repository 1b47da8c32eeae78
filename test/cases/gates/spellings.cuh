// The same bounds and lists in the spellings that people use.
__device__ void work(int*);

__global__ void range(int* x) {
#if (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200))
//                                                       ^^^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: Empty body for sm_120: only sm_90–sm_110 (all variants) get in 💡 drop-upper-bound, raise-upper-bound, add-family, add-target
  work(x);
#endif
}

__global__ void one_family(int* x) {
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000 && __CUDA_ARCH__ < 1100
//                                                     ^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: Skipped for sm_120: only sm_100–sm_103 (all variants) get in. 💡 add-family, add-target, drop-upper-bound, raise-upper-bound
  work(x);
#endif
  x[0] = 2;
}

__global__ void bound_alone(int* x) {
#if __CUDA_ARCH__ <= 1100
//  ^^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: Skipped for sm_120: only sm_75–sm_110 (all variants) get in. 💡 raise-upper-bound, add-family, add-target
  work(x);
#endif
  x[0] = 2;
}

__global__ void negated_bound(int* x) {
#if !(__CUDA_ARCH__ >= 1200)
//  ^^^^^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: Skipped for sm_120: only sm_75–sm_110 (all variants) get in. 💡 raise-upper-bound, add-family, add-target
  work(x);
#endif
  x[0] = 2;
}

__global__ void turned_round(int* x) {
#if 900 <= __CUDA_ARCH__ && 1200 > __CUDA_ARCH__
//                          ^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: Empty body for sm_120: only sm_90–sm_110 (all variants) get in 💡 drop-upper-bound, raise-upper-bound, add-family, add-target
  work(x);
#endif
}

__global__ void words(int* x) {
#if defined(__CUDA_ARCH__) and (__CUDA_ARCH__ >= 900) and not (__CUDA_ARCH__ >= 1200)
//                                                        ^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: Empty body for sm_120: only sm_90–sm_110 (all variants) get in 💡 drop-upper-bound, raise-upper-bound, add-family, add-target
  work(x);
#endif
}

__global__ void conditional(int* x) {
#if (__CUDA_ARCH__ >= 1200 ? 0 : __CUDA_ARCH__ >= 900)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: Empty body for sm_120: only sm_90–sm_110 (all variants) get in 💡 add-family, add-target
  work(x);
#endif
}

__global__ void division(int* x) {
#if __CUDA_ARCH__ / 100 == 10
//  ^^^^^^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: Skipped for sm_120: only sm_100–sm_103 (all variants) get in. 💡 add-family, add-target
  work(x);
#endif
  x[0] = 2;
}

__global__ void unequal(int* x) {
#if __CUDA_ARCH__ != 1200 && __CUDA_ARCH__ != 1210 && __CUDA_ARCH__ >= 900
//  ^^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: Empty body for sm_120: only sm_90–sm_110 (all variants) get in 💡 drop-exclusion, drop-exclusion, add-family, add-target
  work(x);
#endif
}

__global__ void not_in_list(int* x) {
#if __CUDA_ARCH__ >= 900 && !(__CUDA_ARCH__ == 1200 || __CUDA_ARCH__ == 1210)
//                            ^^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: Empty body for sm_120: only sm_90–sm_110 (all variants) get in 💡 drop-exclusion, add-family, add-target
  work(x);
#endif
}

__global__ void not_in_range(int* x) {
#if (__CUDA_ARCH__ >= 900) && !(__CUDA_ARCH__ >= 1200 && __CUDA_ARCH__ < 1300)
//                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: Empty body for sm_120: only sm_90–sm_110 (all variants) get in 💡 drop-exclusion, add-family, add-target
  work(x);
#endif
}

__global__ void old_list(int* x) {
#if __CUDA_ARCH__ == 800 || __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: Skipped for sm_120: only sm_80 and sm_90–sm_100 (all variants) get in. 💡 add-family, add-target
  work(x);
#endif
  x[0] = 2;
}

// A bound that older targets alone are within is no list.
__global__ void for_older(int* x) {
#if __CUDA_ARCH__ < 1000
//  ^^^^^^^^^^^^^^^^^^^^ information[guard-excludes-target]: Left out: sm_120: only sm_75–sm_90 (all variants) get in. 💡 add-family, add-target, raise-upper-bound
  work(x);
#endif
  x[0] = 2;
}

#define CC_HOPPER 900
#define CC_BLACKWELL 1200
#define CC_SPARK 1210

__global__ void named(int* x) {
#if __CUDA_ARCH__ >= CC_HOPPER && __CUDA_ARCH__ < CC_BLACKWELL
//                                ^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: Skipped for sm_120: only sm_90–sm_110 (all variants) get in. 💡 drop-upper-bound, raise-upper-bound, add-family, add-target
  work(x);
#endif
  x[0] = 2;
}

__global__ void one_sibling(int* x) {
#if __CUDA_ARCH__ >= CC_BLACKWELL && __CUDA_ARCH__ < CC_SPARK
//                                   ^^^^^^^^^^^^^^^^^^^^^^^^ information[forgets-sibling]: sm_121 (all variants) is left out, though it is of the same family as sm_120, which the ga 💡 drop-upper-bound, raise-upper-bound, add-family, add-target
  work(x);
#endif
  x[0] = 2;
}

__global__ void one_sibling_if_asked_for(int* x) {
#if (__CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1200) && defined(USE_IT)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[forgets-sibling]: sm_121 (all variants) is left out, though it is of the same family as sm_120, which the ga 💡 add-family
  work(x);
#endif
  x[0] = 2;
}
