// Guards that let the target in to code which only turns it away.
__device__ void work(int*);

__global__ void others_return(int* x) {
#  if __CUDA_ARCH__ != 900 && __CUDA_ARCH__ != 1000
// ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: Empty body for sm_120: the code under this guard turns targets away 💡 spare-family, spare-target
  return;
#endif
  work(x);
}

__global__ void newer_return(int* x) {
#  if __CUDA_ARCH__ >= 1200
// ^^^^^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: Empty body for sm_120: the code under this guard turns targets away 💡 spare-family, spare-target
  return;
#endif
  work(x);
}

__global__ void after_some_work(int* x) {
  x[0] = 1;
#  if __CUDA_ARCH__ >= 1200
// ^^^^^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: Skipped for sm_120: the code under this guard turns targets away 💡 spare-family, spare-target
  return;
#endif
  work(x);
}

__global__ void others_trap(int* x) {
#  if !(__CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000)
// ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[guard-traps]: Trap for sm_120: the code under this guard turns targets away 💡 spare-family, spare-target
  __trap();
#endif
  work(x);
}

__global__ void without_feature(int* x) {
#  ifndef __CUDA_ARCH_FEAT_SM100_ALL
// ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[guard-traps]: Trap for sm_120: the code under this guard turns targets away 💡
  __trap();
#endif
  work(x);
}

__global__ void without_feature_of_the_hardware(int* x) {
#  ifndef __CUDA_ARCH_FEAT_SM90_ALL
// ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[guard-traps]: Trap for sm_120: the code under this guard turns targets away 💡
  printf("sm_90a only\n");
  return;
#endif
  asm volatile("wgmma.fence.sync.aligned;");
}

#  if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1200
// ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[guard-traps]: Trap for sm_120: the code under this guard turns targets away 💡 spare-family, spare-target
#error "unknown architecture"
#endif

#  if __CUDA_ARCH__ >= 900 && !defined(__CUDA_ARCH_SPECIFIC__) && !defined(__CUDA_ARCH_FAMILY_SPECIFIC__)
//    ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[needs-suffix]: Plain sm_120 is turned away here; sm_120a/f get in 💡
#error "build for a specific architecture or family"
#endif

#  if __CUDA_ARCH__ >= 1300
#error "unknown architecture"
#endif

// Old architectures are turned away.
__global__ void floor_of(int* x) {
#  if __CUDA_ARCH__ < 900
  return;
#endif
  work(x);
}

// Nobody newer is spared.
__global__ void nobody(int* x) {
#  if __CUDA_ARCH__ >= 900
  __trap();
#endif
  work(x);
}

// A way of its own.
__global__ void own_way(int* x) {
#  if __CUDA_ARCH__ >= 1200
  work(x + 1);
  return;
#endif
  work(x);
}

// Nothing is left undone.
__global__ void at_the_end(int* x) {
  work(x);
#  if __CUDA_ARCH__ >= 1200
  return;
#endif
}

// The trap is what it is for.
__device__ void unreachable_on_new() {
#  if __CUDA_ARCH__ >= 1200
  __trap();
#endif
}

// Whether it is asked for is not known.
__global__ void debugging(int* x) {
#  if defined(DEBUG_NEW) && __CUDA_ARCH__ >= 1200
  __trap();
#endif
  work(x);
}

template <int M, int N>
__global__ void some_shapes_trap(int* x) {
#if __CUDA_ARCH__ == 890 || __CUDA_ARCH__ == 1200 || __CUDA_ARCH__ == 1210
  if constexpr (M == 32 && N == 256) { __trap(); return; }
#endif
  work(x);
}

__global__ void some_arguments_return(int* x, int n) {
#if __CUDA_ARCH__ >= 1200
  if (n == 0) return;
#endif
  work(x);
}

__global__ void one_thread_tells(int* x) {
#  if __CUDA_ARCH__ >= 1200
// ^^^^^^^^^^^^^^^^^^^^^^^^ warning[guard-traps]: Trap for sm_120: the code under this guard turns targets away 💡 spare-family, spare-target
  if (threadIdx.x == 0) printf("not supported\n");
  return;
#endif
  work(x);
}
