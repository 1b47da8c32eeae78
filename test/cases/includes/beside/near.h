#ifdef LENS_NEAR
#undef LENS_NEAR
#define LENS_NEAR 2
#else
#define LENS_NEAR 1
#endif
