#ifndef LENS_ROUND_A
#define LENS_ROUND_A
#include "round-b.h"
#ifdef LENS_ROUND_B_DONE
#define LENS_ROUND_A_DONE 1
#endif
#endif
