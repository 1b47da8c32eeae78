#define LIMIT 1
_Pragma("push_macro(\"LIMIT\")")
#undef LIMIT
#ifdef LIMIT
int not_in_operator;
#endif
int a; _Pragma ( "pop_macro( \"LIMIT\" )" ) int b;
#if LIMIT
int restored_by_operator;
#endif
_Pragma("push_macro(\"__CUDA_ARCH__\")")
#undef __CUDA_ARCH__
#if __CUDA_ARCH__ >= 900
int without_target;
#endif
_Pragma("pop_macro(\"__CUDA_ARCH__\")")
#if __CUDA_ARCH__ >= 900
int with_target;
#endif
const char* text = "_Pragma(\"push_macro(LIMIT)\")"; // _Pragma("push_macro(\"LIMIT\")")
#undef LIMIT
// _Pragma("pop_macro(\"LIMIT\")")
int not_Pragma_ = sizeof("pop_macro(\"LIMIT\")");
#ifdef LIMIT
int brought_back_by_text;
#endif
