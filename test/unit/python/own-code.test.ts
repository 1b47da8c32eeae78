/** What a gate in Python comes to by the names and the kind of the code around it. */
import { describe, expect, it } from "vitest";
import type { JudgedGate } from "../../../server/src/gates/judgement";
import { createService } from "../../../server/src/service";
import { memoryFiles, neverCancelled } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";
import { settingsFrom } from "../support/markers";
import { pythonParser } from "./parser";

async function findings(text: string, path = "/pkg/module.py"): Promise<JudgedGate[]> {
  const service = createService({ python: await pythonParser() });
  const source = makeSource(path, text);
  const report = service.analyse(source, "python", settingsFrom({}), memoryFiles({}), neverCancelled);
  return report.gates.filter(({ rule }) => rule !== null);
}

const CAPABILITY = "import torch\n\nmajor, minor = torch.cuda.get_device_capability()\n\n";
const refusing = (body: string, head = "def run(x):"): string =>
  `${CAPABILITY}${head}\n    if major != 10:\n        raise ValueError("no")\n    ${body}\n`;
const builder = (majors: string, source: string, name = "gen_module"): string =>
  `def ${name}(context):\n    flags = context.flags(supported_major_versions=${majors})\n    return spec("name", ["${source}"], flags)\n`;

describe("a gate whose code is named for those that it lets in", () => {
  it.each([
    ["by what it calls", refusing("return gemm_sm100(x)"), "gemm_sm100, named for sm_100"],
    ["by its function", refusing("return x", "def run_sm100(x):"), "run_sm100, named for sm_100"],
    [
      "by its class",
      `${CAPABILITY}class GemmSm100:\n    def __init__(self):\n        assert major == 10\n        self.x = 1\n`,
      "GemmSm100, named for sm_100",
    ],
    ["by its sources", builder("[10, 11]", "fmha_sm100.cu"), "fmha_sm100.cu, named for sm_100"],
    [
      "by what it decorates",
      "@supported_archs([100, 103])\ndef gemm_sm100(x):\n    return x\n",
      "gemm_sm100, named for sm_100",
    ],
    [
      "by the values of a table in place",
      `${CAPABILITY}def run(x):\n    return {90: gemm_sm90, 100: gemm_sm100}[major * 10 + minor](x)\n`,
      "gemm_sm90, named for sm_90",
    ],
    [
      "by the architecture that is the answer",
      `${CAPABILITY}def arch():\n    if major == 10:\n        return "sm_100a"\n    raise ValueError("no")\n`,
      "sm_100a, named for sm_100",
    ],
    [
      "for a newer one of the family",
      refusing("return gemm_sm121(x)").replace("major != 10", "(major, minor) != (12, 1)"),
      "gemm_sm121, named for sm_121",
    ],
    ["by a family's name", refusing("return gemm_sm10x(x)"), "gemm_sm10x, named for sm_100"],
    [
      "by the flags of its compiler",
      refusing("return build(x, sm100a_flags)"),
      "sm100a_flags, named for sm_100",
    ],
    [
      "by the values of a table",
      `${CAPABILITY}KERNELS = {90: gemm_sm90, 100: gemm_sm100}\n\ndef run(x):\n    return KERNELS[major * 10](x)\n`,
      "gemm_sm90, named for sm_90",
    ],
  ])("is information: %s", async (_, text, words) => {
    const [finding] = await findings(text);
    expect(finding).toMatchObject({ severity: "information" });
    expect(finding?.message).toContain(words);
  });

  it("is information where who has no arm gets nothing", async () => {
    const arms =
      "if major == 9 and x.dense:\n        return _SM90_BLOCK\n    if major == 9 and x.wide:\n        return _SM90_WIDE";
    const [finding] = await findings(`${CAPABILITY}def block(x):\n    ${arms}\n    return None\n`);
    expect(finding).toMatchObject({ severity: "information" });
    expect(finding?.message).toContain("_SM90_BLOCK, named for sm_90");
  });

  it("is information by its folder", async () => {
    const [finding] = await findings(refusing("return x"), "/pkg/sm100/run.py");
    expect(finding?.message).toContain("sm100, named for sm_100");
  });

  it.each([
    ["names nobody", refusing("return gemm(x)")],
    ["asks for others by name", refusing("return gemm(x) if is_sm100_supported() else x")],
    ["says in a message who is in", refusing('print("SM100 only")\n    return x')],
    ["names the target as well", refusing("return gemm_sm100(x) or gemm_sm120(x)")],
    ["is named for older devices, whose code newer ones run", builder("[8, 9]", "gemm_sm80.cu")],
    [
      "serves some, and raises for the rest",
      `${CAPABILITY}def run(x):\n    if major == 9:\n        return gemm_sm90(x)\n    elif major == 10:\n        return gemm_sm100(x)\n    raise ValueError()\n`,
    ],
    ["lets in more than it is named for", builder("[9, 10]", "gemm_sm100.cu")],
  ])("is a warning where the code %s", async (_, text) => {
    expect((await findings(text))[0]).toMatchObject({ severity: "warning" });
  });
});

describe("a reason that is stated", () => {
  it.each([
    [
      "over several lines",
      "    # The kernels are made for clusters. On SM120\n    # they abort when launched.\n",
    ],
    ["by the function itself", '    """Run it.\n\n    The kernel throws at launch on SM120.\n    """\n'],
    ["in words for what a range leaves out", "    # covers SM90 and SM100, excludes SM120\n"],
    ["from an older one on", "    # correct on 9.0, not on sm_103 (CC 10.3) or later archs\n"],
    ["in a word for what goes wrong", "    # crashes on sm_120\n"],
  ])("is found %s", async (_, said) => {
    const text = `${CAPABILITY}def run(x):\n${said}    if major not in (9, 10):\n        raise ValueError()\n    return x\n`;
    expect(await findings(text)).toMatchObject([{ severity: "information", reason: { kind: "stated" } }]);
  });

  it("is told by the sentence that states it", async () => {
    const said =
      "    # This is kept in step with what is downloaded. SM120 needs\n    # other files first, without them it aborts. Nobody has made them.\n";
    const text = `${CAPABILITY}def run(x):\n${said}    if major not in (9, 10):\n        raise ValueError()\n    return x\n`;
    expect((await findings(text))[0]?.message).toContain(
      'Stated: "SM120 needs other files first, without them it aborts"',
    );
  });

  const ofClass = (method: string, said: string): string =>
    `${CAPABILITY}class Runner:\n    """Runs it. ${said}"""\n\n    def ${method}(self):\n        return major in (9, 10)\n`;
  const asked = (said: string): string =>
    `${CAPABILITY}def ready(x):\n    if x:\n        ${said}\n        return major in (9, 10)\n    return False\n\ndef run(x):\n    if not ready(x):\n        raise ValueError()\n    return x\n`;

  it.each([
    // What is said away from the place may be about anything: a workspace, a data type, another library.
    ["what a class says of the target", ofClass("supported", "On SM120, no workspace is needed.")],
    ["what a class supports", ofClass("supported", "Runs on SM90.")],
    ["what a function that is asked supports", asked("# Hopper and newer")],
  ])("is not found in %s", async (_, text) => {
    expect((await findings(text))[0]).toMatchObject({
      severity: "warning",
      reason: { kind: "not apparent" },
    });
  });

  it.each([
    ["sentences about different things", "    # No copies are made.\n    # SM120 has 99 KB.\n"],
    ["what other code is for", "    # the Hopper-specific branch is gone\n"],
    ["a bound for older ones", "    # not on sm_80 or later drivers\n"],
    ["what newer ones get too", "    # not only on 9.0: sm_100 or later run it\n"],
    ["what is supported", '    """Runs on SM90 and SM100."""\n'],
    ["a text further down", '    x = 1\n    y = """\n    no SM120\n    """\n'],
  ])("is not found in %s", async (_, said) => {
    const text = `${CAPABILITY}def run(x):\n${said}    if major not in (9, 10):\n        raise ValueError()\n    return x\n`;
    expect(await findings(text)).toMatchObject([{ severity: "warning", reason: { kind: "not apparent" } }]);
  });
});

describe("no for an answer", () => {
  const answer = (head: string): string => `${CAPABILITY}def ${head}:\n    return major in (9, 10)\n`;

  it.each([
    ["refuses", "supports_fusion()", "warning", "returns false"],
    ["chooses another way", "should_use_tma(x)", "information", "falls back"],
    ["chooses another way", "enable_swap_ab(x)", "information", "falls back"],
    ["refuses", "enable_fusion(x)", "warning", "returns false"],
    ["chooses another way", "_use_cubins(x)", "information", "falls back"],
    ["chooses another way", "can_use_clusters(x)", "information", "falls back"],
    ["chooses another way", "_fast_path_ready(x)", "information", "falls back"],
  ])("%s: %s", async (_, head, severity, consequence) => {
    expect(await findings(answer(head))).toMatchObject([{ severity, consequence }]);
  });

  const leaving = (result: string, more = ""): string =>
    `${CAPABILITY}def warm_up(x):\n    if major not in (9, 10):\n${more}        return${result}\n    x.run()\n`;

  it("passes a step over in a function that answers nothing", async () => {
    expect(await findings(leaving(""))).toMatchObject([{ severity: "information", consequence: "skipped" }]);
  });

  it.each([
    ["with a value", leaving(" False")],
    ["with a word", leaving("", '        logger.warning("not supported")\n')],
    ["where others get a value", `${leaving("")}    return x\n`],
    ["where others get values one by one", `${leaving("")}    yield x\n`],
    ["while an object is set up", leaving("").replace("warm_up", "__init__")],
  ])("refuses %s", async (_, text) => {
    expect(await findings(text)).toMatchObject([{ severity: "warning", consequence: "returns false" }]);
  });
});

describe("an architecture that is asked for", () => {
  const asking = (object: string): string =>
    `${CAPABILITY}def fits(${object.split(".")[0] ?? ""}):\n    return ${object}.arch in (90, 100)\n`;

  it.each(["op", "self.kernel", "kernel_traits"])("is a kernel's own: %s", async (object) => {
    expect(await findings(asking(object))).toEqual([]);
  });

  it.each(["device", "self.target"])("is the device's: %s", async (object) => {
    expect(await findings(asking(object))).toMatchObject([{ severity: "warning" }]);
  });
});

describe("options that only some get", () => {
  const options = (name: string): string =>
    `${CAPABILITY}def ${name}():\n    if major >= 10:\n        return []\n    return ["--fast"]\n`;

  it.each([
    ["fast_math_flags", "information"],
    ["compile_options", "information"],
    ["arch_flags", "warning"],
    ["kernels", "warning"],
  ])("%s", async (name, severity) => {
    expect(await findings(options(name))).toMatchObject([{ severity }]);
  });
});

describe("one look into a table", () => {
  it("is told once, at the table, whatever asks for the answer", async () => {
    const text = `${CAPABILITY}SIZES = {(9, 0): 4, (10, 0): 8}\n\ndef size():\n    found = SIZES.get((major, minor))\n    if found is None:\n        return None\n    return found\n`;
    expect(await findings(text)).toMatchObject([{ gate: { form: "table" } }]);
  });

  it("is told where it is asked, when the answer comes from somewhere else", async () => {
    const text = `${CAPABILITY}def size(found):\n    if major not in (9, 10):\n        found = None\n    if found is None:\n        raise ValueError()\n    return found\n`;
    expect((await findings(text)).map(({ gate }) => gate.form)).not.toContain("table");
  });
});

describe("names that are no architectures", () => {
  it("are those that a package exports", async () => {
    expect(await findings('__all__ = ["sm90", "sm100"]\n')).toEqual([]);
  });

  it("are variants of one, that a build chooses among", async () => {
    expect(await findings('TARGETS = {"sm100a": 1000, "sm100f": 100}\n')).toEqual([]);
    expect(await findings('TARGETS = {"sm90a": 900, "sm100f": 100}\n')).toHaveLength(1);
  });

  it("are flags that are handed on, which are told where they stand", async () => {
    const text = `FLAGS = " ".join(["-gencode=arch=compute_90,code=sm_90", "-gencode=arch=compute_100,code=sm_100"])\nrun(["make", f"GENCODE={FLAGS}"])\n`;
    expect((await findings(text)).map(({ gate }) => gate.text.slice(0, 9))).toEqual(['["-gencod']);
  });
});

describe("a list of architectures that nothing asks", () => {
  const text = (use: string): string => `KERNEL_ARCHS = ("sm_90a", "sm_100a")\n\n${use}`;

  it.each([
    ["for arch in KERNEL_ARCHS:\n    fetch(arch)\n", null, "information"],
    [
      "for size, arch in itertools.product(SIZES, KERNEL_ARCHS):\n    fetch(size, arch)\n",
      null,
      "information",
    ],
    ["paths = [folder / arch for arch in KERNEL_ARCHS]\n", null, "information"],
    ["register(KERNEL_ARCHS)\n", "rejects", "warning"],
    ["for arch in KERNEL_ARCHS:\n    fetch(arch)\nregister(KERNEL_ARCHS)\n", "rejects", "warning"],
    ["", "rejects", "warning"],
  ])("%j", async (use, consequence, severity) => {
    expect(await findings(text(use))).toMatchObject([{ consequence, severity }]);
  });
});

describe("a check that only some go through", () => {
  const guarded = (body: string): string =>
    `${CAPABILITY}def run(x):\n    if major not in [8, 12]:\n        ${body}\n    return gemm(x)\n`;

  it.each(["_validate_dims(x)", "verify(x, 1)", "kernel.check_shapes(x)"])(
    "is no finding: %s",
    async (body) => {
      expect(await findings(guarded(body))).toEqual([]);
    },
  );

  it.each(["launch(x)", "subprocess.check_call(['nvcc'])", "x = validate(x)", "validate_run(x); launch(x)"])(
    "is told where more is done: %s",
    async (body) => {
      expect(await findings(guarded(body))).toHaveLength(1);
    },
  );
});
