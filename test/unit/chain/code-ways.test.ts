/** The ways on which C++ comes to a kernel: across sources, through objects, launches and second names. */
import { describe, expect, it } from "vitest";
import { chainIn, CORE, told, workspaceOf } from "./library";

const GUARD = `#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200`;

const PYTHON = `from .core import gen_jit_spec, nvcc_flags

def gen_norm_module():
    flags = nvcc_flags(supported_major_versions=[9, 10, 12])
    return gen_jit_spec("norm", ["other.cu", "norm.cu", "binding.cu"], extra_cuda_cflags=flags)

def fused_norm(x):
    return gen_norm_module().build().run_norm(x)
`;

async function linesOf(code: Record<string, string>): Promise<string[]> {
  const workspace = await workspaceOf({
    "/lib/pyproject.toml": "",
    "/lib/wavekit/__init__.py": "",
    "/lib/wavekit/core.py": CORE,
    "/lib/wavekit/ops.py": PYTHON,
    "/lib/csrc/other.cu": `__global__ void other_kernel(float* x) {\n${GUARD}\n  x[0] = 1;\n#endif\n}\nvoid other() { other_kernel<<<1, 1>>>(0); }\n`,
    ...code,
  });
  const steps = told(workspace, chainIn(workspace, "fused_norm"));
  return steps.filter((line) => !line.startsWith("ops.py"));
}

const BINDING = `void launch_norm(float* x);
void run_norm(float* x) { launch_norm(x); }
TVM_FFI_DLL_EXPORT_TYPED_FUNC(run_norm, run_norm);
`;

const LAUNCHED = "norm.cu:2 launches excludes";
const OTHER = "other.cu:2 same module excludes";

describe("a chain through C++ comes", () => {
  it("to what another source of the extension defines", async () => {
    const lines = await linesOf({
      "/lib/csrc/binding.cu": BINDING,
      "/lib/csrc/norm.cu": `__global__ void norm_kernel(float* x) {\n${GUARD}\n  x[0] = 1;\n#endif\n}\nvoid launch_norm(float* x) { norm_kernel<<<1, 1>>>(x); }\n`,
    });
    expect(lines).toEqual([LAUNCHED, OTHER]);
  });

  it.each([
    ["is handed to a launch", "void launch_norm(float* x) { cudaLaunchKernelEx(&config, norm_kernel, x); }"],
    [
      "another function is handed, by its namespace too",
      "namespace kernels {\nvoid run(float* x) { norm_kernel<<<1, 1>>>(x); }\n}\nvoid launch_norm(float* x) { dispatch(x, kernels::run); }",
    ],
    [
      "has a second name",
      "static constexpr auto kernel = norm_kernel;\nvoid launch_norm(float* x) { kernel<<<1, 1>>>(x); }",
    ],
    [
      "is a method's of an object that is made",
      "struct Runner : Interface {\n  void run(float* x) { norm_kernel<<<1, 1>>>(x); }\n};\nvoid launch_norm(float* x) { use(std::make_unique<Runner>()); }",
    ],
  ])("to a kernel that %s", async (_, launch) => {
    const lines = await linesOf({
      "/lib/csrc/binding.cu": BINDING,
      "/lib/csrc/norm.cu": `__global__ void norm_kernel(float* x) {\n${GUARD}\n  x[0] = 1;\n#endif\n}\n${launch}\n`,
    });
    expect(lines).toEqual([LAUNCHED, OTHER]);
  });

  it.each([
    ["a class wraps", "template <typename K>\nstruct Kernel : sm90_to_sm120<K> {};"],
    ["a class names", "template <typename K>\nstruct Kernel {\n  using Inner = sm90_to_sm120<K>;\n};"],
  ])("to a call operator of a template that %s", async (_, kernel) => {
    const wrapper = (name: string): string =>
      `template <typename K>\nstruct ${name} : K {\n  __device__ void operator()(float* x) {\n${GUARD}\n    K::operator()(x);\n#endif\n  }\n};\n`;
    const lines = await linesOf({
      "/lib/csrc/binding.cu": BINDING,
      "/lib/include/wrappers.h": `#pragma once\n${wrapper("sm90_to_sm120")}${wrapper("sm80_to_sm90")}`,
      "/lib/csrc/norm.cu": `#include "wrappers.h"\n${kernel}\nvoid launch_norm(float* x) { run<Kernel<Base>>(x); }\n`,
    });
    expect(lines).toEqual(["wrappers.h:5 launches excludes", OTHER, "wrappers.h:13 same module excludes"]);
  });

  it.each([
    ["the project's own folder of a library's name", "/lib/csrc/cutlass/norm.cu", true],
    ["a library's own tree", "/lib/csrc/cutlass/include/norm.cu", false],
    ["a library's headers", "/lib/include/cutlass/norm.cu", false],
  ])("to what lies in %s, as to others' or not", async (_, path, own) => {
    const lines = await linesOf({
      "/lib/csrc/binding.cu": BINDING,
      [path]: `__global__ void norm_kernel(float* x) {\n${GUARD}\n  x[0] = 1;\n#endif\n}\nvoid launch_norm(float* x) { norm_kernel<<<1, 1>>>(x); }\n`,
    });
    expect(lines).toEqual(own ? [LAUNCHED, OTHER] : [OTHER]);
  });

  it("to no function of another source that its own source has too", async () => {
    const lines = await linesOf({
      "/lib/csrc/binding.cu": `void other(float* x) {}\nvoid run_norm(float* x) { other(x); }\nTVM_FFI_DLL_EXPORT_TYPED_FUNC(run_norm, run_norm);\n`,
      "/lib/csrc/norm.cu": "void launch_norm(float* x) {}\n",
    });
    expect(lines).toEqual([OTHER]);
  });

  it("by the architecture that a template is made for", async () => {
    const workspace = await workspaceOf({
      "/lib/pyproject.toml": "",
      "/lib/wavekit/__init__.py": "",
      "/lib/wavekit/core.py": CORE,
      "/lib/wavekit/ops.py": PYTHON,
      "/lib/csrc/norm.cu": `#include "tile.h"\nvoid run_norm(float* x) {}\n`,
      "/lib/include/tile.h": `#pragma once\n#define MAKE(T) \\\n  struct Tile_##T { using Arch = lib::arch::Sm120; }\nusing Stream = lib::Sm_stream;\n`,
    });
    const chain = chainIn(workspace, "norm");
    expect(chain.steps.filter(({ via }) => via === "names").map(({ title }) => title)).toEqual([
      "lib::arch::Sm120",
    ]);
    expect(told(workspace, chain, true)).toContain("tile.h:3 names none");
  });
});

describe("an operator", () => {
  it("is followed from the source that registers it to those that define what it calls", async () => {
    const workspace = await workspaceOf({
      "/lib/pyproject.toml": "",
      "/lib/CMakeLists.txt": `cuda_archs_loose_intersection(NORM_ARCHS "9.0a;10.0a" "\${CUDA_ARCHS}")\nset(SRCS "csrc/norm_kernels.cu")\nset_gencode_flags_for_srcs(SRCS "\${SRCS}" CUDA_ARCHS "\${NORM_ARCHS}")\n`,
      "/lib/wavekit/__init__.py": "",
      "/lib/wavekit/ops.py": "import torch\n\ndef fused_norm(x):\n    return torch.ops.wavekit.run_norm(x)\n",
      "/lib/csrc/bindings.cpp": `TORCH_LIBRARY(wavekit, m) { m.impl("run_norm", torch::kCUDA, &run_norm); }\n`,
      "/lib/csrc/entry.cu": `void norm_launcher(float* x);\nvoid run_norm(float* x) { norm_launcher(x); }\n`,
      "/lib/csrc/norm_kernels.cu": `__global__ void norm_kernel(float* x) {\n${GUARD}\n  x[0] = 1;\n#endif\n}\nvoid norm_launcher(float* x) { norm_kernel<<<1, 1>>>(x); }\n`,
    });
    expect(told(workspace, chainIn(workspace, "fused_norm"))).toEqual([
      "CMakeLists.txt:1 builds excludes",
      "norm_kernels.cu:2 launches excludes",
    ]);
  });
});
