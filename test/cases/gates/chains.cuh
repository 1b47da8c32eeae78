// Chains are judged whole.
__device__ void sync();
__device__ void other();

// An arm of its own: no gate for the target.
__global__ void ownArm(int* x) {
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1000
  sync();
#elif __CUDA_ARCH__ >= 1200
  other();
#endif
  x[0] = 1;
}

// The arm of older targets; everything newer shares the other.
__global__ void olderArm(int* x) {
#if __CUDA_ARCH__ < 1000
  sync();
#else
  other();
#endif
  x[0] = 1;
}

// One generation has code of its own, all others share the other arm: told, but no fault.
__global__ void special(int* x) {
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1000
//                          ^^^^^^^^^^^^^^^^^^^^ information[guard-excludes-target]: only sm_90 (all variants) get in
  sync();
#else
  other();
#endif
  x[0] = 1;
}

// No arm for the target: the ladder as a whole is the finding, at its last arm.
__global__ void ladder(int* x) {
#if __CUDA_ARCH__ == 900
  sync();
#elif __CUDA_ARCH__ == 1000
//    ^^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: only sm_90–sm_100 (all variants) get in
  other();
#endif
  x[0] = 1;
}

// An outer guard tells it; the inner one adds nothing.
__global__ void nested(int* x) {
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
//                          ^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: for sm_120: only sm_90–
  sync();
#if __CUDA_ARCH__ == 1000
  other();
#endif
#endif
  x[0] = 1;
}

// The finding is where the macro is defined; its uses are told there.
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
//                          ^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: for sm_120: only sm_90–
#define USES_SYNC 1
#endif

__global__ void use(int* x) {
#ifdef USES_SYNC
  sync();
#endif
  x[0] = 1;
}

// sm_120 is in, its sibling is not.
__global__ void sibling(int* x) {
#if __CUDA_ARCH__ == 1200
//  ^^^^^^^^^^^^^^^^^^^^^ information[forgets-sibling]: sm_121 (all variants) is left out
  sync();
#endif
  x[0] = 1;
}

// Unknown macros: they may let nobody in, but the bound keeps sm_120 out for certain.
__global__ void unknown(int* x) {
#if defined(ENABLE_SYNC) && __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
//                                                  ^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: can get in
  sync();
#endif
  x[0] = 1;
}

// On purpose, and said so.
__global__ void intended(int* x) {
  // sm_120 is excluded on purpose: it has its own kernel.
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
//                          ^^^^^^^^^^^^^^^^^^^^ information[guard-excludes-target]: Stated: 💡
  sync();
#endif
  x[0] = 1;
}
