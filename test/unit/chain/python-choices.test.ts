/** What decides in Python whether a feature is used: tables, names and members that are chosen, flags, answers. */
import { describe, expect, it } from "vitest";
import { chainIn, told, workspaceOf } from "./library";
import { GUARDED, LIBRARY, stepsOf } from "./python-library";

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

  it("what one file decides is told in the order of its text, settings and names alike", async () => {
    const steps = await stepsOf({
      "/app/serving/registry.py": `from wavekit import fused_norm

def register_norm(name):
    return lambda fn: fn

@register_norm("wave_norm")
def make_norm(arguments, x):
    if arguments.fused_norm_serving_mode:
        return fused_norm(x)
    return x
`,
      "/app/serving/arguments.py": `from wavekit.compute import is_sm90_supported, is_sm100_supported

def choose(arguments):
    if is_sm100_supported():
        arguments["norm"] = "wave_norm"

def set_mode(arguments):
    if is_sm90_supported():
        arguments.fused_norm_serving_mode = True
`,
    });
    expect(steps).toEqual(["arguments.py:4 sets excludes", "arguments.py:8 sets excludes"]);
  });

  it("a gate that decides over a choice and over the call as well is told once", async () => {
    const steps = await stepsOf({
      "/app/serving/layer.py": `from wavekit import fused_norm
from wavekit.compute import is_sm90_supported, is_sm100_supported

def register_norm(name):
    return lambda fn: fn

@register_norm("wave_norm")
def make_norm(x):
    return fused_norm(x)

def start(arguments, x):
    if is_sm100_supported():
        arguments["norm"] = "wave_norm"
        return make_norm(x)
    return x

def again(x):
    if is_sm90_supported():
        return make_norm(x)
    return x
`,
    });
    expect(steps).toEqual(["layer.py:12 sets excludes", "layer.py:18 decides excludes"]);
  });

  it("a member of an enumeration is chosen; what is put before others shuts nobody out", async () => {
    const workspace = await workspaceOf({
      ...LIBRARY,
      "/app/pyproject.toml": "",
      "/app/serving/__init__.py": "",
      "/app/serving/backends.py": `from wavekit import fused_norm
from wavekit.compute import is_sm90_supported, is_sm100_supported

def norm_of(kind, x):
    if kind == NormKind.FUSED:
        return fused_norm(x)
    if kind == NormKind.PLAIN:
        return x

def preferred(kinds):
    if is_sm90_supported():
        to_front(kinds, NormKind.FUSED)
    if is_sm100_supported():
        to_front(kinds, NormKind.PLAIN)
    return kinds

def default():
    kind = None
    if is_sm100_supported():
        kind = NormKind.FUSED
    return kind
`,
    });
    const chain = chainIn(workspace, "fused_norm");
    expect(told(workspace, chain).filter((line) => line.includes(" sets "))).toEqual([
      "backends.py:11 sets excludes",
      "backends.py:19 sets excludes",
    ]);
    expect(chain.firstClosed).toBe(1);
  });

  it.each([
    ["an attribute", "self.is_wide = is_sm90_supported() or is_sm100_supported()", "self.is_wide"],
    [
      "an attribute, annotated",
      "self.is_wide: bool = is_sm90_supported() or is_sm100_supported()",
      "self.is_wide",
    ],
  ])("%s that a condition tests is bound where the device is asked", async (_, binding, name) => {
    const steps = await stepsOf({
      "/app/serving/backend.py": `from wavekit.compute import is_sm90_supported, is_sm100_supported
from wavekit import fused_norm

class NormBackend:
    def __init__(self):
        ${binding}
        self.other = is_sm90_supported()

    def forward_norm(self, x):
        if ${name} and x.shape[0] > 1:
            return fused_norm(x)
        return x
`,
    });
    expect(steps).toEqual(["backend.py:6 decides excludes", "backend.py:10 decides excludes"]);
  });

  it("a variable that a condition tests is bound in its own function", async () => {
    const steps = await stepsOf({
      "/app/serving/layer.py": `${GUARDED}from wavekit.compute import is_sm120_supported
from wavekit import fused_norm

def other():
    is_wide = is_sm90_supported() or is_sm120_supported()
    return is_wide

def layer(x):
    is_wide = is_sm90_supported() or is_sm120_supported()
    if is_wide and x.shape[0] > 1:
        return fused_norm(x)
    return x
`,
    });
    expect(steps).toEqual(["layer.py:10 decides admits", "layer.py:11 decides depends"]);
  });

  it("a variable that serves others is no stop, one that serves the target is", async () => {
    const steps = await stepsOf({
      "/app/serving/layer.py": `import torch
from wavekit import fused_norm

def layer(x):
    major, minor = torch.cuda.get_device_capability()
    is_old = major == 9 and minor == 0
    is_new = major == 12 and minor == 0
    if is_new and x.shape[0] > 1:
        return fused_norm(x, 2)
    if is_old:
        kind = 1
    else:
        kind = 3
    return fused_norm(x, kind)
`,
    });
    expect(steps).toEqual(["layer.py:7 decides admits", "layer.py:8 decides depends"]);
  });

  it("a function that answers the target as others of its time are not answered is told of", async () => {
    const steps = await stepsOf({
      "/app/serving/support.py": `from wavekit.compute import is_sm90_supported, is_sm100_supported, is_sm120_supported

def has_norm(wide):
    if is_sm90_supported() or is_sm120_supported():
        return not wide
    return is_sm100_supported()

def has_more():
    if is_sm90_supported() or is_sm100_supported() or is_sm120_supported():
        return True
    return False
`,
      "/app/serving/layer.py": `from wavekit import fused_norm
from .support import has_norm, has_more

def layer(x):
    if not has_norm(False) or not has_more():
        return x
    return fused_norm(x)
`,
    });
    expect(steps[0]).toBe("support.py:4 decides admits");
    expect(steps.filter((line) => line.startsWith("support.py:"))).toHaveLength(1);
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
