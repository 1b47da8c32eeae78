// Macros are followed in order, under the condition in which they stand.
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
#define HAS_FAST_PATH
#endif
#ifdef HAS_FAST_PATH
int fast;
#else
int slow;
#endif
#if defined(__CUDA_ARCH__)
#if __CUDA_ARCH__ >= 1200
#define TILE 64
#elif __CUDA_ARCH__ >= 900
#define TILE 128
#endif
#endif
#ifndef TILE
#define TILE 32
#endif
#if TILE > 64
int large;
#elif TILE == 64
int middle;
#else
int small;
#endif
#if TILE == 32 && defined(__CUDA_ARCH__)
int old_device;
#endif
#undef TILE
#if TILE
int undefined_again;
#endif
#ifdef TILE
#else
#endif
#define VALUE 1
#define VALUE 2
#if VALUE == 2
int redefinition_wins;
#endif
#define LATE EARLY
#define EARLY 1
#if LATE
int resolved_at_use;
#endif
#undef EARLY
#if LATE
#else
int zero_now;
#endif
#define EARLY 0
#if LATE || !defined(EARLY)
#else
int still_zero;
#endif
#define EXPRESSION 1 + 1
#if EXPRESSION * 2 == 3
int textual;
#endif
#define OPEN (
#define CLOSE )
#if OPEN 1 CLOSE
int parentheses_from_macros;
#endif
#define OPERATOR ==
#if 1 OPERATOR 1
int operator_from_a_macro;
#endif
#define HAS defined(__CUDA_ARCH__)
#if HAS
int defined_from_a_macro;
#else
int not_here;
#endif
#define DEFINED defined
#if DEFINED __CUDA_ARCH__
int keyword_from_a_macro;
#endif
#if DEFINED(__CUDA_ARCH__) && DEFINED ( HAS )
#endif
#define NAME __CUDA_ARCH__
#if defined NAME && !defined(NOTHING)
int name_is_not_expanded;
#endif
#if DEFINED NAME
#endif
#define SELF SELF
#if SELF
#else
int self_is_zero;
#endif
#define PING PONG
#define PONG PING
#if PING
#else
#endif
#if !PONG
#endif
#define COUNT COUNT + 1
#if COUNT == 1
int one_round;
#endif
#define __CUDA_ARCH_SAVED__ __CUDA_ARCH__
#if __CUDA_ARCH_SAVED__ == 1200
int saved;
#endif
#ifdef __CUDA_ARCH__
#undef __CUDA_ARCH__
#define __CUDA_ARCH__ 750
#endif
#if __CUDA_ARCH_SAVED__ >= 900
int never;
#elif __CUDA_ARCH_SAVED__ == 750
int faked;
#endif
#if __CUDA_ARCH__ > 1000
#else
#endif
#define
#define 12
#define "x"
#undef
#undef 12
#undef NOTHING junk
#define defined 1
#undef defined
#define GOOD 1
#if GOOD
int after_bad_definitions;
#endif
#define true 0
#if true
#else
int true_is_redefined;
#endif
#undef true
#if true
int back_again;
#endif
#if 0
#elif defined(GOOD)
#define IN_ELIF 1
#else
#define IN_ELSE 1
#endif
#if IN_ELIF && !defined(IN_ELSE)
#endif
#define EMPTY
#if EMPTY
#else
int empty_condition;
#endif
#if EMPTY + 1
#endif
#if defined(EMPTY) && EMPTY 1 EMPTY
#endif
#ifdef EMPTY
#undef EMPTY
#ifdef EMPTY
#else
int gone;
#endif
#endif
#define NOSPACE(1)
#define TIGHT+1
#if TIGHT == 1
#endif
#define QUOTE"x"
#ifdef QUOTE
#endif
