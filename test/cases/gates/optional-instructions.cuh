// Instructions that stand under a further condition, which no file seen decides.

__device__ void only_when_asked(unsigned& out, float a, float b, float c, float d) {
#if __CUDA_ARCH__ >= 1000
  asm volatile(
      "{\n\t"
      ".reg .b16 low;\n\t"
#if defined(STOCHASTIC)
      "cvt.rs.satfinite.e4m3x4.f32 %0, {%1, %2, %3, %4}, %5;\n\t"
#else
      "cvt.rn.satfinite.e4m3x2.f32 low, %1, %2;\n\t"
      "mov.b32 %0, {low, low};\n\t"
#endif
      "}"
      : "=r"(out) : "f"(a), "f"(b), "f"(c), "f"(d), "r"(0x80008000));
#endif
}

__device__ void unless_told_otherwise(int* x) {
#  if __CUDA_ARCH__ >= 1000
// ^^^^^^^^^^^^^^^^^^^^^^^^ error[too-wide]: no variant of it has tcgen05.wait::ld.sync.aligned 💡 narrow
#ifndef WITHOUT_TENSOR_MEMORY
  asm volatile("tcgen05.wait::ld.sync.aligned;");
#endif
  x[0] = 1;
#endif
}

__device__ void in_each_case(int* x, int way) {
#  if __CUDA_ARCH__ >= 1000
// ^^^^^^^^^^^^^^^^^^^^^^^^ error[too-wide]: no variant of it has tcgen05.wait::ld.sync.aligned 💡 narrow
#if LEVEL >= 2
  x[0] = 1;
#else
  asm volatile("tcgen05.wait::ld.sync.aligned;");
#endif
#endif
}
