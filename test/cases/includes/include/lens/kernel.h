#ifndef LENS_KERNEL_H
#define LENS_KERNEL_H
#ifndef LENS_FAST
#define LENS_FAST (__CUDA_ARCH__ >= 1000)
#endif
#if LENS_FAST
#define LENS_PATH LENS_FAST
#else
#define LENS_PATH 0
#endif
#endif
