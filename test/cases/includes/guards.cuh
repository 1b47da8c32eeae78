#include <lens/once.h>
#include <lens/often.h>
#if LENS_OFTEN == 1
#endif
#include "lens/once.h"
#include "include/lens/once.h"
#include "include/lens/often.h"
#ifdef LENS_ONCE_TWICE
#endif
#if LENS_OFTEN == 2
#endif
#include <lens/config.h>
#undef LENS_HAS_CLUSTERS
#include <lens/config.h>
#ifdef LENS_HAS_CLUSTERS
#endif
#undef LENS_CONFIG_H
#include <lens/config.h>
#if LENS_HAS_CLUSTERS
#endif
