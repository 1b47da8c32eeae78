/** What looks like a gate in Python and keeps nobody out, each beside what does. */
import { describe, expect, it } from "vitest";
import type { JudgedGate } from "../../../server/src/gates/judgement";
import { deviceNames } from "../../../server/src/logic/sets";
import { claimOf } from "../../../server/src/python/names/claims";
import { createService } from "../../../server/src/service";
import { memoryFiles, neverCancelled } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";
import { pythonParser } from "../python/parser";
import { settingsFrom } from "../support/markers";

async function told(text: string, target = "sm_120"): Promise<readonly JudgedGate[]> {
  const service = createService({ python: await pythonParser() });
  const source = makeSource("/pkg/module.py", text);
  const report = service.analyse(source, "python", settingsFrom({ target }), memoryFiles({}), neverCancelled);
  expect(report.fault).toBeNull();
  return report.gates.filter(({ rule }) => rule !== null);
}

const rules = async (text: string): Promise<(string | null)[]> => (await told(text)).map(({ rule }) => rule);

const CAP =
  "import torch\n\ncc = torch.cuda.get_device_capability()\nmajor, minor = cc\nsm = major * 10 + minor\n\n";

describe("decorators and checks whose definition is at hand", () => {
  const around = (test: string): string =>
    `    def deco(fn):\n        def wrapper(*args):\n            ${test}\n                raise RuntimeError()\n            return fn(*args)\n        return wrapper\n    return deco\n\n`;
  const use = (decorator: string): string => `@${decorator}\ndef gemm(a):\n    return a\n`;
  const least = `${CAP}def requires_sm(minimum):\n${around("if sm < minimum:")}`;
  const denies = `${CAP}def supported_compute_capability(archs):\n${around("if sm in archs:")}`;
  const allows = `${CAP}def supported_compute_capability(archs):\n${around("if sm not in archs:")}`;
  const plain = `${CAP}def requires_compute_capability(least, maximum=130):\n    if not least * 10 <= sm <= maximum:\n        raise RuntimeError()\n\n`;
  const marks = (note: string): string =>
    `def supported_compute_capability(ccs):\n    if not ccs:\n        raise TypeError()\n    def deco(fn):\n        ${note}\n        return fn\n    return deco\n\n`;

  it.each([
    ["a least one", least + use("requires_sm(90)")],
    ["a least one by its name", least + use("requires_sm(minimum=90)")],
    ["those who are refused", denies + use("supported_compute_capability([80, 90])")],
    ["a check that is called", `${plain}requires_compute_capability(9)\n`],
    ["one with two bounds", `${plain}requires_compute_capability(9, maximum=120)\n`],
    ["what is noted as a least one", marks("fn._min_sm = ccs") + use("supported_compute_capability(90)")],
    ["what notes nothing", marks("fn.__name__ = 'x'") + use("supported_compute_capability([90])")],
  ])("%s keeps nobody out", async (_, text) => {
    expect(await rules(text)).toEqual([]);
  });

  it.each([
    ["a list of those who get in", allows + use("supported_compute_capability([80, 90])")],
    ["those who are refused", denies + use("supported_compute_capability([90, 120])")],
    ["a least one", least + use("requires_sm(121)")],
    [
      "what notes the list for others",
      marks("fn._supported = ccs") + use("supported_compute_capability([90])"),
    ],
    ["what is defined elsewhere", use("supported_compute_capability([90])")],
  ])("%s leaves out who is left out", async (_, text) => {
    expect(await rules(text)).toHaveLength(1);
  });
});

describe("a decorator's list that means what its name says", () => {
  it("is what is to be edited, also where the definition is at hand", async () => {
    const text = `${CAP}def supported_compute_capability(archs):\n    def deco(fn):\n        def wrapper(*args):\n            if sm not in archs:\n                raise RuntimeError()\n            return fn(*args)\n        return wrapper\n    return deco\n\n@supported_compute_capability([80, 90])\ndef gemm(a):\n    return a\n`;
    const [gate] = await told(text);
    const { start = 0, end = 0 } = gate?.operand ?? {};
    expect(text.slice(start, end)).toBe("[80, 90]");
    expect(gate?.gate.shape).toMatchObject({ kind: "list", members: [{ text: "80" }, { text: "90" }] });
  });
});

describe("exceptions that are caught where they come up", () => {
  const table = `${CAP}TILES = {(8, 0): 64, (9, 0): 128, (10, 0): 256}\ndef tile():\n    try:\n        return TILES[cc]\n`;
  const raising = (raised: string, caught: string, handler: string): string =>
    `${CAP}class Base(RuntimeError):\n    pass\nclass Own(Base):\n    pass\nclass Quit(SystemExit):\n    pass\nE = (ValueError, RuntimeError)\n\ndef pick():\n    try:\n        if major not in (9, 10):\n            raise ${raised}("no")\n    except ${caught}:\n        ${handler}\n    return run()\n`;

  it.each([
    ["a table", `${table}    except KeyError:\n        return 32\n`],
    ["a table, by a class above", `${table}    except (TypeError, LookupError):\n        return 32\n`],
    ["a table, by all", `${table}    except:\n        return 32\n`],
    ["own classes", raising("Own", "RuntimeError", "return other()")],
    ["own classes by their base", raising("Own", "Base", "return other()")],
    ["classes under one name", raising("RuntimeError", "E", "return other()")],
    ["own classes under one name", raising("Own", "E", "return other()")],
  ])("%s: no exception gets out", async (_, text) => {
    for (const { message, severity } of await told(text)) {
      expect(message).not.toMatch(/[Ee]xception/);
      expect(severity).not.toBe("warning");
    }
  });

  it.each([
    ["a table without handlers for it", `${table}    except ValueError:\n        return 32\n`],
    ["a table whose handler raises", `${table}    except KeyError:\n        raise RuntimeError()\n`],
    ["a class that is no other's base", raising("Base", "Own", "return other()")],
    ["what is no Exception", raising("Quit", "Exception", "return other()")],
    ["what is raised again", raising("Own", "RuntimeError", "raise")],
  ])("%s: one gets out", async (_, text) => {
    expect((await told(text)).map(({ severity }) => severity)).toContain("warning");
  });
});

describe("options in strings", () => {
  it.each([
    ["a docstring", 'def build():\n    """Pick -DCMAKE_CUDA_ARCHITECTURES=90a;100a here."""\n    return 1\n'],
    ["a log line", 'log.info("CMake had -DCMAKE_CUDA_ARCHITECTURES=90a;100a")\n'],
    ["what is printed", 'print("-DCMAKE_CUDA_ARCHITECTURES=90a;100a")\n'],
    ["help", 'p.add_argument("--cmake", help="like -DCMAKE_CUDA_ARCHITECTURES=80-real;90-real")\n'],
    ["an exception", 'def f():\n    raise ValueError("-DCMAKE_CUDA_ARCHITECTURES=90a;100a is missing")\n'],
    ["an assertion", 'def f(x):\n    assert x, "needs -DCMAKE_CUDA_ARCHITECTURES=90a"\n'],
    [
      "an exception that is made first",
      'def f():\n    err = RuntimeError("-DCMAKE_CUDA_ARCHITECTURES=90a")\n',
    ],
    ["a text for people", 'HELP = "-DCMAKE_CUDA_ARCHITECTURES=90a;100a"\n'],
    ["advice", 'def advice():\n    return "pass -DCMAKE_CUDA_ARCHITECTURES=90a;100a"\n'],
    ["a list that goes on", 'opts = "-DCMAKE_CUDA_ARCHITECTURES=80-real;90-real" + ";120-real"\n'],
    ["one that is filled in", 'opts = "-DCMAKE_CUDA_ARCHITECTURES=80;90;%s" % mine\n'],
    ["a default that goes on", 'archs = os.environ.get("TORCH_CUDA_ARCH_LIST", "8.0;9.0") + ";12.0"\n'],
  ])("not in %s", async (_, text) => {
    expect(await rules(`import os\n${text}`)).toEqual([]);
  });

  it.each([
    ["a command", 'subprocess.run(["cmake", "-DCMAKE_CUDA_ARCHITECTURES=80-real;90-real"])\n'],
    ["a whole command line", 'os.system("cmake -S . -DCMAKE_CUDA_ARCHITECTURES=80-real;90-real")\n'],
    ["options that are added", 'opts += ["-DCMAKE_CUDA_ARCHITECTURES=80-real;90-real"]\n'],
  ])("in %s", async (_, text) => {
    expect(await rules(`import os\n${text}`)).toEqual(["arch-list-unbuilt"]);
  });
});

describe("names that say more than the architecture", () => {
  it.each([
    "is_blackwell_ultra: sm == 103",
    "is_b200_blackwell: sm == 100",
    "is_thor_blackwell: major == 11",
    "is_spark_blackwell: sm == 121",
    "is_blackwell_datacenter: major == 10",
    "is_consumer_blackwell: sm == 120",
    "is_nonblackwell: major < 10",
    "isnt_sm120: major != 12",
    "lacks_sm120: major != 12",
    "is_sm120_unsupported: major != 12",
    "is_sm120_disabled: major != 12",
    "is_older_than_blackwell: major < 10",
    "is_sm90_sm120: major in (9, 12)",
    "is_at_most_sm120: sm <= 120",
  ])("%s", async (line) => {
    const [name = "", test = ""] = line.split(": ");
    const text = `${CAP}def ${name}():\n    return ${test}\n`;
    expect((await told(text)).map(({ message }) => message)).toEqual([]);
    expect((await told(text, "sm_121")).map(({ message }) => message)).toEqual([]);
  });

  it.each([
    ["is_blackwell", "10.0 10.3 11.0 12.0 12.1"],
    ["is_sm12x", "12.0 12.1"],
    ["_is_sm_100f_supported", "10.0 10.3"],
    ["is_sm120_or_newer", "12.0 12.1"],
    ["is_cuda_sm120", "12.0"],
  ])("%s claims no less", (name, devices) => {
    expect(deviceNames(claimOf(name, { start: 0, end: 0 })?.mask ?? 0).join(" ")).toBe(devices);
  });

  it.each(["is_geforce", "is_sm120_max", "has_sm120_bug", "is_sm100_to_sm120"])(
    "%s claims nothing",
    (name) => {
      expect(claimOf(name, { start: 0, end: 0 })).toBeNull();
    },
  );
});

describe("names that are cut at fixed places", () => {
  const flags = (body: string): string => `def flags(cc, arch):\n    ${body.replaceAll("\n", "\n    ")}\n`;

  it.each([
    [
      "what is asked for its length",
      'if len(cc) == 4:\n    num = cc[0:2] + cc[3]\nelse:\n    num = cc[0] + cc[2]\nreturn f"sm_{num}"',
    ],
    ["what is asked how it begins", 'if arch.startswith("12"):\n    return arch\nreturn f"sm_{arch[:2]}"'],
    ["one of two ways", 'n = arch[:3] if len(arch) > 2 else arch[:2]\nreturn f"sm_{n}"'],
    ["a longer name before", 'return f"grid_sm_{arch[:2]}"'],
    ["a longer name behind", 'return f"sm_{arch[:2]}_count"'],
  ])("not %s", async (_, body) => {
    expect(await rules(flags(body))).toEqual([]);
  });

  it.each([
    ['return f"sm_{cc[0]}{cc[2]}"', '"12.0" gives "1."'],
    ['return f"sm_{arch[:2]}a"', '"120" gives "12"'],
    ['return f"sm_{arch[-2:]}"', '"120" gives "20"'],
    ['return f"compute_{arch[8:10]}"', '"compute_120" gives "12"'],
    ['return re.match(r"sm_(\\d)(\\d)", arch)', '"sm_120" gives "12"'],
    ['return re.match(r"sm_(\\d)(\\d)$", arch)', '"sm_120" does not fit'],
  ])("%s tells what comes of it", async (body, gives) => {
    expect((await told(flags(body))).map(({ message }) => message)).toEqual([expect.stringContaining(gives)]);
  });
});
