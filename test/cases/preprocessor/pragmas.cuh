#pragma once
#pragma GCC system_header
#define LIMIT 1
#pragma push_macro("LIMIT")
#undef LIMIT
#define LIMIT 2
#if LIMIT == 2
int inner;
#endif
#pragma pop_macro("LIMIT")
#if LIMIT == 1
int restored;
#endif
#pragma push_macro("ABSENT")
#define ABSENT 1
#ifdef ABSENT
#endif
#pragma pop_macro("ABSENT")
#ifdef ABSENT
#else
int absent_again;
#endif
#if __CUDA_ARCH__ >= 1200
#pragma push_macro("LIMIT")
#undef LIMIT
#endif
#ifdef LIMIT
int older;
#endif
#if __CUDA_ARCH__ >= 1200
#pragma pop_macro("LIMIT")
#endif
#if LIMIT
int everywhere;
#endif
#pragma unroll
#pragma nv_diag_suppress 177
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wcpp"
#if 1
_Pragma("unroll") int unrolled;
#endif
#pragma nothing in "particular
#if 2
#endif
#pragma GCC poison POISONED
#if POISONED
#elif 1
#endif
#ifdef POISONED
#else
#endif
