#include "often.h"
#ifdef LENS_BESIDE_OFTEN
#define LENS_ASKED_BESIDE
#endif
#include <lens/often.h>
