#include "lens/rows.def"
#ifdef LENS_ROWS_FAILED
#endif
#define LENS_ROW(number) int row_##number;
#include "lens/rows.def"
#ifdef LENS_ROW
#endif
#if LENS_ROWS == 3
#endif
#define LENS_ROW(number) row_##number = number;
#undef LENS_ROWS
#include "lens/rows.def"
#if LENS_ROWS == 2
#endif
