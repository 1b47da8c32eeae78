// Code that carries other architectures in its name.
__device__ void work(int*);

template <class Kernel>
struct enable_sm100f_only : Kernel {
  template <class... Args>
  __device__ void operator()(Args&&... args) {
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ == 1000 || __CUDA_ARCH__ == 1030)
//                            ^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^^ information[guard-empties-body]: Empty body for sm_120: only sm_100–sm_103 (all variants) get in 💡
    Kernel::operator()(args...);
#endif
  }
};

__global__ void quant_sm90(int* x) {
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1000
//                          ^^^^^^^^^^^^^^^^^^^^ information[guard-excludes-target]: Skipped for sm_120: only sm_90 (all variants) get in 💡
  work(x);
#endif
  x[0] = 1;
}

// The range in the name speaks of the target.
template <class Kernel>
struct enable_sm100_to_sm120 : Kernel {
  __device__ void operator()(int* x) {
#if __CUDA_ARCH__ >= 1000 && __CUDA_ARCH__ < 1200
//                           ^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: Empty body for sm_120: only sm_100–sm_110 (all variants) get in 💡 drop-upper-bound, raise-upper-bound, add-family, add-target
    Kernel::operator()(x);
#endif
  }
};

// What is named for older targets mostly runs on newer ones.
__global__ void gemm_sm80(int* x) {
#if __CUDA_ARCH__ >= 800 && __CUDA_ARCH__ < 1200
//                          ^^^^^^^^^^^^^^^^^^^^ error[guard-empties-body]: Empty body for sm_120: only sm_80–sm_110 (all variants) get in 💡 drop-upper-bound, raise-upper-bound, add-family, add-target
  work(x);
#endif
}
