// Macros of CUTLASS's, whose headers are not at hand.
#include <cutlass/cutlass.h>
__device__ void work(int*);

__global__ void family(int* x) {
#if CUDA_ARCH_FAMILY(1000)
//  ^^^^^^^^^^^^^^^^^^^^^^ information[guard-excludes-target]: Skipped for sm_120: only sm_100a/f get in 💡 add-family, add-target
  work(x);
#endif
  x[0] = 1;
}

__global__ void families(int* x) {
#if CUDA_ARCH_FAMILY(1000) || CUDA_ARCH_FAMILY(1200)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[needs-suffix]: Plain sm_120 is left out; sm_120a/f get in 💡 add-family
  work(x);
#endif
  x[0] = 1;
}

__global__ void newer_sibling(int* x) {
#if CUDA_ARCH_CONDITIONAL_OR_FAMILY(1210)
  work(x);
#endif
  x[0] = 1;
}

// The macro stands for instructions that the target does not have.
__global__ void gmma(int* x) {
#ifdef CUTLASS_ARCH_MMA_SM90A_ENABLED
//     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[guard-excludes-target]: Skipped for sm_120: only sm_90a gets in 💡
  work(x);
#endif
  x[0] = 1;
}

__global__ void umma(int* x) {
#if defined(CUTE_ARCH_TMA_SM100_ENABLED)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[guard-traps]: Trap for sm_120: only sm_100a/f, sm_103a/f and sm_110a/f get in 💡
  work(x);
#else
  CUTE_INVALID_CONTROL_PATH("Without CUTE_ARCH_TMA_SM100_ENABLED");
#endif
}

// The code shows that nothing of that is used.
__global__ void registers(int* x) {
#ifdef CUTLASS_ARCH_MMA_SM90A_ENABLED
//     ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: Skipped for sm_120: only sm_90a gets in. 💡 add-family, add-target
  asm volatile("setmaxnreg.inc.sync.aligned.u32 200;");
#endif
  x[0] = 1;
}

// SM90 in the name, and all later targets in.
__global__ void tma(int* x) {
#if defined(CUTE_ARCH_TMA_SM90_ENABLED)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[needs-suffix]: Plain sm_120 is left out; sm_120a/f get in 💡 add-family, add-target
  work(x);
#endif
  x[0] = 1;
}

__global__ void own(int* x) {
#if defined(CUTLASS_ARCH_MMA_SM120A_ENABLED)
//  ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[needs-suffix]: Plain sm_120 and sm_120f are left out; sm_120a gets in 💡 add-family, add-target
  work(x);
#endif
  x[0] = 1;
}

// What the toolkit knows is no gate.
#if defined(CUTLASS_ARCH_MMA_SM100_SUPPORTED)
void host_gemm();
#endif
