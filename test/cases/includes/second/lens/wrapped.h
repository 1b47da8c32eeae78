#ifndef LENS_WRAPPER
#define LENS_WRAPPED
#endif
