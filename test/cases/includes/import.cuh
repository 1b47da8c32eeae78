#import <lens/often.h>
#if LENS_OFTEN == 1
#endif
#import <lens/often.h>
#include "lens/often.h"
#if LENS_OFTEN == 1
#endif
