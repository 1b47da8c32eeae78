#define LENS_FAST 1
#include <lens/kernel.h>
#if LENS_PATH == 1
#endif
#undef LENS_FAST
#define LENS_FAST 0
// What is compared is what the name stands for here, not where the header stood.
#if LENS_PATH
#else
#endif
#ifdef __CUDA_ARCH_FEAT_SM120_ALL
#undef LENS_KERNEL_H
#undef LENS_PATH
#undef LENS_FAST
#endif
#include <lens/kernel.h>
#if LENS_PATH
#else
#endif
