#if __CUDA_ARCH__ >= 800
#include <lens/unbalanced.h>
#ifdef LENS_UNBALANCED
#endif
#else
#endif
#ifdef LENS_UNBALANCED
#endif
