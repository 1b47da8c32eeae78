#include <lens/config.h>

#if LENS_HAS_CLUSTERS
#ifdef LENS_SPECIFIC
#else
#endif
#elif LENS_TOOLKIT >= LENS_VERSION(13, 0)
#else
#endif

#ifndef LENS_CONFIG_H
#endif
