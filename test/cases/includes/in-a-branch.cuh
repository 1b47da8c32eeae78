// For some the header comes early, for the others late.
#if __CUDA_ARCH__ >= 1200
#include <lens/once.h>
#include <lens/kernel.h>
#else
#define LENS_FAST 2
#endif
#ifdef LENS_ONCE_SEEN
#endif
#include <lens/once.h>
#include <lens/kernel.h>
#ifdef LENS_ONCE_TWICE
#endif
#if LENS_PATH == 2
#elif LENS_PATH == 1
#else
#endif
#if 0
#include <lens/never.h>
#endif
#ifdef LENS_NEVER
#endif
