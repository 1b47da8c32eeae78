// In a skipped group nothing is evaluated; nesting alone counts.
#if 0
#if this is ( not an expression "
int a;
#elif neither ' is this
#else whatever
#endif
#ifdef
#ifndef 12
#else
#endif
#elif "x"
#endif
#error not reached
#include <nothing_here>
#define SEEN 1
#undef __CUDA_ARCH__
don't worry, "be happy
#else
int kept;
#endif
#ifdef SEEN
int defined_in_a_skipped_group;
#endif
#if __CUDA_ARCH__ >= 900
#if __CUDA_ARCH__ >= 1000
#if __CUDA_ARCH__ >= 1200
int innermost;
#else
int blackwell;
#endif
#else
int hopper;
#endif
#else
#if __CUDA_ARCH__ == 890
int ada;
#elif __CUDA_ARCH__ >= 1200
int never;
#else
int old_or_host;
#endif
#endif
#if 1
#elif ( not evaluated
#elif 1 / 0
#elif 1
int dead;
#else
int dead_too;
#endif
#if __CUDA_ARCH__ < 1000
#elif syntax error (
int false_by_error;
#elif __CUDA_ARCH__ == 1200
int evaluated_on;
#else
int rest;
#endif
#if 0
#foo bar
# 12
#pragma once
#line nonsense
/* comment
#endif
*/
#else
int after_comment;
#endif
#if 0
"unterminated
#endif
int here;
#if 0
'
#else
'
#endif
#if 0
const char *raw = R"(
#endif
#else
)";
#else
int after_skipped_raw;
#endif
#if 0
#if 1
#else
#else
#elif 1
#endif
#endif
#if 1
int last;
#endif
