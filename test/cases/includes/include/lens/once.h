#pragma once
#ifdef LENS_ONCE_SEEN
#define LENS_ONCE_TWICE
#else
#define LENS_ONCE_SEEN
#endif
