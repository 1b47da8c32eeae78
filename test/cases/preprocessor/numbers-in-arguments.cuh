// What a macro stands for depends on the target, and what becomes of it on where it is expanded.
#if __CUDA_ARCH__ >= 900
#define LEVEL 900
#define NOTHING
#else
#define LEVEL 1
#define NOTHING 1
#endif
#ifdef __CUDA_ARCH__
#define ONLY_DEVICE 900
#endif

#define IS_DEFINED(x) defined(x)
#define IS_DEFINED_BARE(x) defined x
#define SAME(x) x
#define OWN_TEST defined(__CUDA_ARCH__)
#define PASTED(a, b) a##b
#define PASTED_LATER(a, b) PASTED(a, b)
#define UNLESS_EMPTY(x, ...) x __VA_OPT__(+ 1)

#if IS_DEFINED(ONLY_DEVICE)
int from_argument;
#endif
#if 1 || IS_DEFINED(ONLY_DEVICE)
int from_argument_behind;
#endif
#if IS_DEFINED(__CUDA_ARCH__)
int architecture_from_argument;
#endif
#if IS_DEFINED_BARE(ONLY_DEVICE)
int bare;
#endif
#if SAME(IS_DEFINED)(ONLY_DEVICE)
int by_another;
#endif
#if OWN_TEST && LEVEL >= 900
int in_a_body;
#endif
#if PASTED_LATER(LEVEL, 0) == 9000
int digits;
#elif PASTED_LATER(1, LEVEL) == 11
int digits_before;
#endif
#if PASTED(LE, VEL) == 900
int name;
#endif
#if SAME(SAME(LEVEL)) == LEVEL && (LEVEL) > 1
int nested;
#endif
#if UNLESS_EMPTY(0, NOTHING)
int some;
#endif
#if UNLESS_EMPTY(0, )
int none;
#endif
#if UNLESS_EMPTY(0, LEVEL)
int number;
#endif
