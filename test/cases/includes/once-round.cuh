#pragma once
#include "beside/back.h"
#ifdef LENS_BACK_AGAIN
#endif
#define LENS_AROUND
#include "beside/back.h"
#ifdef LENS_BACK_AGAIN
#endif
