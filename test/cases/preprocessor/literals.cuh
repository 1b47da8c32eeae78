// Strings, characters and raw strings that look like directives or comments, and the other way round.
const char *a = "// no comment";
const char *b = "/* no comment";
#if __CUDA_ARCH__ >= 900
const char *c = "*/";
#endif
const char *d = "\"/*";
const char *e = "\\";
#if __CUDA_ARCH__ < 900
const char *f = "\\\\\"";
#endif
const char g = '"';
const char h = '\'';
const char i = '\\';
#if __CUDA_ARCH__ == 1200
int quotes_balanced;
#endif
const char *raw = R"(
#if 0
 " ' /* // \
#else
)";
#if __CUDA_ARCH__ == 1210
int after_raw;
#endif
const char *delimited = R"x(
)" )y" )
#if 0
)x";
#if 1
int after_delimited;
#endif
const char *prefixes[] = {u8R"(
#if 0
)",
                          LR"(
#else
)",
                          uR"a(
)"
)a",
                          UR"__(
#endif
)_"
)__"};
#if 2
int after_prefixes;
#endif
const char *not_raw = FooR"(";
#if 3
int identifier_before_quote;
#endif
#define R "macro"
const char *not_a_prefix = R "(";
#undef R
#if 4
int separated_prefix;
#endif
int separators = 1'000'000 + 0x1'F + 0b1'0 + 1'0.5'0e1'0;
#if __CUDA_ARCH__ >= 8'00
int digit_separator_in_a_condition;
#endif
int after = 0xAB'CD; char quote = 'x';
#if 5
int still_fine;
#endif
char wide = L'a', u = u'a', U = U'a', u8c = u8'a';
#if 6
int character_prefixes;
#endif
const char *joined = "a\
#if 0\
b";
#if 7
int spliced_string;
#endif
const char *suffixed = "x"_km; int k = 3'000_km;
#if 8
int suffixes;
#endif
const char *raw_splice = R"(\
)\
")";
#if 9
int raw_with_backslashes;
#endif
const char *urls = "http://x" "//" /* " */ "/*"; // "
#if 10
int ten;
#endif
template <int... I> struct s {};
s<'a', '/', '*'> chars;
#if 11
int eleven;
#endif
const char *one_line_raw = R"(")"; const char *two = R"(//)" R"(/*)";
#if 12
int twelve;
#endif
