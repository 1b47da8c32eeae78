// Kernels that use what the target does not have, under no guard.
__device__ void fence() { asm volatile("wgmma.fence.sync.aligned;"); }

__global__ void direct(int* x) {
//              ^^^^^^ information[too-wide]: Cannot be compiled for sm_120, and no guard says so: direct, by_a_call and on_the_device 💡
  asm volatile("tcgen05.fence::after_thread_sync;");
  x[0] = 1;
}

__global__ void by_a_call(int* x) {
  fence();
  x[0] = 1;
}

// A guard of any kind is told at the guard.
__global__ void guarded(int* x) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
//     ^^^^^^^^^^^^^^^^^^^^^^^^^ information[guard-excludes-target]: Skipped for sm_120: only sm_90a gets in 💡
  asm volatile("wgmma.fence.sync.aligned;");
#endif
  x[0] = 1;
}

// A guard that tells no targets apart is none.
__global__ void on_the_device(int* x) {
#ifdef __CUDA_ARCH__
  asm volatile("wgmma.commit_group.sync.aligned;");
#endif
  x[0] = 1;
}

// Named for others; a wrapper; what the target has; an instruction that is only spoken of.
__global__ void gemm_sm90(int* x) { asm volatile("wgmma.fence.sync.aligned;"); }
__device__ void wrapper(int* x) { asm volatile("wgmma.fence.sync.aligned;"); }
__global__ void has(int* x) { asm volatile("griddepcontrol.wait;"); }
__global__ void spoken(int* x) { printf("wgmma.fence"); }

// Macros that compile each piece for some targets alone: the kernel itself is for all, a piece is an arm of its own.
__global__ void in_pieces(int* x) {
  NV_IF_TARGET(NV_HAS_FEATURE_SM_90a, (asm volatile("wgmma.fence.sync.aligned;");), (x[0] = 1;))
  NV_DISPATCH_TARGET(NV_IS_EXACTLY_SM_100, (asm volatile("tcgen05.wait::ld.sync.aligned;");), NV_ANY_TARGET, (x[0] = 2;))
//                   ^^^^^^^^^^^^^^^^^^^^ information[guard-excludes-target]: Hardware: tcgen05.wait
}
__device__ void piece(int* x) {
  NV_IF_ELSE_TARGET(NV_HAS_FEATURE_SM_90a, (asm volatile("wgmma.fence.sync.aligned;");), (x[0] = 1;))
}
__global__ void calls_pieces(int* x) { piece(x); }
