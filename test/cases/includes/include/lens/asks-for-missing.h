#include "nowhere/else.h"
#if defined(NOWHERE_DEFINED) || NOWHERE_VERSION > 2
#else
#define LENS_ASKED
#endif
