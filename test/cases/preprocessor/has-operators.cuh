// Operators that ask the installation, with macros in their operands, and faulty ones.
#define spelled nodiscard
#define same(x) x
#define nothing
#define asks __has_attribute
#define ASKS(x) __has_attribute(x)
#define builtin __builtin_expect
#if __CUDA_ARCH__ >= 900
#define arch_spelled nodiscard
#else
#define arch_spelled no_such_attribute
#endif
#if __has_attribute(spelled)
int expanded;
#endif
#if __has_cpp_attribute(same(nodiscard))
int expanded_by_a_call;
#endif
#if __has_cpp_attribute(arch_spelled)
int for_some_architectures;
#else
int for_others;
#endif
#if __has_attribute(nothing)
int no_name_left;
#elif __has_attribute(spelled nothing)
int name_left;
#endif
#if __has_builtin(builtin) && asks(noreturn) && ASKS(spelled)
int by_other_names;
#endif
#define noreturn no_such_attribute_either
#if ASKS(noreturn) || asks(noreturn)
int renamed;
#else
int none;
#endif
#if defined(__has_attribute) && defined __has_include
int both;
#endif
#if __has_attribute
int without_an_operand;
#else
int faulty;
#endif
#if __has_attribute()
int without_a_name;
#else
int faulty_too;
#endif
#if __has_attribute() || __CUDA_ARCH__ >= 1200
int goes_on;
#endif
#if __has_attribute(nodiscard noreturn)
int two_names;
#else
int faulty_as_well;
#endif
#if 1 || __has_attribute(3)
int goes_on_as_well;
#endif
