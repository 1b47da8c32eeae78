#if __has_include(<lens/config.h>)
#include <lens/config.h>
#endif
#if LENS_HAS_CLUSTERS && __has_include("lens/kernel.h")
#endif
#if __has_include(<nowhere/at_all.h>)
#else
#endif
#ifdef __has_include
#define LENS_ASKS(header) __has_include(header)
#endif
#if __has_include("has-include.cuh") && !__has_include("config.h")
#endif
#if __has_include("lens/config.h") && __CUDA_ARCH__ >= 900
#elif __has_include("beside/near.h")
#endif
#define LENS_HEADER <lens/once.h>
#if __has_include(LENS_HEADER)
#endif
