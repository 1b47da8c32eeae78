#pragma push_macro("LENS_KEPT")
#undef LENS_KEPT
#if __CUDA_ARCH__ >= 1000
#define LENS_KEPT 7
#endif
