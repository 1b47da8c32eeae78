/* Comments inside directives and around them. */
/* #if 0 */
int a;
/*
#if 0
int commented;
#else
#endif
*/
/**/#if __CUDA_ARCH__ >= 900
int after_a_comment;
#endif
/* several
   lines */ # /* inside */ if /* before */ __CUDA_ARCH__ /* between */ >= /* * / */ 1000 /* behind */
int inside;
/* x */ #else /* y
  still the same directive
  #if 0
*/
int other;
#endif /* __CUDA_ARCH__ */

#if /*
*/ __CUDA_ARCH__ /* lines
  in
  */ == /**/ 1200 // tail
int over_lines;
#elif /* // */ defined /* ( */ ( /* ) */ __CUDA_ARCH__ /*"*/ ) // /* not opened
int opened;
#else // */
int else_branch;
#endif // done

#if 1 // http://example.org/*
int url;
#endif
#if 1 /* // */
int nested_line_comment;
#endif
#if 0 //* odd
int odd;
#else
int even;
#endif
#if 10 //**/ 2
int ten;
#endif
#if 10 /**/ / /**/ 20
int half;
#else
int none;
#endif
#if 1 /*/ 0 /*/
int slash_star_slash;
#endif
#if 1 /***/ && /*/**/ 0
int zero;
#else
int stars;
#endif
int code; /* trailing
*/ #if 0
int not_a_directive_in_the_standard;
/* */
int b; // #if 0
int c; /* #else */ int d;
#define EMPTY /* nothing */
#if EMPTY 1
int one;
#endif
#define SEVEN /* a */ 7 /* b
                        c */
#if SEVEN == 7
int seven;
#endif
#if/**/1
int glued;
#endif
#ifdef/**/__CUDA_ARCH__/**/
int glued_name;
#else/**/
int glued_else;
#endif/**/
/* don't
#if 0 */
#if 1 /* don't */
int apostrophe;
#endif
// it's "quoted
#if 1
int quotes;
#endif
