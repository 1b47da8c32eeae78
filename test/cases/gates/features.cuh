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
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[needs-suffix]: Plain sm_120 and sm_120f are left out; sm_120a gets in. Build for that one
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

// Its instruction shows which feature it asks for, and the target has that.
__global__ void shown(unsigned* x, float a, float b) {
#if defined(__CUDA_ARCH_FEAT_SM100_ALL)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: Skipped for sm_120: only sm_100a gets in. 💡 add-family, add-target
  unsigned r;
  asm volatile("{ .reg .b8 t; cvt.rn.satfinite.e2m1x2.f32 t, %1, %2; cvt.u32.u8 %0, t; }" : "=r"(r) : "f"(a), "f"(b));
  x[0] = r;
#endif
  x[1] = 0;
}

__global__ void family_macro(unsigned* x) {
#if defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && (__CUDA_ARCH_FAMILY_SPECIFIC__ == 1200)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[needs-suffix]: Plain sm_120 is left out; sm_120a/f get in 💡 add-family
  x[0] = 1;
#endif
  x[1] = 1;
}

__global__ void specific_macro(unsigned* x) {
#if defined(__CUDA_ARCH_SPECIFIC__) && (__CUDA_ARCH_SPECIFIC__ == 1200)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[needs-suffix]: Plain sm_120 and sm_120f are left out; sm_120a gets in 💡 add-family, add-target
  x[0] = 1;
#endif
  x[1] = 1;
}
