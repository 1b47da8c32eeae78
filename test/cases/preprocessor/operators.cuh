// Every operator, its precedence and its associativity.
#define YES(n) int yes_##n;
#if 1 + 2 * 3 == 7
#endif
#if (1 + 2) * 3 == 9
#endif
#if 10 - 4 - 3 == 3
#endif
#if 100 / 10 / 5 == 2
#endif
#if 17 % 5 * 2 == 4
#endif
#if -7 / 2 == -3 && -7 % 2 == -1 && 7 / -2 == -3 && 7 % -2 == 1
#endif
#if 1 << 2 + 3 == 32
#endif
#if (1 << 2 << 3) == 32
#endif
#if -8 >> 1 == -4
#endif
#if 1 << -1 == 0
#endif
#if 8 >> -1 == 16
#endif
#if 1 << 64
#else
#endif
#if -1 >> 64 == -1
#endif
#if 1u << 64 == 0
#endif
#if (1 < 2) == 1 && 3 > 2 > 0 && 2 <= 2 && 2 >= 2
#endif
#if 3 > 2 > 1
#else
#endif
#if 1 == 1 == 1 && 2 == 2 != 0
#endif
#if (6 & 3) == 2 && (6 | 3) == 7 && (6 ^ 3) == 5
#endif
#if 6 & 3 == 3
#else
#endif
#if 1 | 2 ^ 3 & 4
#endif
#if (1 | 2 ^ 3 & 1) == 3
#endif
#if ~0 == -1 && !0 == 1 && !5 == 0 && - -3 == 3 && +3 == 3 && !!7 == 1
#endif
#if -!0 == -1 && ~-1 == 0 && !~0 == 0
#endif
#if 1 || 0 && 0
#endif
#if (1 || 0) && 0
#else
#endif
#if 0 && 1 / 0
#else
int short_circuit;
#endif
#if 1 || 1 / 0
int short_circuit_or;
#endif
#if 1 ? 2 : 3 == 3
#endif
#if (1 ? 0 : 1 / 0)
#else
#endif
#if (0 ? 1 / 0 : 4) == 4
#endif
#if 1 ? 0 ? 1 : 2 : 3
#endif
#if (0 ? 1 : 0 ? 2 : 5) == 5
#endif
#if 1 ? 1, 2 : 3
#endif
#if 0 ? 1 : 0, 1
#endif
#if (2, 1)
#endif
#if (1, 0)
#else
#endif
#if 1, 0
#else
#endif
#if 1 / 0
#else
int division_by_zero;
#endif
#if 1 % 0
#elif __CUDA_ARCH__ == 1200
int goes_on;
#endif
#if 0 * (1 / 0)
#else
#endif
#if -9223372036854775807 - 1 < 0
#endif
#if (-9223372036854775807 - 1) / -1 < 0
#endif
#if 9223372036854775807 + 1 < 0
int wraps;
#else
int does_not;
#endif
#if -1 > 0u
int unsigned_wins;
#endif
#if 0u - 1 == 18446744073709551615u
#endif
#if -1 < 0 ? 1 : 0u
#endif
#if (1 ? -1 : 0u) > 0
#endif
#if (-1, 0u) - 1 > 0
#endif
#if (0 || 0u) - 1 < 0
#endif
#if -(1u) > 0
#endif
#if ~0u > 0 && !0u - 2 < 0
#endif
#if -1 / 2u == 9223372036854775807
#endif
#if -1 >> 1u == -1 && (-1 + 0u) >> 63 == 1
#endif
#if (-1 & 0u) == 0 && (-1 | 0u) > 0 && (-1 ^ 0u) > 0
#endif
#if -1 * 1u > 0 && -1 % 10u == 5
#endif
#if 1u == 1 && -1 == 18446744073709551615u
#endif
#if 1 ?: 2
int elvis;
#else
int no_elvis;
#endif
#if 3 <=> 2
#else
#endif
#if 1 = 1
#elif 1
int assignment_is_an_error;
#endif
#if __CUDA_ARCH__ += 1
#else
#endif
#if ++1
#else
#endif
#if 1 ++ 1
#else
#endif
#if 1 + + 1 == 2 && 1 - - 1 == 2
#endif
#if 1 --1 == 2
#else
#endif
#if ((((((((1))))))))
#endif
#if (__CUDA_ARCH__ >= 900) + (__CUDA_ARCH__ >= 1000) + (__CUDA_ARCH__ >= 1200) == 2
int blackwell_datacenter;
#endif
#if __CUDA_ARCH__ / 100 == 12 && __CUDA_ARCH__ % 100 / 10 == 1
int twelve_one;
#endif
#if (__CUDA_ARCH__ ^ 1200) == 0
int exactly;
#endif
#if (__CUDA_ARCH__ >= 900 ? __CUDA_ARCH__ < 1200 : 0)
int ternary_guard;
#endif
#if !(__CUDA_ARCH__ < 900 || __CUDA_ARCH__ >= 1200)
int negated;
#endif
#if !__CUDA_ARCH__ >= 900
int precedence_trap;
#else
int other;
#endif
