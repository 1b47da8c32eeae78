import { describe, expect, it } from "vitest";
import { refusedBehind } from "../../../server/src/chain/behind";
import { editsByPath, opening } from "../../../server/src/chain/open";
import { chainIn, files, workspaceOf } from "./library";

describe("opening a chain", () => {
  it("opens a gate once, however many extensions hang on it, and leaves nothing of it", async () => {
    const workspace = await workspaceOf(files("[9, 10]"));
    const chain = chainIn(workspace, "fused_norm");
    const once = opening(chain, (path, judged) => workspace.fixesOf(path, judged));
    const steps = chain.steps.flatMap((step) => [step, { ...step, module: "another" }]);
    const twice = opening({ ...chain, steps }, (path, judged) => workspace.fixesOf(path, judged));
    expect(once.opened.map(({ step }) => step.path)).toContain("/lib/wavekit/aot.py");
    expect([...editsByPath(twice)]).toEqual([...editsByPath(once)]);
    expect(twice.left.filter(({ why }) => why.includes("another gate"))).toEqual([]);
  });
});

describe("a condition over a list of what is compiled ahead", () => {
  const aot = (others: string): string => `from .jit.norm import gen_norm_module, gen_plain_module
from .jit.fast import gen_fast_sm90_module

def gen_all(capabilities):
    has_sm90 = capabilities.get("sm90", False)
    has_sm120 = capabilities.get("sm120", False)
    specs = []
    if has_sm90:
        specs.append(gen_norm_module())
${others}    return specs
`;
  const whyLeft = async (others: string): Promise<string[]> => {
    const workspace = await workspaceOf({
      ...files("[9, 10]"),
      "/lib/wavekit/jit/fast.py": `from .core import gen_jit_spec\n\ndef gen_fast_sm90_module():\n    return gen_jit_spec("fast_sm90", ["csrc/plain.cu"])\n`,
      "/lib/wavekit/aot.py": aot(others),
    });
    const { opened, left } = opening(chainIn(workspace, "fused_norm"), (path, judged) =>
      workspace.fixesOf(path, judged),
    );
    expect(opened.map(({ step }) => step.path)).toContain("/lib/wavekit/jit/norm.py");
    expect([...opened, ...left].filter(({ step }) => step.path.endsWith("aot.py"))).toHaveLength(1);
    return left.filter(({ step }) => step.path.endsWith("aot.py")).map(({ why }) => why);
  };

  it("is opened where the chain's extension alone is listed under it", async () => {
    expect(await whyLeft("")).toEqual([]);
  });

  it("is left where an extension that others are named for is listed with it", async () => {
    expect(await whyLeft("        specs.append(gen_fast_sm90_module())\n")).toEqual([
      "what it opens is named for others: gen_fast_sm90_module, named for sm_90",
    ]);
  });
});

describe("a list of what is compiled ahead", () => {
  const opened = async (other: string): Promise<{ opened: string[]; left: string[] }> => {
    const workspace = await workspaceOf({
      ...files("[9, 10]"),
      "/lib/wavekit/jit/wide.py": `from .core import gen_jit_spec, nvcc_flags

def gen_wide_module():
    flags = nvcc_flags(supported_major_versions=${other})
    return gen_jit_spec("wide", ["csrc/plain.cu"], extra_cuda_cflags=flags)
`,
      "/lib/wavekit/aot.py": `from .jit.norm import gen_norm_module
from .jit.wide import gen_wide_module

def gen_all(capabilities):
    has_sm100 = capabilities.get("sm100", False)
    has_sm120 = capabilities.get("sm120", False)
    specs = []
    if has_sm100:
        specs.append(gen_norm_module())
        specs.append(gen_wide_module())
    return specs
`,
    });
    const chain = chainIn(workspace, "fused_norm");
    const found = opening(
      chain,
      (path, judged) => workspace.fixesOf(path, judged),
      (path, judged) => refusedBehind(workspace.maker, path, judged),
    );
    const named = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
    return {
      opened: [...new Set(found.opened.map(({ step }) => named(step.path)))],
      left: found.left.map(({ step, why }) => `${named(step.path)}: ${why}`),
    };
  };

  it("is left where another extension of it would refuse to be built", async () => {
    const found = await opened("[9, 10]");
    expect(found.opened).not.toContain("aot.py");
    expect(found.left).toContain(
      "aot.py: what it builds refuses the target: supported_major_versions=[9, 10]",
    );
  });

  it("is opened where the other one lets the target in, and where the chain's own is opened with it", async () => {
    const found = await opened("[9, 10, 12]");
    expect(found.opened).toContain("aot.py");
    expect(found.opened).toContain("norm.py");
    expect(found.left.filter((line) => line.startsWith("aot.py"))).toEqual([]);
  });
});

describe("what a decorator is handed for each backend", () => {
  const LISTS = `from .compute import capability
from .jit.norm import gen_norm_module, gen_plain_module

def only_hopper():
    if capability()[0] != 9:
        raise ValueError("not for this device")
    return True

def anybody():
    return True

`;
  const whatIsLeft = async (other: string): Promise<{ opened: string[]; why: string[] }> => {
    const ops = `${LISTS}@requires({"fast": only_hopper, "plain": ${other}})
def run(backend):
    makers = {"fast": lambda: gen_norm_module().build(), "plain": lambda: gen_plain_module().build()}
    return makers[backend]()
`;
    const workspace = await workspaceOf({ ...files("[9, 10, 12]"), "/lib/wavekit/ops.py": ops });
    const { opened, left } = opening(chainIn(workspace, "run"), (path, judged) =>
      workspace.fixesOf(path, judged),
    );
    return {
      opened: opened.flatMap(({ step }) => (step.path.endsWith("ops.py") ? [step.title] : [])),
      why: left.flatMap(({ step, why }) => (step.path.endsWith("ops.py") ? [why] : [])),
    };
  };

  it("is left as it is where another backend lets the target in", async () => {
    expect(await whatIsLeft("anybody")).toEqual({
      opened: [],
      why: ["another backend needs no opening: plain"],
    });
  });

  it("is opened where none does", async () => {
    const { opened, why } = await whatIsLeft("only_hopper");
    expect([opened.length, why]).toEqual([1, []]);
  });
});

describe("a way that a setting chooses", () => {
  const opened = async (body: string): Promise<{ opened: string[]; why: string[] }> => {
    const ops = `from .compute import capability
from .jit.norm import gen_norm_module, gen_plain_module

def run_hopper():
    if capability()[0] != 9:
        raise ValueError("not for this device")
    return gen_norm_module().build()

def run_plain():
    return gen_plain_module().build()

def run(backend):
    ${body}
`;
    const workspace = await workspaceOf({ ...files("[9, 10, 12]"), "/lib/wavekit/ops.py": ops });
    const found = opening(chainIn(workspace, "run"), (path, judged) => workspace.fixesOf(path, judged));
    return {
      opened: found.opened.flatMap(({ step }) => (step.path.endsWith("ops.py") ? [step.title] : [])),
      why: found.left.flatMap(({ step, why }) => (step.path.endsWith("ops.py") ? [why] : [])),
    };
  };
  const ARM = 'if backend == "hopper":\n        return run_hopper()\n    ';

  it("is left as it is where another one is open", async () => {
    expect(await opened(`${ARM}return run_plain()`)).toEqual({
      opened: [],
      why: ["another backend needs no opening: plain"],
    });
  });

  it.each([
    ["there is no other one", `${ARM}return run_hopper()`],
    ["it is come by in any case", `run_hopper()\n    ${ARM}return run_plain()`],
    ["the other one is closed", `${ARM}raise ValueError(backend)`],
  ])("is opened where %s", async (_, body) => {
    const { opened: titles, why } = await opened(body);
    expect([titles.length, why]).toEqual([1, []]);
  });
});
