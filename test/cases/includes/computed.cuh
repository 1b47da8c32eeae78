#define LENS_FIRST "lens/config.h"
#include LENS_FIRST
#if LENS_HAS_CLUSTERS
#endif
#if __CUDA_ARCH__ >= 1000
#define LENS_SECOND <lens/often.h>
#elif defined(__CUDA_ARCH__)
#define LENS_SECOND <lens/never.h>
#else
#define LENS_SECOND LENS_FIRST
#endif
#include LENS_SECOND
#if defined(LENS_OFTEN)
#elif defined(LENS_NEVER)
#else
#endif
#define LENS_TEXT_OF(x) #x
#define LENS_TEXT(x) LENS_TEXT_OF(x)
#define LENS_NAME kernel
#include LENS_TEXT(lens/LENS_NAME.h)
#ifdef LENS_KERNEL_H
#endif
#define LENS_IN_ANGLES(x) <lens/x.h>
#include LENS_IN_ANGLES(once)
#ifdef LENS_ONCE_SEEN
#endif
#include LENS_NO_SUCH_MACRO
#include
#if 1
#endif
