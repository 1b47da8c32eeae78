#if __CUDA_ARCH__ >= 900
int a;
#endif \
