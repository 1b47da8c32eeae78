// Splices in every place where a line may be broken.
#if defined(__CUDA_ARCH__) \
    && __CUDA_ARCH__ >= 900 \
    && __CUDA_ARCH__ < 1200
int hopper_to_blackwell;
#endif

#i\
f __CUDA_ARCH__ >= 800
int word_broken;
#e\
l\
s\
e
int other;
#en\
dif

#\
if __CUDA_A\
RCH__ == 1200
int name_broken;
#elif __CUDA_ARCH__ =\
= 1210
int operator_broken;
#elif __CUDA_ARCH__ == 1\
0\
00
int number_broken;
#elif \
  \
  __CUDA_ARCH__ \
  > 750
int blank_lines;
#endif

// a line comment goes on \
#if 0 \
int not_code; \
#else
#if 1
int code;
#endif

/\
* a broken comment opener
#if 0
*\
/
#if __CUDA_ARCH__ /\
/ the rest is a comment && 0
int line_comment_broken;
#endif

#if __CUDA_ARCH__ >= 1000 // spliced comment \
    && 0
int comment_swallows_the_operand;
#else
int older;
#endif

#if 1 \

int blank_line_after_splice;
#endif
#if 0 \
|| 1 \
// comment \
|| 0
int yes;
#endif

#define BROKEN(a, \
               b) \
  ((a) + \
   (b))
#if BROKEN(1, \
           -1)
int no;
#else
int sum_is_zero;
#endif

#if '\
a' == 'a' && \
    "text\
ual"
int string_is_an_error;
#endif

#if __CUDA_ARCH__ \   
    >= 900
int blanks_after_the_backslash;
#endif

#ifdef __CUDA\
_ARCH__\

int ifdef_broken;
#endif
