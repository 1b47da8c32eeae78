// Alternative tokens, true and false, and words that are no macros.
#if true and not false
#endif
#if __CUDA_ARCH__ >= 900 and __CUDA_ARCH__ < 1200 or __CUDA_ARCH__ == 1210
int words;
#endif
#if (6 bitand 3) == 2 and (6 bitor 3) == 7 and (6 xor 3) == 5 and compl 0 == -1 and 1 not_eq 2
#endif
#if not defined(__CUDA_ARCH__) or not defined __NVCC__
#endif
#if false or false
#else
#endif
#if true == 1 && false == 0 && true + true == 2
#endif
#if and
#else
#endif
#if defined(and) || defined(true) || defined(not)
#else
#endif
#if defined and
#else
#endif
#ifdef or
#else
#endif
#ifdef true
#else
#endif
#define and ||
#define not 1
#if not
#else
#endif
#if int == 0 && this == 0 && nullptr == 0 && new == 0 && if == 0
#endif
#if __cplusplus
#else
#endif
#if __cplusplus >= 201703L && __cplusplus < 202002L
#endif
#if and_eq
#else
#endif
#if 1 and_eq 1
#else
#endif
#if TRUE || True
#else
#endif
#if __func__ || __FUNCTION__
#else
#endif
#if $dollar == 0
#endif
#if é == 0
#endif
