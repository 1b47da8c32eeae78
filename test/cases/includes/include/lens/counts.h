// Includes itself until it has counted enough.
#if !defined(LENS_COUNT)
#define LENS_COUNT 1
#elif LENS_COUNT == 1
#undef LENS_COUNT
#define LENS_COUNT 2
#elif LENS_COUNT == 2 && __CUDA_ARCH__ >= 1000
#undef LENS_COUNT
#define LENS_COUNT 3
#else
#define LENS_COUNTED
#endif
#ifndef LENS_COUNTED
#include "counts.h"
#endif
