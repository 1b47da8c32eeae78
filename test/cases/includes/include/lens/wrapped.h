#if __CUDA_ARCH__ >= 900
#include_next <lens/wrapped.h>
#endif
#define LENS_WRAPPER
