// Directives inside the arguments of a call that spans lines, and calls that end in another branch.
#define TAKE(...) __VA_ARGS__
int a = TAKE(
#if __CUDA_ARCH__ >= 900
  1
#else
  2
#endif
);
int b = TAKE(1,
#ifdef __CUDA_ARCH__
#if __CUDA_ARCH__ == 1200
  2
#elif __CUDA_ARCH__ == 1210
  3
#endif
#endif
  );
#define SET 1
#if SET
int set;
#endif
void kernel() {
#if __CUDA_ARCH__ >= 900
  if (x) {
#else
  {
#endif
  }
}
