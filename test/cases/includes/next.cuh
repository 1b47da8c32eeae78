#include <lens/wrapped.h>
#ifdef LENS_WRAPPED
#endif
#ifdef LENS_WRAPPER
#endif
// From a file that no search folder holds it is an include like any other.
#undef LENS_WRAPPER
#include_next <lens/wrapped.h>
#ifdef LENS_WRAPPER
#endif
