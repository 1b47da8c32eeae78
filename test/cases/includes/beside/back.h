#include "../once-round.cuh"
#ifdef LENS_AROUND
#define LENS_BACK_AGAIN
#endif
