#ifndef LENS_ROUND_B
#define LENS_ROUND_B
#include "round-a.h"
#ifndef LENS_ROUND_A_DONE
#define LENS_ROUND_B_FIRST
#endif
#define LENS_ROUND_B_DONE
#endif
