#if 1
int a;
/* never closed
#else
#endif
