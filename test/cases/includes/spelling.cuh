#include /* a comment */ "lens/config.h" // and another
#if LENS_HAS_CLUSTERS
#endif
#  include<lens/once.h>
#ifdef LENS_ONCE_SEEN
#endif
#inc\
lude "lens/of\
ten.h"
#if LENS_OFTEN == 1
#endif
#include "beside//near.h"
#ifdef LENS_NEAR
#endif
#include "./beside/../beside/near.h" more tokens
#if LENS_NEAR == 2
#endif
%:include <lens/never.h>
#ifdef LENS_NEVER
#endif
#include "lens\kernel.h"
#ifdef LENS_KERNEL_H
#endif
