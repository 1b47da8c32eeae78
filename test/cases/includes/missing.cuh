#include "nowhere/near.h"
#include <nowhere/angles.h>
#include <lens/asks-for-missing.h>
#ifdef LENS_ASKED
#endif
#ifndef NOWHERE_DEFINED
#endif
