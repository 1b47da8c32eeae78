#include <lens/round-a.h>
#ifdef LENS_ROUND_B_FIRST
#endif
#if LENS_ROUND_A_DONE
#endif
#include <lens/round-b.h>
#include <lens/counts.h>
#if LENS_COUNT == 3
#elif LENS_COUNT == 2
#endif
// The file that is asked about, once more.
#ifndef LENS_CYCLES_AGAIN
#define LENS_CYCLES_AGAIN 1
#include "cycles.cuh"
#else
#define LENS_CYCLES_TWICE
#endif
#ifdef LENS_CYCLES_TWICE
#endif
