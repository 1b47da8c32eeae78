#if __CUDA_ARCH__ >= 1000
#pragma once
#endif
#include "often.h"
