#define LENS_ORDER 2
