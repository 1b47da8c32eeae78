#define LENS_ORDER 1
