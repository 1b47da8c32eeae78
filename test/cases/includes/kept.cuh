#define LENS_KEPT 3
#include <lens/keeps.h>
#if LENS_KEPT == 7
#elif LENS_KEPT == 3
#else
#endif
#include <lens/gives-back.h>
#if LENS_KEPT == 3
#endif
#include <lens/keeps.h>
#include <lens/keeps.h>
#include <lens/gives-back.h>
#if LENS_KEPT == 7
#endif
#include <lens/gives-back.h>
#if LENS_KEPT == 3
#endif
