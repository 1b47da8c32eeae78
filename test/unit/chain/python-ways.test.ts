/** The ways on which Python comes to a function: by its name, by an object, by an operator, by a name it is registered by. */
import { describe, expect, it } from "vitest";
import { chainIn, COMPUTE, CORE, told, workspaceOf } from "./library";

const LIBRARY = {
  "/lib/pyproject.toml": "",
  "/lib/wavekit/__init__.py": "from .ops import fused_norm\n",
  "/lib/wavekit/compute.py": COMPUTE,
  "/lib/wavekit/core.py": CORE,
  "/lib/wavekit/ops.py": `from .core import gen_jit_spec, nvcc_flags

def gen_norm_module():
    flags = nvcc_flags(supported_major_versions=[9, 10, 12])
    return gen_jit_spec("norm", ["norm.cu"], extra_cuda_cflags=flags)

def fused_norm(x):
    return gen_norm_module().build().run(x)
`,
  "/lib/csrc/norm.cu": "void run(float* x) {}\n",
};

const GUARDED = `from wavekit.compute import is_sm90_supported
`;

async function stepsOf(app: Record<string, string>, entry = "fused_norm"): Promise<string[]> {
  const contents = { ...LIBRARY, "/app/pyproject.toml": "", "/app/serving/__init__.py": "", ...app };
  const workspace = await workspaceOf(contents);
  return told(workspace, chainIn(workspace, entry)).filter((line) => !line.startsWith("ops.py"));
}

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

describe("before a feature is used", () => {
  it("a list that a step looks the device up in is a stop of its own, in another module too", async () => {
    const steps = await stepsOf({
      "/app/serving/sizes.py":
        "NORM_SIZE_SM_TABLE = {\n    90: {2: 64},\n    100: {2: 32},\n    103: {2: 16},\n}\n",
      "/app/serving/layer.py": `import torch
from wavekit import fused_norm
from .sizes import NORM_SIZE_SM_TABLE

def size_of(world):
    major, minor = torch.cuda.get_device_capability()
    return NORM_SIZE_SM_TABLE.get(major * 10 + minor, {})

def layer(x, world):
    if size_of(world):
        return fused_norm(x)
    return x
`,
    });
    expect(steps).toEqual(["sizes.py:4 decides excludes", "layer.py:7 decides excludes"]);
  });

  it.each([
    ["", '"wave_norm"'],
    [", after another one", '"none", "wave_norm"'],
    [", by a keyword", 'form="none", name="wave_norm"'],
  ])("a name by which it is registered%s is chosen, and asked for", async (_, names) => {
    const steps = await stepsOf({
      "/app/serving/registry.py": `from wavekit import fused_norm

def register_norm(*names, **more):
    return lambda fn: fn

@register_norm(${names})
def make_norm(x):
    return fused_norm(x)

@log_calls("wave_other")
def plain(x):
    return x
`,
      "/app/serving/arguments.py": `from wavekit.compute import is_sm90_supported, is_sm100_supported

def choose(arguments):
    if is_sm100_supported():
        arguments["norm"] = "wave_norm"
    if is_sm100_supported():
        arguments["other"] = "wave_other"

def check(arguments):
    if arguments.norm == "wave_norm":
        if not is_sm90_supported():
            raise ValueError("not here")
    if arguments.norm == "wave_other":
        if not is_sm90_supported():
            raise ValueError("not here")
`,
    });
    expect(steps).toEqual(["arguments.py:4 sets excludes", "arguments.py:11 decides excludes"]);
  });

  it("compiled code answers whether it can be used", async () => {
    const steps = await stepsOf({
      "/app/serving/operators.py": `import torch

def supports_norm(capability):
    return torch.ops.serving.supports_norm(capability)

def norm_count(capability):
    return torch.ops.serving.norm_count(capability)
`,
      "/app/csrc/bindings.cpp": `TORCH_LIBRARY(serving, m) { m.impl("supports_norm", &supports_norm); m.impl("norm_count", &norm_count); }\n`,
      "/app/csrc/entry.cu": `bool supports_norm(int cuda_device_capability) {
  if (cuda_device_capability >= 90 && cuda_device_capability < 120) return true;
  return false;
}
int norm_count(int cuda_device_capability) {
  if (cuda_device_capability >= 90 && cuda_device_capability < 120) return 1;
  return 0;
}
`,
      "/app/serving/kernels.py": `from wavekit import fused_norm
from .operators import norm_count, supports_norm

class NormKernel:
    @classmethod
    def is_supported(cls):
        return supports_norm(1)

    def apply(self, x):
        if norm_count(1) == 0:
            return x
        return fused_norm(x)

class OtherKernel:
    @classmethod
    def is_supported(cls):
        return supports_norm(1)

    def apply(self, x):
        return fused_norm(x)
`,
    });
    expect(steps).toEqual(["entry.cu:2 decides excludes"]);
  });

  it("a function decides about a setting that stands over the call", async () => {
    const steps = await stepsOf({
      "/app/serving/passes.py": `from wavekit import fused_norm

def layer(config, x):
    if config.enable_fused_norm_pass:
        return fused_norm(x)
    return x
`,
      "/app/serving/levels.py": `${GUARDED}
def wants_norm(config):
    return is_sm90_supported() and config.size > 1

LEVELS = {"enable_fused_norm_pass": wants_norm, "other": False}
`,
    });
    expect(steps).toEqual(["levels.py:4 sets excludes"]);
  });
});
