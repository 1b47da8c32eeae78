#if 1
int a;
#endif
const char *s = R"(never closed
#if 0
#else
#endif
