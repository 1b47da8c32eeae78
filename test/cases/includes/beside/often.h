// Beside the one that asks: found first with quotes, not at all with angle brackets.
#define LENS_BESIDE_OFTEN
