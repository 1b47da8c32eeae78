// More than one else, and branches behind it.
#if __CUDA_ARCH__ >= 900
int a;
#else
int b;
#else
int c;
#elif 1
int d;
#elif 0
int e;
#else
int f;
#endif
#if 0
#else
#elif __CUDA_ARCH__ == 1200
#else
#endif
#if 0
#elif __CUDA_ARCH__ == 1200
#else
#elif 1
#elifdef __CUDA_ARCH__
#endif
#if 1
int last;
#endif
