// Conditions that are errors: that branch is false, the chain goes on.
#if
int empty;
#else
int empty_is_false;
#endif
#if // comment only
#elif
#elif 1
int rest;
#endif
#ifdef
#else
#endif
#ifndef
#else
#endif
#ifdef 12
#else
#endif
#ifndef "x"
#else
#endif
#ifdef defined
#else
#endif
#ifndef defined
#else
#endif
#ifdef (X)
#else
#endif
#if defined
#else
#endif
#if defined(
#else
#endif
#if defined()
#else
#endif
#if defined(__CUDA_ARCH__
#else
#endif
#if defined 12
#else
#endif
#if defined(__CUDA_ARCH__, X)
#else
#endif
#if defined((__CUDA_ARCH__))
#else
#endif
#if !defined __CUDA_ARCH__ __NVCC__
#else
#endif
#if (1
#else
int missing_close;
#endif
#if 1)
#else
#endif
#if ()
#else
#endif
#if 1 +
#else
#endif
#if * 1
#else
#endif
#if 1 1
#else
#endif
#if X Y
#else
#endif
#if 1 ? 2
#else
#endif
#if 1 : 2
#else
#endif
#if 1 ? : 2 : 3
#else
#endif
#if && 1
#else
#endif
#if 1 &&
#else
#endif
#if !
#else
#endif
#if ,1
#else
#endif
#if 1,
#else
#endif
#if __CUDA_ARCH__ >= 900 && (__CUDA_ARCH__ < 1200
#elif __CUDA_ARCH__ == 1200
int goes_on;
#else
int others;
#endif
#if __CUDA_ARCH__ >= 900 __CUDA_ARCH__ < 1200
#elif __CUDA_ARCH__ >= 900
#endif
#if __CUDA_ARCH__ => 900
#else
#endif
#if __CUDA_ARCH__ =< 900
#else
#endif
#if UNKNOWN_FUNCTION(1)
#elif __CUDA_ARCH__ > 1000
int call_of_nothing;
#endif
#if UNKNOWN_FUNCTION (1) || 1
#else
#endif
#if 0 && UNKNOWN_FUNCTION(1)
#elif 1
#endif
#if 1 || UNKNOWN_FUNCTION(1)
#elif 1
#endif
#if defined(UNKNOWN_FUNCTION) && UNKNOWN_FUNCTION(1)
#else
#endif
#if __CUDA_ARCH__ >= 900 && 1 / (__CUDA_ARCH__ - 1200)
#else
int error_on_one_target_only;
#endif
#if @
#else
#endif
#if 1 @ 2
#else
#endif
#if a.b
#else
#endif
#if a::b
#else
#endif
#if a->b
#else
#endif
#if {1}
#else
#endif
#if [1]
#else
#endif
#if 1;
#else
#endif
#if #1
#else
#endif
#if 1 ## 2
#else
#endif
#if \1
#else
#endif
#if $
#else
#endif
#if sizeof(int) == 4
#else
#endif
#if (int)1
#else
#endif
#if 1 // fine
#else
#endif
#if 0 ? 1 / 0 : 1 / 0
#else
#endif
#if 0 && (1 / 0 || 1 1)
#else
#endif
#if 0 && 1.0
#else
#endif
#if 0 && "x"
#else
#endif
#if 0 && ''
#else
#endif
#if 0 && 1 = 1
#else
#endif
#if 0 && 99999999999999999999999
#elif 1
#endif
#if 0 && 12ab
#elif 1
#endif
#ifndef and
#else
#endif
#if !and_eq
#else
#endif
