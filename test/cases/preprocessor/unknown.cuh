// Macros that no text here defines.
#ifndef UNKNOWN_CUH
#define UNKNOWN_CUH
#ifdef ENABLE_BF16
int bf16;
#else
int no_bf16;
#endif
#if defined(ENABLE_BF16) && __CUDA_ARCH__ >= 900
int bf16_hopper;
#elif defined(ENABLE_FP8)
int fp8;
#else
int neither;
#endif
#if ENABLE_FP8 || ENABLE_FP4 > 1
int low_precision;
#endif
#if __CUDA_ARCH__ >= 1000 && (!defined(DISABLE_FAST) || FORCE_FAST)
#define FAST 1
#else
#define FAST 0
#endif
#if FAST
int fast;
#else
int slow;
#endif
#ifndef BLOCK
#if __CUDA_ARCH__ >= 1200
#define BLOCK 64
#else
#define BLOCK 128
#endif
#endif
#if BLOCK == 64
int block_64;
#elif BLOCK > 64
int large_block;
#else
int small_block;
#endif
#ifdef ENABLE_BF16
#ifdef ENABLE_BF16
int again;
#else
int impossible;
#endif
#ifndef ENABLE_BF16
int impossible_too;
#endif
#endif
#if defined(ENABLE_BF16) || !defined(ENABLE_BF16)
int always;
#else
int never;
#endif
#undef ENABLE_FP8
#ifdef ENABLE_FP8
int gone;
#endif
#if VERSION >= 3 && VERSION < 2
int arithmetic;
#endif
#if VERSION
#define VERSION_ALIAS VERSION
#endif
#if VERSION_ALIAS >= 2
int two;
#endif
#if VERSION_ALIAS + ENABLE_BF16 == 0
int nothing;
#endif
#if (VERSION ? __CUDA_ARCH__ : 900) >= 1000
int chosen;
#endif
#if __CUDA_ARCH__ >= THRESHOLD
int above;
#endif
#if !THRESHOLD
#elif __CUDA_ARCH__ < THRESHOLD
int below;
#endif
#endif
