// Read again each time.
#if !defined(LENS_OFTEN)
#define LENS_OFTEN 1
#elif LENS_OFTEN == 1
#undef LENS_OFTEN
#define LENS_OFTEN 2
#else
#undef LENS_OFTEN
#define LENS_OFTEN 3
#endif
