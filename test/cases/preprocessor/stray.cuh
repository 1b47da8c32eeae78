// Conditionals that belong to nothing.
#endif
#else
int a;
#elif 0
int b;
#elifdef X
#endif
#if __CUDA_ARCH__ >= 900
int c;
#endif
#endif
#else
int d;
#if 0
#else
int e;
#endif
