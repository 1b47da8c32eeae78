/** What looks like a gate in Python and keeps nobody out, each beside what does. */
import { describe, expect, it } from "vitest";
import { createService } from "../../../server/src/service";
import { memoryFiles, neverCancelled } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";
import { pythonParser } from "../python/parser";
import { settingsFrom } from "../support/markers";

async function rules(text: string, target = "sm_120"): Promise<(string | null)[]> {
  const service = createService({ python: await pythonParser() });
  const source = makeSource("/pkg/module.py", text);
  const report = service.analyse(source, "python", settingsFrom({ target }), memoryFiles({}), neverCancelled);
  expect(report.fault).toBeNull();
  return report.gates.flatMap(({ rule }) => (rule === null ? [] : [rule]));
}

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
