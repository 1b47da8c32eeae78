// Guards as people write them, and the traps in them.
#if (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200))
int bounded;
#endif
#if __CUDA_ARCH__ < 800
int host_reads_zero;
#else
int eight_and_later;
#endif
#if !defined(__CUDA_ARCH__) || __CUDA_ARCH__ >= 900
int host_too;
#endif
#if defined(__CUDA_ARCH_FEAT_SM120_ALL) || defined(__CUDA_ARCH_FEAT_SM121_ALL)
int specific;
#elif defined(__CUDA_ARCH_FAMILY_SPECIFIC__)
#if __CUDA_ARCH_FAMILY_SPECIFIC__ == 1200
int family_of_twelve;
#elif __CUDA_ARCH_FAMILY_SPECIFIC__ == 1210
int not_twelve_hundred;
#else
int other_family;
#endif
#else
int plain;
#endif
#if __CUDA_ARCH_SPECIFIC__ >= 1000 && __CUDA_ARCH_SPECIFIC__ < 1100
int datacenter_a;
#endif
#if defined(__CUDA_ARCH_SPECIFIC__) == defined(__CUDA_ARCH_FAMILY_SPECIFIC__)
int f_targets_differ;
#endif
#if defined(__CUDA_ARCH_FEAT_SM90_ALL)
#define SM90_ENABLED
#endif
#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 1000 && __CUDA_ARCH__ < 1100
#define SM100_ENABLED 1
#if defined(__CUDA_ARCH_FAMILY_SPECIFIC__)
#define SM100F_ENABLED 1
#endif
#elif defined(__CUDA_ARCH__) && __CUDA_ARCH__ / 10 == 120
#define SM120_ENABLED 1
#endif
#if defined(SM90_ENABLED) || SM100F_ENABLED
int tensor_memory;
#elif SM120_ENABLED
int consumer;
#elif defined SM100_ENABLED
int plain_hundred;
#else
#ifdef __CUDA_ARCH__
int other_device;
#else
int host;
#endif
#endif
#if __CUDA_ARCH__ == 1200
int never_sm_121;
#elif __CUDA_ARCH__ == 1210
int sm_121;
#elif __CUDA_ARCH__ == 1100 || __CUDA_ARCH__ == 1030
int thor_and_ultra;
#elif __CUDA_ARCH__ >= 1000
int hundred;
#elif __CUDA_ARCH__ >= 860 && __CUDA_ARCH__ <= 890 && __CUDA_ARCH__ != 870
int ampere_and_ada;
#elif __CUDA_ARCH__
int rest_of_devices;
#endif
#ifndef __CUDA_ARCH__
#define HOST_PASS
#endif
#if !defined(HOST_PASS) && (__CUDA_ARCH__ - 0) > 1000
int later;
#endif
