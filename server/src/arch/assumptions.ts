import { HOST_COMPILER_DYNAMIC_NAMES, HOST_COMPILER_MACROS } from "./host-macros.generated";

/**
 * What is taken for granted of a build where no seen text says otherwise: nvcc of CUDA 13.0 over g++ on Linux, and
 * neither another vendor's compiler nor an editor's. A user's settings come before it, and an answer that rests on
 * one of these says so.
 */

/** Macros that both of nvcc's passes define. Source: nvcc 13.0 (V13.0.88) --dryrun. */
export const NVCC_MACROS: Readonly<Record<string, string>> = {
  __CUDACC__: "1",
  __NVCC__: "1",
  __CUDACC_VER_MAJOR__: "13",
  __CUDACC_VER_MINOR__: "0",
  __CUDACC_VER_BUILD__: "88",
  __CUDA_API_VER_MAJOR__: "13",
  __CUDA_API_VER_MINOR__: "0",
  __NVCC_DIAG_PRAGMA_SUPPORT__: "1",
  __CUDACC_DEVICE_ATOMIC_BUILTINS__: "1",
  // Defined by cuda_runtime.h, which nvcc includes ahead of every source.
  CUDART_VERSION: "13000",
};

/**
 * Defined by cuda.h, which no compiler includes by itself and most code gets by one header or another. Not assumed where
 * whatever no seen text defines counts as undefined.
 */
export const DRIVER_MACROS: Readonly<Record<string, string>> = { CUDA_VERSION: "13000" };

/** Macros of the device passes alone. Source: as above. */
export const NVCC_DEVICE_MACROS: Readonly<Record<string, string>> = { CUDA_DOUBLE_MATH_FUNCTIONS: "1" };

/** The host compiler's own macros; these never surprise anyone, so answers do not name them. */
export const HOST_MACROS: Readonly<Record<string, string>> = HOST_COMPILER_MACROS;

/** Built-in names that count as defined while their value depends on the place: `__LINE__`, `__COUNTER__`. */
export const HOST_DYNAMIC_NAMES: ReadonlySet<string> = new Set(HOST_COMPILER_DYNAMIC_NAMES);

/** Macros that are taken as not defined, with what they would mean. */
export const NOT_DEFINED: Readonly<Record<string, string>> = {
  USE_ROCM: "ROCm",
  __HIP__: "ROCm",
  __HIPCC__: "ROCm",
  __HIP_PLATFORM_AMD__: "ROCm",
  __HIP_PLATFORM_HCC__: "ROCm",
  __HIP_DEVICE_COMPILE__: "ROCm",
  GGML_USE_HIP: "ROCm",
  USE_MUSA: "MUSA",
  __MUSA__: "MUSA",
  __MUSACC__: "MUSA",
  __MUSA_ARCH__: "MUSA",
  GGML_USE_MUSA: "MUSA",
  __INTELLISENSE__: "an editor's parser",
  __CLION_IDE__: "an editor's parser",
  __VSCODE_IDE__: "an editor's parser",
  __JETBRAINS_IDE__: "an editor's parser",
  __RESHARPER__: "an editor's parser",
  __CLANGD__: "an editor's parser",
  Q_CREATOR_RUN: "an editor's parser",
  IN_KDEVELOP_PARSER: "an editor's parser",
  __clang__: "clang",
  __clang_major__: "clang",
  _MSC_VER: "Visual C++",
  _WIN32: "Windows",
  _WIN64: "Windows",
  __APPLE__: "macOS",
  __NVCOMPILER: "NVIDIA HPC compiler",
  __INTEL_COMPILER: "Intel's compiler",
  __INTEL_LLVM_COMPILER: "Intel's compiler",
  __CUDACC_RTC__: "NVRTC",
};

/**
 * Architecture macros are nvcc's own: which of them a pass defines is known, and where it does not define one it is
 * not defined. `__CUDA_ARCH_LIST__` is the one exception: always defined, with the build's list as its value.
 */
export function isArchitectureMacro(name: string): boolean {
  return (
    name === "__CUDA_ARCH__" ||
    name === "__CUDA_ARCH_SPECIFIC__" ||
    name === "__CUDA_ARCH_FAMILY_SPECIFIC__" ||
    /^__CUDA_ARCH_FEAT_SM[0-9]+_ALL$/.test(name)
  );
}

export const ARCHITECTURE_LIST_MACRO = "__CUDA_ARCH_LIST__";
