// Function-like macros.
#define AT_LEAST(major, minor) (__CUDACC_VER_MAJOR__ > (major) || (__CUDACC_VER_MAJOR__ == (major) && __CUDACC_VER_MINOR__ >= (minor)))
#if AT_LEAST(12, 8)
int new_enough;
#endif
#if AT_LEAST(13, 1) || AT_LEAST (14, 0)
int too_new;
#endif
#define ARCH_IN(low, high) (defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= (low) && __CUDA_ARCH__ < (high))
#if ARCH_IN(900, 1200)
int hopper;
#elif ARCH_IN(1200, 1300)
int twelve;
#else
int others;
#endif
#define IDENTITY(x) x
#if IDENTITY(1) && IDENTITY((1, 2)) && IDENTITY(IDENTITY(3)) == 3
#endif
#if IDENTITY(
#else
int unterminated_call;
#endif
#if IDENTITY()
#else
#endif
#if IDENTITY() + 1
#endif
#if IDENTITY
#else
int no_call;
#endif
#if IDENTITY + 1
#endif
#if IDENTITY(1, 2)
#else
int too_many;
#endif
#if AT_LEAST(1)
#else
int too_few;
#endif
#define NONE() 5
#if NONE() == 5 && NONE( ) == 5
#endif
#if NONE(1)
#else
#endif
#define SUM(...) (0 __VA_ARGS__)
#if SUM(+1) == 1 && SUM() == 0 && SUM(+1 +2) == 3
#endif
#define FIRST(x, ...) x
#define SECOND(x, y, ...) y
#define REST(x, ...) __VA_ARGS__
#if FIRST(1, 0) && FIRST(1) && SECOND(0, 1, 0) && REST(0, 1)
#endif
#if REST(0)
#else
#endif
#define NAMED(args...) FIRST(args)
#if NAMED(7, 8) == 7
#endif
#define OPTIONAL(x, ...) x __VA_OPT__(+ 1)
#if OPTIONAL(1) == 1
#endif
#if OPTIONAL(1, 2) == 2
#endif
#define GNU_COMMA(x, ...) SECOND(x, ##__VA_ARGS__, 9)
#if GNU_COMMA(1) == 9
#endif
#if GNU_COMMA(1, 4) == 4
#endif
#define PASTE(a, b) a##b
#define PASTE_LATE(a, b) PASTE(a, b)
#if PASTE(1, 2) == 12
#endif
#define ONE 1
#if PASTE(ONE, 2)
#else
int not_expanded_before_pasting;
#endif
#if PASTE_LATE(ONE, 2) == 12
#endif
#if PASTE(__CUDA_, ARCH__) >= 900
int pasted_name;
#endif
#define FEATURE(x) defined(__CUDA_ARCH_FEAT_##x)
#if FEATURE(SM90_ALL)
int ninety_a;
#elif FEATURE(SM120_ALL)
int one_twenty_a;
#endif
#define FEATURE_LATE(x) FEATURE(x)
#define WHICH SM100_ALL
#if FEATURE_LATE(WHICH)
int one_hundred_a;
#endif
#if PASTE(, 1) && PASTE(1, )
#endif
#if PASTE(<, <) 1
#else
#endif
#if 1 PASTE(<, <) 2 == 4
#endif
#if 1 PASTE(&, &) 1
#endif
#if PASTE(+, 1)
#elif 1
int invalid_paste;
#endif
#if PASTE(def, ined)(ONE)
#else
#endif
#define STRING(x) #x
#if STRING(a)
#else
int string;
#endif
#define RECURSIVE(x) (x + RECURSIVE(x))
#if RECURSIVE(1)
#else
#endif
#define F(x) G(x)
#define G(x) F(x)
#if F(1)
#else
#endif
#define NESTED(x) (x ? NESTED2(x) : 0)
#define NESTED2(x) (x == 3)
#if NESTED(3) && !NESTED(2)
#endif
#if NESTED(NESTED(3)) == 0
#endif
#define CALL(f, x) f(x)
#if CALL(IDENTITY, 4) == 4
#endif
#define ALIAS IDENTITY
#if ALIAS(6) == 6
#endif
#define LPAREN (
#if IDENTITY LPAREN 1)
#else
int parenthesis_from_a_macro_is_no_call;
#endif
#define EMPTY
#if IDENTITY EMPTY (1)
#else
#endif
#define DEFER(x) x EMPTY
#if DEFER(IDENTITY)(1)
#else
#endif
#define TAIL IDENTITY
#if TAIL (8) == 8
#endif
#if IDENTITY((1) && (1)) && IDENTITY ((1))
#endif
#define f(a) a*g
#define g(a) f(a)
#if f(2)(9)
#else
#endif
#if IDENTITY(defined(ONE)) && IDENTITY(defined ONE)
int defined_inside_an_argument;
#else
int argument_was_expanded;
#endif
#if IDENTITY(defined(__CUDA_ARCH__)) == IDENTITY(defined __NVCC__)
#else
#endif
#define DUP(x, x) x
#define BAD(x
#define BAD2(x,) x
#define BAD3(1) x
#define BAD4(x y) x
#define BAD5(..., x) x
#define HASH(x) #y
#define STARTS(x) ##x
#define ENDS(x) x##
#ifdef DUP
#endif
#ifdef BAD
#else
#endif
#ifdef BAD2
#else
#endif
#ifdef BAD5
#else
#endif
#ifdef HASH
#else
#endif
#ifdef STARTS
#else
#endif
#ifdef ENDS
#else
#endif
#define OBJECT (x) x
#if OBJECT
#else
#endif
#define CHAR(c) c
#if CHAR(',') == 44 && CHAR(')') == 41 && CHAR('(') == 40
#endif
#if CHAR(")") || 1
#else
#endif
#define COMMA ,
#if FIRST(IDENTITY(1 COMMA 0), 3)
#else
#endif
#if SECOND(1 COMMA 0, 3)
#endif
#if FIRST((1, 2), 0)
#endif
#if IDENTITY(/* comment */ 1 /* , 2 */)
#endif
#if IDENTITY(1 // , 2
)
#else
#endif
#define CHAIN1(x) CHAIN2(x)
#define CHAIN2(x) CHAIN3(x)
#define CHAIN3(x) ((x) + 1)
#if CHAIN1(CHAIN1(CHAIN1(0))) == 3
#endif
#if __CUDA_ARCH__ >= 1000
#define ENABLED(x) 1
#elif __CUDA_ARCH__ >= 900
#define ENABLED(x) (x > 2)
#endif
#ifdef ENABLED
#if ENABLED(2)
int enabled;
#elif ENABLED(3)
int partly;
#endif
#endif
#if ENABLED(5)
int enabled_where_defined;
#else
int error_where_not;
#endif
#define ID(x) x
#undef ID
#if ID(1)
#else
int forgotten;
#endif
#if __INT64_C(5) == 5 && __UINT64_C(5) - 6 > 0
int predefined_function;
#endif
