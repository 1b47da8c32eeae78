/** The ways on which Python comes to a function: by its name, by an object, by an operator, by a name it is registered by. */
import { describe, expect, it } from "vitest";
import { chainSummary } from "../../../server/src/display/chain-answer";
import { chainIn, files, told, workspaceOf } from "./library";
import { GUARDED, LIBRARY, stepsOf } from "./python-library";

/** An extension, and a function that hands out what calls it. */
const BUILDS_NORM = `from .core import gen_jit_spec

def gen_norm_module():
    return gen_jit_spec("norm", ["norm.cu"])

def get_norm_module():
    module = gen_norm_module().build()

    @register_op("wave::norm")
    def norm(x):
        module.run_norm(x)
`;

describe("a chain comes", () => {
  it("through what a class says of where it can be used", async () => {
    const steps = await stepsOf({
      "/app/serving/kernels.py": `${GUARDED}from wavekit import fused_norm

class NormKernel:
    @classmethod
    def is_supported(cls):
        return is_sm90_supported()

    @classmethod
    def describe(cls):
        return is_sm90_supported()

    def apply(self, x):
        return fused_norm(x)
`,
    });
    expect(steps).toEqual(["kernels.py:7 decides excludes"]);
  });

  it("through who makes an object, where nobody calls its method by name", async () => {
    const steps = await stepsOf({
      "/app/serving/backend.py": `from wavekit import fused_norm

class NormBackend:
    def forward_norm(self, x):
        return fused_norm(x)
`,
      "/app/serving/factory.py": `${GUARDED}from .backend import NormBackend

def make_backend(kind):
    if is_sm90_supported():
        return NormBackend()
    return None

def is_one(x):
    if is_sm90_supported():
        return isinstance(x, NormBackend)
    return False
`,
    });
    expect(steps).toEqual(["factory.py:5 decides excludes"]);
  });

  it.each([
    ["a decorator", "@torch.library.custom_op('serving::norm_op', mutates_args=())\ndef norm_op(x):"],
    ["a call", "def norm_function(x):"],
  ])("through an operator that %s registers", async (kind, head) => {
    const registered = kind === "a call" ? 'register_op(op_name="norm_op", op_func=norm_function)\n' : "";
    const steps = await stepsOf({
      "/app/serving/operators.py": `import torch
from wavekit import fused_norm

${head}
    return fused_norm(x)

${registered}`,
      "/app/serving/layer.py": `${GUARDED}import torch

def layer(x):
    if is_sm90_supported():
        return torch.ops.serving.norm_op.default(x)
    return x
`,
    });
    expect(steps).toEqual(["layer.py:5 decides excludes"]);
  });

  it("through an import that is made later", async () => {
    const steps = await stepsOf({
      "/app/serving/lazy.py": `${GUARDED}from .loader import load_later

norm = load_later("wavekit.ops", "fused_norm")

def layer(x):
    if is_sm90_supported():
        return norm(x)
    return x
`,
      "/app/serving/loader.py": "def load_later(module, name):\n    return None\n",
    });
    expect(steps).toEqual(["lazy.py:7 decides excludes"]);
  });

  it.each([
    ["an import", "from wavekit import fused_norm as serving_fast_norm\n"],
    ["an assignment", "from wavekit import fused_norm\nserving_fast_norm = fused_norm\n"],
    [
      "an import that is made later",
      'from .loader import load_later\nserving_fast_norm = load_later("wavekit.ops", "fused_norm")\n',
    ],
  ])("through another name that %s of another module gives it", async (_, text) => {
    const steps = await stepsOf({
      "/app/serving/names.py": text,
      "/app/serving/loader.py": "def load_later(module, name):\n    return None\n",
      "/app/serving/layer.py": `${GUARDED}from .names import serving_fast_norm

def layer(x):
    if is_sm90_supported():
        return serving_fast_norm(x)
    return x
`,
    });
    expect(steps).toEqual(["layer.py:5 decides excludes"]);
  });

  it("through an import inside a function", async () => {
    const steps = await stepsOf({
      "/app/serving/inner.py": `${GUARDED}
def layer(x):
    if is_sm90_supported():
        from wavekit import (
            fused_norm as norm,
        )
        return norm(x)
    return x
`,
    });
    expect(steps).toEqual(["inner.py:4 decides excludes"]);
  });

  it.each([
    ["keywords", "SimpleNamespace(norm=norm, scale=scale)"],
    ["a table", '{"norm": norm, "scale": scale}'],
    ["keywords, under another name", "SimpleNamespace(norm=norm, scale_all=scale)"],
  ])("to what is asked of an object that hands out several functions by %s", async (_, object) => {
    const workspace = await workspaceOf({
      ...LIBRARY,
      "/lib/wavekit/ops.py": `${BUILDS_NORM}
    @register_op("wave::scale")
    def scale(x):
        module.run_scale(x)

    return ${object}

def fused_norm(x):
    return get_norm_module().norm(x)
`,
      "/lib/csrc/norm.cu": `__global__ void norm_kernel(float* x) {
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
  x[0] = 1;
#endif
}
__global__ void scale_kernel(float* x) {
#if __CUDA_ARCH__ >= 800 && __CUDA_ARCH__ < 1200
  x[0] = 2;
#endif
}
void norm(float* x) { norm_kernel<<<1, 1>>>(x); }
void scale(float* x) { scale_kernel<<<1, 1>>>(x); }
TVM_FFI_DLL_EXPORT_TYPED_FUNC(run_norm, norm);
TVM_FFI_DLL_EXPORT_TYPED_FUNC(run_scale, scale);
`,
    });
    const chain = chainIn(workspace, "fused_norm");
    expect(told(workspace, chain)).toEqual(["norm.cu:2 launches excludes", "norm.cu:7 same module excludes"]);
    expect(chainSummary(chain)).toBe(
      "1 of 1 gate on this path shuts sm_120 out; the first is if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200 in norm.cu. " +
        "1 more gate shuts sm_120 out of code of the same module that nothing on this path calls.",
    );
  });

  it("to all that an object hands out, where it is used as a whole", async () => {
    const workspace = await workspaceOf({
      ...LIBRARY,
      "/lib/wavekit/ops.py": `${BUILDS_NORM}
    return SimpleNamespace(norm=norm)

def fused_norm(x, which):
    return getattr(get_norm_module(), which)(x)
`,
      "/lib/csrc/norm.cu": `__global__ void norm_kernel(float* x) {
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
  x[0] = 1;
#endif
}
void norm(float* x) { norm_kernel<<<1, 1>>>(x); }
TVM_FFI_DLL_EXPORT_TYPED_FUNC(run_norm, norm);
`,
    });
    expect(told(workspace, chainIn(workspace, "fused_norm"))).toEqual(["norm.cu:2 launches excludes"]);
  });

  it("before a function that is imported from a module that is not at hand", async () => {
    const workspace = await workspaceOf({
      ...LIBRARY,
      "/app/pyproject.toml": "",
      "/app/serving/__init__.py": "",
      "/app/serving/outer.py": `${GUARDED}
if True:
    from serving.vendored.norms import vendored_norm
else:
    vendored_norm = None
`,
      "/app/serving/layer.py": `${GUARDED}from serving.outer import vendored_norm as norm

def layer(x):
    if not is_sm90_supported():
        raise ValueError("not here")
    return norm(x)
`,
    });
    const chain = chainIn(workspace, "vendored_norm");
    expect(told(workspace, chain, true)).toEqual([
      "layer.py:4 calls none",
      "layer.py:5 decides excludes",
      "outer.py:4 entry none",
    ]);
    expect(chain.unknown).toEqual([
      "vendored_norm is defined in serving.vendored.norms, which is not at hand",
    ]);
  });

  it("through a method whose name nothing else has", async () => {
    const steps = await stepsOf({
      "/app/serving/config.py": `${GUARDED}
class Config:
    def largest_fused_size(self):
        if not is_sm90_supported():
            return None
        return 64
`,
      "/app/serving/layer.py": `from wavekit import fused_norm

def layer(config, x):
    if config.norm.largest_fused_size() is None:
        return x
    return fused_norm(x)
`,
    });
    expect(steps[0]).toBe("config.py:5 decides excludes");
  });
});

describe("helpers that ask each other", () => {
  const HELPERS = [1, 2, 3, 4].map(
    (n) => `def helper_${n}(args):\n    return helper_${n + 1}(args) and args.fast\n`,
  );
  const LAST = `def helper_5(args):
    return is_sm90_supported() and args.single
`;
  const APP = (own: string): string => `from wavekit.ops import fused_norm
from wavekit.compute import is_sm90_supported
${own}
class Layer:
    def forward_fused(self, args, x, residual):
        check(args)
        return fused_norm(x, residual)
`;
  const CHECK = `def check(args):
    if not helper_1(args):
        raise ValueError("unsupported")
`;

  it("are followed within their file to the one that asks the device", async () => {
    const own = [...HELPERS, LAST, CHECK].join("\n");
    const workspace = await workspaceOf({ ...files("[9, 10]"), "/app/serving/engine.py": APP(own) });
    const line =
      APP(own)
        .split("\n")
        .findIndex((text) => text.includes("is_sm90_supported() and")) + 1;
    expect(told(workspace, chainIn(workspace, "fused_norm"))).toContain(`engine.py:${line} decides excludes`);
  });
});
