#if __CUDA_ARCH__ >= 900 /* never closed
#else
#endif
