#include "beside/asks.h"
#ifdef LENS_ASKED_BESIDE
#endif
#if LENS_OFTEN == 1
#endif
// In both folders: the first counts.
#include <lens/order.h>
#if LENS_ORDER == 1
#endif
// In the second alone.
#include <lens/second.h>
#ifdef LENS_SECOND_H
#endif
