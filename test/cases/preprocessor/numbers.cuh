// Integer literals in every base and with every suffix, and what is no integer.
#if 0x10 == 16 && 0XfF == 255 && 010 == 8 && 0b101 == 5 && 0B11 == 3 && 00 == 0
#endif
#if 1u == 1 && 1U == 1 && 1l == 1 && 1L == 1 && 1ll == 1 && 1LL == 1 && 1ul == 1 && 1lu == 1
#endif
#if 1ull == 1 && 1llu == 1 && 1ULL == 1 && 1LLU == 1 && 1uLL == 1 && 1Lu == 1
#endif
#if 1lL
#else
int mixed_suffix;
#endif
#if 1lul
#else
#endif
#if 1uu
#else
#endif
#if 1z == 1
#elif 1
#endif
#if 1uz
#else
#endif
#if 1i
#else
#endif
#if 1f
#else
#endif
#if 1.0
#else
int floating;
#endif
#if 1e3
#else
#endif
#if .5
#else
#endif
#if 0x1p3
#else
#endif
#if 08
#else
#endif
#if 09 || 1
#else
#endif
#if 0b2
#else
#endif
#if 0x
#else
#endif
#if 0b
#else
#endif
#if 12ab
#else
#endif
#if 1_km
#else
#endif
#if 1'000 == 1000 && 0x1'0 == 16 && 0b1'0 == 2 && 01'0 == 8
#endif
#if 1''0
#else
#endif
#if 1'
#else
#endif
#if 1'2'
#else
#endif
#if 9223372036854775807 > 0
#endif
#if 9223372036854775808
#else
#endif
#if 9223372036854775808 > 0
#else
#endif
#if 9223372036854775808u > 0
#endif
#if 18446744073709551615 > 0
#else
#endif
#if 18446744073709551615u == -1
#endif
#if 18446744073709551616
#elif 1
#endif
#if 18446744073709551616u == 0
#else
#endif
#if 99999999999999999999999999
#else
#endif
#if 0xFFFFFFFFFFFFFFFF > 0
#endif
#if 0x8000000000000000 > 0
#endif
#if 0x7fffffffffffffff > 0
#endif
#if 01777777777777777777777 > 0
#endif
#if 0x10000000000000000
#else
#endif
#if 0xFFFFFFFFFFFFFFFFF == 0xFFFFFFFFFFFFFFFF
#else
#endif
#if 1+1==2
#endif
#if 0xe+1 == 15
#else
int hex_e_plus_is_one_number;
#endif
#if 0xe + 1 == 15
#endif
#if 1..2
#else
#endif
#if 1.e
#else
#endif
#if __CUDA_ARCH__ >= 0x384
int nine_hundred;
#endif
#if __CUDA_ARCH__ >= 900u && __CUDA_ARCH__ < 1200L
int suffixed;
#endif
#if __CUDACC_VER_MAJOR__ > 12 || (__CUDACC_VER_MAJOR__ == 12 && __CUDACC_VER_MINOR__ >= 8)
int toolkit;
#endif
#if CUDART_VERSION >= 12080 && CUDART_VERSION < 13000
int before_thirteen;
#else
int thirteen;
#endif
#if -1 > 12ab && -1 > 1_km
int suffix_that_means_nothing_is_unsigned;
#endif
#if -1 > 1z || -1 > 1ll
#else
int signed_suffixes;
#endif
