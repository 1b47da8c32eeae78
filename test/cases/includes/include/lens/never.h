#define LENS_NEVER
