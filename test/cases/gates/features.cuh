// Feature and family macros, and the builds they need.
__device__ void sync();

__global__ void feature(int* x) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
//     ^^^^^^^^^^^^^^^^^^^^^^^^^ information[guard-excludes-target]: only sm_90a gets in
  sync();
#endif
  x[0] = 1;
}

__global__ void suffix(int* x) {
#if defined(__CUDA_ARCH_FEAT_SM120_ALL)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[needs-suffix]: Plain sm_120 is left out; sm_120a gets in. Build for that one
  sync();
#endif
  x[0] = 1;
}

__global__ void family(int* x) {
#if defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && __CUDA_ARCH_FAMILY_SPECIFIC__ >= 1000
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[needs-suffix]: sm_120a/f get in. Build for one of these
  sync();
#endif
  x[0] = 1;
}

__global__ void wgmma(int* x) {
# if __CUDA_ARCH__ >= 900
//^^^^^^^^^^^^^^^^^^^^^^^ error[too-wide]: no variant of it has wgmma 💡 narrow
  asm volatile("wgmma.fence.sync.aligned;\n");
#endif
  x[0] = 1;
}

__global__ void hopper(int* x) {
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[guard-excludes-target]: Hardware: wgmma 💡
  asm volatile("wgmma.fence.sync.aligned;\n");
#endif
  x[0] = 1;
}
