// A conditional that is never closed.
#if __CUDA_ARCH__ >= 900
int a;
#if __CUDA_ARCH__ < 1200
int b;
#else
int c;
