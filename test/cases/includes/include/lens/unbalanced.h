#endif
#else
#if __CUDA_ARCH__ >= 900
#define LENS_UNBALANCED
