#include "lens/once-in-part.h"
#include "lens/once-in-part.h"
#if LENS_OFTEN == 1
#elif LENS_OFTEN == 2
#endif
#include "lens/once-in-part.h"
#if LENS_OFTEN == 3
#else
#endif
