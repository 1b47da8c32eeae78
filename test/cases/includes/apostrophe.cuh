#include <lens/apostrophe.h>
#ifdef LENS_AFTER_APOSTROPHE
#endif
#ifdef LENS_NO_DIRECTIVE_HERE
#endif
#ifdef LENS_IN_A_RAW_STRING
#endif
