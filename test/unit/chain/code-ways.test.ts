/** The ways on which C++ comes to a kernel: across sources, through objects, launches and second names. */
import { describe, expect, it } from "vitest";
import { isClosed } from "../../../server/src/chain/chain";
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

describe("what only other targets come by", () => {
  const ARMS = (python: string): Record<string, string> => ({
    "/lib/pyproject.toml": "",
    "/lib/wavekit/__init__.py": "",
    "/lib/wavekit/core.py": CORE,
    "/lib/wavekit/ops.py": `from .core import gen_jit_spec, nvcc_flags
from .compute import get_compute_capability

def gen_wide_module():
    return gen_jit_spec("wide", ["wide.cu"], extra_cuda_cflags=nvcc_flags(supported_major_versions=[10]))

def gen_narrow_module():
    return gen_jit_spec("narrow", ["narrow.cu"], extra_cuda_cflags=nvcc_flags(supported_major_versions=[12]))

${python}`,
    "/lib/wavekit/compute.py":
      "import torch\n\ndef get_compute_capability(x):\n    return torch.cuda.get_device_capability(x.device)\n",
    "/lib/csrc/wide.cu": `__global__ void wide_kernel(float* x) {\n${GUARD}\n  x[0] = 1;\n#endif\n}\n`,
    "/lib/csrc/narrow.cu": "__global__ void narrow_kernel(float* x) {\n  x[0] = 1;\n}\n",
  });
  const closed = async (python: string): Promise<string[]> => {
    const workspace = await workspaceOf(ARMS(python));
    const chain = chainIn(workspace, "fused_norm");
    return told(workspace, { ...chain, steps: chain.steps.filter(isClosed) });
  };

  it("is told and shuts nothing where the target has an arm of its own", async () => {
    const python = `def fused_norm(x):
    major, minor = get_compute_capability(x)
    if major == 10:
        return gen_wide_module().build().run(x)
    elif major == 12:
        return gen_narrow_module().build().run(x)
    raise ValueError("no kernel")
`;
    expect(await closed(python)).toEqual([]);
    const workspace = await workspaceOf(ARMS(python));
    expect(told(workspace, chainIn(workspace, "fused_norm"))).toEqual(
      expect.arrayContaining(["ops.py:5 builds excludes", "wide.cu:2 launches excludes"]),
    );
  });

  it("shuts the target out where it comes by as well", async () => {
    expect(
      await closed(`def fused_norm(x):
    major, minor = get_compute_capability(x)
    if major == 10:
        return gen_wide_module().build().run(x)
    return gen_wide_module().build().run_slowly(x)
`),
    ).toEqual(["ops.py:5 builds excludes", "wide.cu:2 launches excludes"]);
  });

  it("is a source that is compiled for them alone, next to the target's own", async () => {
    const wrapped = (name: string, bounds: string): string =>
      `#include "wrap.h"\nvoid run_${name}(float* x) { launch<${bounds}>(x); }\n`;
    const workspace = await workspaceOf({
      "/lib/pyproject.toml": "",
      "/lib/CMakeLists.txt": `set_archs(NORM_ARCHS "10.0a;10.3a")
cuda_archs_loose_intersection(NORM_ARCHS "10.0a;10.3a" "\${CUDA_ARCHS}")
set(SRCS "csrc/norm_sm100.cu")
set_gencode_flags_for_srcs(SRCS "\${SRCS}" CUDA_ARCHS "\${NORM_ARCHS}")
cuda_archs_loose_intersection(NORM_ARCHS "12.0a;12.1a" "\${CUDA_ARCHS}")
set(SRCS "csrc/norm_sm120.cu")
set_gencode_flags_for_srcs(SRCS "\${SRCS}" CUDA_ARCHS "\${NORM_ARCHS}")
`,
      "/lib/wavekit/__init__.py": "",
      "/lib/wavekit/ops.py": "import torch\n\ndef fused_norm(x):\n    return torch.ops.wavekit.run_norm(x)\n",
      "/lib/csrc/bindings.cpp": `TORCH_LIBRARY(wavekit, m) { m.impl("run_norm", torch::kCUDA, &run_norm); }\n`,
      "/lib/csrc/entry.cu": `void run_wide(float* x);\nvoid run_narrow(float* x);\nvoid run_norm(float* x) { run_wide(x); run_narrow(x); }\n`,
      "/lib/csrc/wrap.h": `#pragma once
template <typename K> struct wide_only : K {
  __device__ void operator()(float* x) {
#if __CUDA_ARCH__ >= 1000 && __CUDA_ARCH__ < 1200
    K::operator()(x);
#else
    asm("trap;");
#endif
  }
};
`,
      "/lib/csrc/norm_sm100.cu": wrapped("wide", "wide_only<Base>"),
      "/lib/csrc/norm_sm120.cu": wrapped("narrow", "Base"),
    });
    const chain = chainIn(workspace, "fused_norm");
    expect(told(workspace, chain)).toContain("wrap.h:4 launches excludes");
    expect(chain.firstClosed).toBeNull();
  });
});

describe("a header that no source at hand includes", () => {
  const kernel = `#pragma once\n__global__ void norm_kernel(float* x) {\n${GUARD}\n  x[0] = 1;\n#endif\n}\n`;

  it.each(["norm_kernel", "/lib/include/norm.cuh", "norm.cuh"])(
    "is a chain's end itself: its gates are met by %s",
    async (entry) => {
      const workspace = await workspaceOf({ "/lib/include/norm.cuh": kernel });
      const chain = chainIn(workspace, entry);
      expect(told(workspace, chain)).toEqual(["norm.cuh:3 launches excludes"]);
      expect(chain.noGate).toBe(false);
    },
  );

  it("is met by way of the sources where there are some", async () => {
    const workspace = await workspaceOf({
      "/lib/include/norm.cuh": kernel,
      "/lib/csrc/norm.cu":
        '#include "../include/norm.cuh"\nvoid run(float* x) { norm_kernel<<<1, 1>>>(x); }\n',
    });
    const paths = chainIn(workspace, "norm_kernel").steps.map(({ path }) => path);
    expect(paths[0]).toBe("/lib/csrc/norm.cu");
  });
});

describe("by macros that a header settles for each architecture", () => {
  const lines = (header: string): Promise<string[]> =>
    linesOf({
      "/lib/csrc/binding.cu": BINDING,
      "/lib/csrc/settings.h": `#pragma once\n${header}`,
      "/lib/csrc/norm.cu": `#include "settings.h"
__global__ void norm_kernel(float* x) {
#if WAVE_DEPTH == 2
  x[0] = 1;
#else
  x[0] = 2;
#endif
}
void launch_norm(float* x) { norm_kernel<<<1, 1>>>(x); }
`,
    });

  it("a chain comes to their definitions", async () => {
    const depth = `#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ == 900\n#define WAVE_DEPTH 2\n#else\n#define WAVE_DEPTH 1\n#endif\n`;
    expect(await lines(depth)).toContain("settings.h:2 includes excludes");
    expect((await lines(depth.replaceAll("WAVE_DEPTH", "OTHER_DEPTH"))).join("\n")).not.toContain(
      "settings.h",
    );
  });

  it("what others have beside the target's own branch is told too", async () => {
    const steps = await linesOf({
      "/lib/csrc/binding.cu": BINDING,
      "/lib/csrc/norm.cu": `#if __CUDA_ARCH__ == 1200 || __CUDA_ARCH__ == 1210
constexpr int part = 64;
#elif __CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000
constexpr int part = 128;
#else
constexpr int part = 32;
#endif
__global__ void norm_kernel(float* x) { x[0] = part; }
void launch_norm(float* x) { norm_kernel<<<1, 1>>>(x); }
`,
    });
    expect(steps).toEqual(expect.arrayContaining(["norm.cu:1 source admits", "norm.cu:3 source excludes"]));
  });
});
