/** What looks like a gate in Python and keeps nobody out, each beside what does. */
import { describe, expect, it } from "vitest";
import type { JudgedGate } from "../../../server/src/gates/judgement";
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
