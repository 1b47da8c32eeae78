// What the toolkit and the target have.
#ifndef LENS_CONFIG_H
#define LENS_CONFIG_H

#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900
#define LENS_HAS_CLUSTERS 1
#else
#define LENS_HAS_CLUSTERS 0
#endif

#if defined(__CUDA_ARCH_FEAT_SM90_ALL) || defined(__CUDA_ARCH_FEAT_SM100_ALL)
#define LENS_SPECIFIC
#endif

#define LENS_VERSION(major, minor) ((major) * 100 + (minor))
#define LENS_TOOLKIT LENS_VERSION(__CUDACC_VER_MAJOR__, __CUDACC_VER_MINOR__)

#endif  // LENS_CONFIG_H
