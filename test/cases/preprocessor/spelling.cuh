// Directives in any spacing and spelling.
  #  if __CUDA_ARCH__ >= 900
int indented;
	#	else
int tabbed;
 #   endif
#if(__CUDA_ARCH__>=900)&&(__CUDA_ARCH__<1200)
int tight;
#elif(__CUDA_ARCH__)
int tight_elif;
#endif
#if!defined(__CUDA_ARCH__)
int host;
#endif
#if-1
int negative;
#endif
#if'a'
int character;
#endif
#if"a"
int string;
#else
int string_is_no_condition;
#endif
#ifdef __CUDA_ARCH__ junk behind
int junk;
#else junk too
int junk_else;
#endif junk at last
#ifndef __CUDA_ARCH__ && 0
int junk_ifndef;
#endif
#ifdef __CUDA_ARCH__ // comment
int fine;
#endif
%:if __CUDA_ARCH__ == 1200
int digraph;
%: else
int digraph_else;
%:endif
#
# /* null directive */
#if 1
#
int null_directive_inside;
#endif
#ifdef __CUDA_ARCH_FEAT_SM120_ALL
int feature;
#elifdef __CUDA_ARCH_FAMILY_SPECIFIC__
int family;
#elifndef __CUDA_ARCH__
int host_only;
#else
int plain;
#endif
#if 0
#elifdef __CUDA_ARCH_FEAT_SM90_ALL junk
int ninety;
#elifndef __CUDA_ARCH_FEAT_SM100_ALL
int other;
#endif
#if 1
#elifdef
#elifndef +
#endif
??=if 0
int no_trigraphs;
#iff 0
#If 0
#if_ 0
#else_ 
#endiff
#elseif 0
#ifdefined(X)
#if 1
int after_unknown_directives;
#endif
# 77 "somewhere.cuh"
#if 1
int after_line_marker;
#endif
#line 900
#if 1
int after_line;
#endif
#ident "text"
#if 1
#ident "text"
int ident;
#endif
