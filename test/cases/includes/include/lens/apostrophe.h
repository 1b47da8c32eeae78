#if 0
This isn't code, and nothing closes the apostrophe.
#endif
#define LENS_AFTER_APOSTROPHE
/* don't */ #define LENS_NO_DIRECTIVE_HERE
const char *lens_text = R"(
#define LENS_IN_A_RAW_STRING
)";
