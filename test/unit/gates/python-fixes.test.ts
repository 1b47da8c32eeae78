/** Each kind of edit of Python, in the style of what is there; every one was analysed again before it is offered. */
import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../server/src/gates/edits";
import type { Fix, JudgedGate } from "../../../server/src/gates/judgement";
import { createService, type FileReport } from "../../../server/src/service";
import { memoryFiles, neverCancelled } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";
import { settingsFrom } from "../support/markers";
import { pythonParser } from "../python/parser";

interface Found {
  readonly text: string;
  readonly findings: readonly JudgedGate[];
  readonly fixes: readonly Fix[];
}

async function find(text: string, target = "sm_120", others: Record<string, string> = {}): Promise<Found> {
  const service = createService({ python: await pythonParser() });
  const files = memoryFiles(others);
  const settings = settingsFrom({ target });
  const report: FileReport = service.analyse(
    makeSource("/pkg/module.py", text),
    "python",
    settings,
    files,
    neverCancelled,
  );
  expect(report.fault).toBeNull();
  const findings = report.gates.filter(({ rule }) => rule !== null);
  // Where it is not known whether the device gets in, nothing is a finding, but edits are offered all the same.
  const fixable = findings.length > 0 ? findings : report.gates;
  const fixes = fixable.flatMap((judged) => service.fixes(report, judged, settings, files));
  return { text, findings, fixes };
}

/** What the fix of this kind makes of the text. */
async function fixed(
  text: string,
  kind: string,
  target = "sm_120",
  others: Record<string, string> = {},
): Promise<string> {
  const { fixes } = await find(text, target, others);
  const fix = fixes.find((one) => one.kind === kind);
  return fix === undefined
    ? `no such fix among ${fixes.map((one) => one.kind).join(", ")}`
    : applyEdits(text, fix.edits);
}

const SETUP =
  "import torch\n\nmajor, minor = cc = torch.cuda.get_device_capability()\nsm = major * 10 + minor\n\n";
const refuse = (test: string): string =>
  `${SETUP}def run(x):\n    if ${test}:\n        raise ValueError("x")\n    return x\n`;

describe("lists keep their style", () => {
  it.each([
    ["[9, 10]", "[9, 10, 12]"],
    ["(9, 10)", "(9, 10, 12)"],
    ["{9, 10}", "{9, 10, 12}"],
    ["[9, 10,]", "[9, 10, 12,]"],
    ["[\n        9,\n        10,\n    ]", "[\n        9,\n        10,\n        12,\n    ]"],
    [
      "[\n        9,  # Hopper\n        10,  # Blackwell\n    ]",
      "[\n        9,  # Hopper\n        10,\n        12,  # Blackwell\n    ]",
    ],
  ])("%s", async (before, after) => {
    const text = (list: string): string => `flags = flags_for(supported_major_versions=${list})\n`;
    expect(await fixed(text(before), "add-family")).toBe(text(after));
  });

  it.each([
    ["[90, 100]", "[90, 100, 120, 121]"],
    ["['sm_90', 'sm_100']", "['sm_90', 'sm_100', 'sm_120', 'sm_121']"],
    ['["9.0", "10.0"]', '["9.0", "10.0", "12.0", "12.1"]'],
    ["[(9, 0), (10, 0)]", "[(9, 0), (10, 0), (12, 0), (12, 1)]"],
    ['["sm_90a", "sm_100a"]', '["sm_90a", "sm_100a", "sm_120a", "sm_121a"]'],
  ])("%s takes in the family", async (before, after) => {
    expect(await fixed(`SUPPORTED_ARCHS = ${before}\n`, "add-family")).toBe(`SUPPORTED_ARCHS = ${after}\n`);
  });

  it("and takes in the one device", async () => {
    expect(await fixed("SUPPORTED_ARCHS = [90, 100]\n", "add-target")).toBe(
      "SUPPORTED_ARCHS = [90, 100, 120]\n",
    );
  });

  it("and takes in the sibling that was forgotten", async () => {
    expect(await fixed("SUPPORTED_ARCHS = [90, 120]\n", "widen-to-family")).toBe(
      "SUPPORTED_ARCHS = [90, 120, 121]\n",
    );
  });
});

describe("conditions", () => {
  it.each([
    ["major not in (9, 10)", "add-family", "major not in (9, 10, 12)"],
    ["not (9, 0) <= cc < (12, 0)", "drop-upper-bound", "not (9, 0) <= cc"],
    ["not (9, 0) <= cc < (12, 0)", "raise-upper-bound", "not (9, 0) <= cc < (13, 0)"],
    ["not (90 <= sm < 120)", "raise-upper-bound", "not (90 <= sm < 130)"],
    ["major != 9 and major != 10", "add-family", "major != 9 and major != 10 and major != 12"],
    ["not (major == 9 or major == 10)", "add-family", "not (major == 9 or major == 10 or major == 12)"],
    ["major in (8, 9, 12)", "add-family", "major in (8, 9)"],
    ["major in (8, 12)", "add-family", "major in (8,)"],
    ["major in [12, 8]", "add-family", "major in [8]"],
    ["major != 10 or minor not in (0, 3)", "add-family", "major not in (10, 12) or minor not in (0, 3, 1)"],
    ["cc[0] != 10 or cc[1] not in [0, 3]", "add-family", "cc[0] not in (10, 12) or cc[1] not in [0, 3, 1]"],
    ["major != 9 or minor != 0", "add-family", "(major != 9 or minor != 0) and major != 12"],
    ["minor != 0 or cc[0] != 9", "add-family", "(minor != 0 or cc[0] != 9) and cc[0] != 12"],
    ["not (major == 9 and minor == 0)", "add-family", "not ((major == 9 and minor == 0) or major == 12)"],
    [
      "not (major == 9 and minor == 0 and ok)",
      "add-family",
      "not (((major == 9 and minor == 0) or major == 12) and ok)",
    ],
    ["(major, minor) != (12, 0)", "widen-to-family", "(major, minor) not in ((12, 0), (12, 1))"],
    ["major != 9 or minor != 0", "add-target", "major not in (9, 12) or minor != 0"],
    ["not ((major in (9, 12)) and minor == 0)", "widen-to-family", "not ((major in (9, 12)))"],
    ["not (major in (9, 12) and (minor == 0))", "widen-to-family", "not (major in (9, 12))"],
    ["not ((minor == 0) and major in (9, 12))", "widen-to-family", "not (major in (9, 12))"],
    ["not (minor == 0 and (major in (9, 12)))", "widen-to-family", "not ((major in (9, 12)))"],
    ["sm != 120", "widen-to-family", "sm not in (120, 121)"],
    ["not (major == 12 and minor == 0)", "widen-to-family", "not (major == 12)"],
  ])("%s: %s", async (before, kind, after) => {
    expect(await fixed(refuse(before), kind)).toBe(refuse(after));
  });

  it("let a device in on the terms of others, where more than the device decides", async () => {
    const text = (list: string): string =>
      `${SETUP}def run(x, dim):\n    if dim > 256 or (dim > 192 and cc not in (${list})):\n        raise ValueError("x")\n    return x\n`;
    expect(await fixed(text("(8, 0), (9, 0)"), "add-family")).toBe(text("(8, 0), (9, 0), (12, 0), (12, 1)"));
  });

  it("say in the title what an edit takes away", async () => {
    const { fixes } = await find(refuse("not (major == 12 and minor == 0)"));
    expect(fixes.map(({ title }) => title)).toEqual(["Drop 'and minor == 0' (adds 12.1)"]);
  });

  it("name a sibling predicate and import it", async () => {
    const caps = [90, 120]
      .map(
        (n) =>
          `def is_sm${n}_supported():\n    import torch\n    return torch.cuda.get_device_capability()[0] == ${n / 10}\n`,
      )
      .join("\n");
    const text = (names: string, test: string): string =>
      `from pkg.caps import ${names}\n\ndef run(x):\n    if not ${test}:\n        raise ValueError()\n`;
    const after = await fixed(text("is_sm90_supported", "is_sm90_supported()"), "add-family", "sm_120", {
      "/pkg/caps.py": caps,
      "/pkg/__init__.py": "",
    });
    expect(after).toBe(
      text("is_sm90_supported, is_sm120_supported", "(is_sm90_supported() or is_sm120_supported())"),
    );
  });

  it("ask for another device", async () => {
    expect(await fixed(refuse("major not in (9, 12)"), "add-family", "sm_100")).toBe(
      refuse("major not in (9, 12, 10)"),
    );
  });
});

describe("text that is ordered", () => {
  const choose = (test: string): string =>
    `def run(arch):\n    if ${test}:\n        return fast()\n    return slow()\n`;

  it.each([
    ['arch >= "sm_89"', 'int(arch.removeprefix("sm_")) >= 89'],
    ['arch >= "90"', "int(arch) >= 90"],
    ['"sm_89" <= arch', '89 <= int(arch.removeprefix("sm_"))'],
    ['not arch < "sm_89"', 'not int(arch.removeprefix("sm_")) < 89'],
    ['arch >= "9.0"', 'tuple(map(int, arch.split("."))) >= (9, 0)'],
  ])("%s becomes the order of numbers", async (before, after) => {
    const { findings } = await find(choose(before));
    expect(findings.map(({ rule }) => rule)).toEqual(["compares-as-text"]);
    expect(await fixed(choose(before), "compare-numbers")).toBe(choose(after));
  });

  it("has no edit where a name has a suffix", async () => {
    const { findings, fixes } = await find(choose('arch >= "sm_90a"'));
    expect(findings.map(({ rule }) => rule)).toEqual(["compares-as-text"]);
    expect(fixes.filter(({ kind }) => kind === "compare-numbers")).toEqual([]);
  });
});

it("keeps a flag with its value", async () => {
  const text = 'FLAGS = ["-gencode", "arch=compute_100,code=sm_100", "-O3"]\n';
  expect(await fixed(text, "add-family")).toBe(
    'FLAGS = ["-gencode", "arch=compute_100,code=sm_100", "-gencode", "arch=compute_120,code=sm_120", "-O3"]\n',
  );
});

describe("strings that are joined", () => {
  it.each([
    ['ARCHS = ["sm_90a", "sm_100a" "sm_120a"]\n', 'ARCHS = ["sm_90a", "sm_100a", "sm_120a"]\n'],
    ['ARCHS = ["sm_100a" "sm_120a"]\n', 'ARCHS = ["sm_100a", "sm_120a"]\n'],
    ['build(archs=["9.0", "10.0" "12.0"])\n', 'build(archs=["9.0", "10.0", "12.0"])\n'],
    [
      'FLAGS = [\n    "-gencode=arch=compute_90a,code=sm_90a"\n    "-gencode=arch=compute_120a,code=sm_120a",\n]\n',
      'FLAGS = [\n    "-gencode=arch=compute_90a,code=sm_90a",\n    "-gencode=arch=compute_120a,code=sm_120a",\n]\n',
    ],
    [
      'if X:\n    ARCHS = ["sm_90a" "sm_100a", "sm_120a"]\n',
      'if X:\n    ARCHS = ["sm_90a", "sm_100a", "sm_120a"]\n',
    ],
  ])("%s get a comma", async (before, after) => {
    const { findings } = await find(before);
    expect(findings.map(({ rule }) => rule)).toContain("strings-joined");
    expect(await fixed(before, "add-comma")).toBe(after);
  });

  it.each([
    'x = ["sm_" "90a", "b"]\n',
    'x = ["-gencode=arch=compute_90,code=sm_90 " "-O3"]\n',
    'x = ("a" "b")\n',
  ])("%s are one text", async (text) => {
    const { findings } = await find(text);
    expect(findings.filter(({ rule }) => rule === "strings-joined")).toEqual([]);
  });
});

describe("a name that says less than the condition", () => {
  const predicate = (name: string, test: string): string => `${SETUP}def ${name}():\n    return ${test}\n`;

  it.each([
    ["major >= 10", "major == 10"],
    ["cc >= (10, 0)", "(10, 0) <= cc < (11, 0)"],
    ["sm >= 100", "100 <= sm < 110"],
  ])("%s gets an upper bound", async (before, after) => {
    const { findings } = await find(predicate("is_sm100", before));
    expect(findings.map(({ message }) => message)[0]).toContain('"is_sm100" says 10.0');
    expect(await fixed(predicate("is_sm100", before), "narrow")).toBe(predicate("is_sm100", after));
  });
});

describe("no finding at warning", () => {
  it.each([
    ["flags for one architecture", 'sm90a_nvcc_flags = ["-gencode=arch=compute_90a,code=sm_90a"]\n'],
    ["a table of names", 'ArchitectureNames = {50: "maxwell", 86: "ampere", 89: "ada"}\n'],
    ["a loop over what is generated", "for sm in (80, 90, 100):\n    emit(sm)\n"],
    [
      "a class named for what the device lacks",
      'class TmemOp:\n    admissible_archs = ["sm_100a", "sm_103a"]\n',
    ],
  ])("%s", async (_, text) => {
    const { findings } = await find(text);
    expect(findings.filter(({ severity }) => severity === "warning" || severity === "error")).toEqual([]);
  });

  it("gives the unit of the hardware as the reason, and no edit", async () => {
    const { findings, fixes } = await find(
      `${SETUP}def run(x):\n    assert major in (10, 11), "expected 10.x"\n    return tmem_kernel(x)\n`,
    );
    expect(findings.map(({ reason }) => reason?.kind)).toEqual(["hardware"]);
    expect(fixes).toEqual([]);
  });
});

describe("an entry of a table", () => {
  const table = (entries: string, before = ""): string =>
    `${before}import torch\n\nBY_ARCH = {${entries}}\n\ndef run(x):\n    major, minor = torch.cuda.get_device_capability()\n    return BY_ARCH[f"sm{major * 10 + minor}a"](x)\n`;
  const HELPERS = "def run_sm90(x):\n    return x\n\ndef run_sm120(x):\n    return x\n\n";

  it("is copied, or named like the others, where that is sure to exist", async () => {
    expect(await fixed(table('"sm90a": run, "sm100a": run'), "add-target")).toBe(
      table('"sm90a": run, "sm100a": run, "sm120a": run'),
    );
    const entries = '"sm90a": run_sm90';
    expect(await fixed(table(entries, HELPERS), "add-target")).toBe(
      table(`${entries}, "sm120a": run_sm120`, HELPERS),
    );
  });

  it("is one for a whole major, where that is the key", async () => {
    const text = (more: string): string =>
      `${SETUP}SIZES = {9: [4, 8], 10: [4, 8]${more}}\n\ndef sizes():\n    return SIZES[major]\n`;
    expect(await fixed(text(""), "add-family")).toBe(text(", 12: [4, 8]"));
  });

  it.each([
    ["a name that nothing defines", '"sm90a": run_sm90, "sm100a": run_sm100'],
    [
      "what others share that is named for them",
      '"sm100a": part(gemm_sm10x, 1), "sm103a": part(gemm_sm10x, 1)',
    ],
    ["a number that only seems to be the architecture's", '"sm90a": 900, "sm100f": 100'],
  ])("is none that would hold %s", async (_, entries) => {
    const { fixes } = await find(table(entries));
    expect(fixes.map(({ kind }) => kind)).toEqual([]);
  });
});

describe("build flags in several parts", () => {
  it("take one more where nothing is asked first", async () => {
    const text = (more: string): string =>
      `def flags(new):\n    f = ["-gencode", "arch=compute_90a,code=sm_90a"${more}]\n    if new:\n        f += ["-gencode", "arch=compute_100f,code=sm_100f"]\n    return f\n`;
    expect(await fixed(text(""), "add-target")).toBe(text(', "-gencode", "arch=compute_120a,code=sm_120a"'));
  });

  it.each([
    [
      "in pairs",
      (arch: string) =>
        `cc_flag.append("-gencode")\ncc_flag.append("arch=compute_${arch},code=sm_${arch}")\n`,
    ],
    [
      "in one string each",
      (arch: string) => `cc_flag.append('-gencode=arch=compute_${arch},code=sm_${arch}')  # measured\n`,
    ],
    [
      "as lists of one",
      (arch: string) =>
        `cc_flag += ["-O2"]\ncc_flag.append("--generate-code=arch=compute_${arch},code=sm_${arch}")\r\n`,
    ],
  ])("take one more by statements of its own where they are appended one by one, %s", async (_, pair) => {
    const before = `cc_flag = []\n${pair("90a")}${pair("100a")}`;
    const more = pair("120a").replace('cc_flag += ["-O2"]\n', "").replace("  # measured", "");
    expect(await fixed(`${before}build(cc_flag)\n`, "add-target")).toBe(`${before}${more}build(cc_flag)\n`);
  });

  it("take none under a condition that asks something first", async () => {
    const text = `f = []\nif NEW:\n    f.append("-gencode=arch=compute_90a,code=sm_90a")\n    f.append("-gencode=arch=compute_100a,code=sm_100a")\n`;
    expect(await fixed(text, "add-target")).toMatch(/^no such fix/);
  });
});
