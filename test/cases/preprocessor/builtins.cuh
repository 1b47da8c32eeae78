// What the compiler brings along.
#if __LINE__ == 2
#endif
#if __LINE__ == 4 && __LINE__ < 5
int four;
#endif
#if __LINE__ \
    == 7
#elif __LINE__ == 9
#endif
#define HERE __LINE__
#if HERE == 12 || HERE == 11
#endif
#if __GNUC__ >= 12 && !defined(__clang__) && !defined(_MSC_VER)
int gcc;
#endif
#if defined __linux__ && defined __x86_64__ && linux && unix
#endif
#if __INT_MAX__ == 2147483647 && __SIZEOF_POINTER__ == 8 && __CHAR_BIT__ == 8
#endif
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
int little;
#endif
#if __STDC__ && __STDC_HOSTED__
#endif
#if defined(__FILE__) && defined(__LINE__) && defined(__DATE__) && defined(__TIME__) && defined(__COUNTER__)
#endif
#if defined(__has_include) && defined(__has_attribute) && defined(__has_builtin)
#endif
#ifdef __has_include
#if __has_include(<cstddef>) && !__has_include(<no/such/header.h>) && !__has_include("neither")
int installation;
#else
int other_installation;
#endif
#endif
#if __has_include(<no such thing>) || __CUDA_ARCH__ == 1200
#endif
#if __has_cpp_attribute(nodiscard) || __has_attribute(unused) || __has_builtin(__builtin_expect)
#endif
#if __has_include
#else
#endif
#if __has_include(<a>
#else
#endif
#if __FILE__
#else
#endif
#if __INCLUDE_LEVEL__ == 0
#endif
#if __cpp_constexpr >= 201304L && __cpp_if_constexpr
#endif
#if __SIZE_TYPE__
#else
int type_is_no_number;
#endif
#ifdef __CUDA_ARCH_LIST__
int list_is_defined;
#else
int never;
#endif
#if defined(__CUDA_ARCH_LIST__) && !defined(__CUDA_ARCH__)
int host_pass;
#endif
#if __NVCC__ && __CUDACC__ && __CUDACC_VER_MAJOR__ == 13 && __CUDACC_VER_BUILD__ >= 80
#endif
#if defined(__CUDACC_RTC__) || defined(__CUDA__) || defined(__HIP_PLATFORM_AMD__) || defined(USE_ROCM) || defined(__MUSACC__)
int elsewhere;
#else
int nvcc;
#endif
#ifdef CUDA_DOUBLE_MATH_FUNCTIONS
int device_pass;
#endif
#if CUDA_VERSION >= 12000
int from_cuda_h;
#endif
#if defined(__OPTIMIZE__) || defined(NDEBUG) || defined(_DEBUG)
#endif
#if __cplusplus > 199711L
#pragma once
#endif
