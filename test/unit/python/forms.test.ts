/** Forms of conditions, each as programs write it: who gets in, where it is a finding, and what an edit makes of it. */
import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../server/src/gates/edits";
import { deviceNames } from "../../../server/src/logic/sets";
import { createService } from "../../../server/src/service";
import { memoryFiles, neverCancelled } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";
import { settingsFrom } from "../support/markers";
import { analyse, pythonParser } from "./parser";

const SETUP =
  "import torch\n\ncc = torch.cuda.get_device_capability()\nmajor, minor = cc\nsm = major * 10 + minor\n\n";
const def = (body: string): string => `${SETUP}def run(x, size):\n    ${body.replaceAll("\n", "\n    ")}\n`;

async function admitted(text: string, others: Record<string, string> = {}): Promise<string[]> {
  const { gates } = await analyse(text, others);
  return gates.map(({ admission }) => deviceNames(admission.admits).join(" "));
}

const HOPPER_AND_10 = "9.0 10.0 10.3";

describe("who gets in", () => {
  it.each([
    ["a match of numbers", def("match major:\n    case 9 | 10:\n        return 1\nraise ValueError()")],
    [
      "a match of pairs",
      def(
        "match cc:\n    case (9, 0):\n        return 1\n    case (10, 0) | (10, 3):\n        return 2\n    case _:\n        raise ValueError()",
      ),
    ],
    [
      "a match by its guard",
      def(
        "match cc:\n    case (m, _) if m in (9, 10):\n        return 1\n    case _:\n        raise ValueError()",
      ),
    ],
    [
      "a flag set in a loop that is left",
      def(
        "ok = False\nfor m in (9, 10):\n    if major == m:\n        ok = True\n        break\nif not ok:\n    raise ValueError()",
      ),
    ],
    [
      "a list that is added to",
      def(
        "archs = []\nif major == 9: archs.append(9)\nif major == 10: archs.append(10)\nif not archs:\n    raise ValueError()",
      ),
    ],
    [
      "a parameter that is told by a ladder",
      'def build(backend="90"):\n    if backend == "103":\n        return sm103()\n    elif backend in ("90", "90a"):\n        return 1\n    elif backend == "100":\n        return 2\n    else:\n        raise ValueError(backend)\n',
    ],
    [
      "what other makes of devices would get",
      `import torch\ndef cap():\n    major = None\n    if torch.cuda.is_available():\n        major, minor = torch.cuda.get_device_capability()\n    if hasattr(torch, "xpu") and torch.xpu.is_available():\n        major = None\n    return major\ndef run():\n    assert cap() in (9, 10)\n`,
    ],
    ["sets", def("return bool({major} & {9, 10})")],
    ["text that begins so", def('return str(major).startswith(("9", "10"))')],
    ["a table that is spelled out", def('return {9: "a", 10: "b"}.get(major)')],
    ["a table that is made", `${SETUP}T = {k: k for k in (90, 100, 103)}\n\ndef run():\n    return T[sm]\n`],
    [
      "a method of a subclass, where nothing speaks of architectures",
      `${SETUP}class A:\n    ok = {9}\n    @classmethod\n    def good(cls):\n        return major in cls.ok\n\nclass B(A):\n    ok = A.ok | {10}\n\ndef run(x):\n    if not B.good():\n        raise ValueError()\n`,
    ],
    [
      "a decorator with an argument for each",
      `${SETUP}@requires_capability((9, 0), (10, 0), (10, 3))\ndef run():\n    return 1\n`,
    ],
    [
      "200 parentheses",
      def(`if ${"(".repeat(200)}major not in (9, 10)${")".repeat(200)}:\n    raise ValueError()`),
    ],
  ])("%s", async (_, text) => {
    expect(await admitted(text)).toContain(HOPPER_AND_10);
  });

  it("a star import gives what the last one binds", async () => {
    const text = "from .pkg import *\n\ndef run(x):\n    if not wide():\n        raise ValueError()\n";
    const others = {
      "@path": "/project/use.py",
      "/project/__init__.py": "",
      "/project/pkg/__init__.py": "from .a import *\n",
      "/project/pkg/a.py":
        "import torch\n__all__ = ['wide']\ndef wide():\n    return torch.cuda.get_device_capability()[0] in (9, 10)\n",
    };
    expect(await admitted(`${text}# sm_90\n`, others)).toContain(HOPPER_AND_10);
  });
});

interface Told {
  readonly findings: readonly string[];
  readonly edited: readonly string[];
}

async function told(text: string): Promise<Told> {
  const service = createService({ python: await pythonParser() });
  const files = memoryFiles({});
  const settings = settingsFrom({ target: "sm_120" });
  const report = service.analyse(makeSource("/pkg/m.py", text), "python", settings, files, neverCancelled);
  return {
    findings: report.gates.filter(({ severity }) => severity === "warning").map(({ message }) => message),
    edited: report.gates.flatMap((judged) =>
      service.fixes(report, judged, settings, files).map(({ edits }) => applyEdits(text, edits)),
    ),
  };
}

describe("edits", () => {
  it.each([
    [
      "if major >= 10 and size == 3:\n    x = 4\nreturn x",
      "if 10 <= major < 12 and size == 3:\n    x = 4\nreturn x",
    ],
    ["if sm == 120:\n    return False\nreturn sm >= 90", "return sm >= 90"],
    [
      "match major:\n    case 9 | 10:\n        return 1\nraise ValueError()",
      "match major:\n    case 9 | 10 | 12:\n        return 1\nraise ValueError()",
    ],
    [
      "if major not in [*BASE, 10]:\n    raise ValueError()",
      "if major not in [*BASE, 10] and major != 12:\n    raise ValueError()",
    ],
    [
      "old = major == 9\nnew = major == 10\nif old or new:\n    return 1\nraise ValueError()",
      "old = major == 9\nnew = major == 10\nif old or new or major == 12:\n    return 1\nraise ValueError()",
    ],
  ])("%s", async (before, after) => {
    const base = (body: string): string => def(body).replace("def run", "BASE = [9]\n\ndef run");
    expect((await told(base(before))).edited).toContain(base(after));
  });

  it("drop no refusal that others meet too, nor the only statement there", async () => {
    const others = def("if sm in (90, 120):\n    return False\nreturn sm >= 90");
    expect((await told(others)).edited).not.toContain(def("return sm >= 90"));
    const only = def("if sm == 120:\n    raise ValueError()");
    expect((await told(only)).edited.some((text) => !text.includes("raise"))).toBe(false);
  });
});

describe("is no finding", () => {
  it.each([
    [
      "what is looked up only by those who have an entry",
      `${SETUP}T = {9: 1, 10: 2}\n\ndef run():\n    return T[major] if major in T else 0\n`,
    ],
    ["how much of something each has", `${SETUP}SharedMemPerCC = {80: 164, 86: 100, 90: 228, 100: 228}\n`],
    [
      "a flag that only chooses between two ways",
      `${SETUP}def run(mode):\n    direct = True if sm in (100, 103) and mode == "quick" else False\n    return "device" if direct else "host"\n`,
    ],
    [
      "one that is bound to the condition itself",
      `${SETUP}def run():\n    direct = major in (9, 10)\n    x = 1 if not direct else 2\n    return "device" if direct else x\n`,
    ],
    [
      "that nothing special is asked",
      `${SETUP}def get_required_layout():\n    if major == 10:\n        return "a"\n    return None\n`,
    ],
  ])("%s", async (_, text) => {
    expect((await told(text)).findings).toEqual([]);
  });

  it("but one that other devices are asked for is", async () => {
    const text = `${SETUP}def get_layout():\n    if major == 10:\n        return "a"\n    return None\n`;
    expect((await told(text)).findings).toHaveLength(1);
  });
});

describe("what was not read", () => {
  it("is told, where it is nested too deeply", async () => {
    const { fault } = await analyse(def(`if ${"[".repeat(400)}major == 9${"]".repeat(400)}:\n    return 1`));
    expect(fault).toBe("line 8: nested too deeply to be read in full");
  });
});

describe("a name that a module binds", () => {
  const use = "def run():\n    if not ready:\n        raise RuntimeError('no')\n    go()\n";
  const hopper = "torch.cuda.get_device_capability()[0] == 9";
  it.each([
    ["at the top", `ready = ${hopper}\n`],
    ["under a condition", `ready = False\nif torch.cuda.is_available():\n    ready = ${hopper}\n`],
    ["in a try", `try:\n    ready = ${hopper}\nexcept RuntimeError:\n    pass\n`],
    [
      "in the else of a try",
      `try:\n    pass\nexcept RuntimeError:\n    pass\nelse:\n    ready = ${hopper}\n`,
    ],
    ["in a finally", `try:\n    pass\nfinally:\n    ready = ${hopper}\n`],
    ["with others", `x = ready = ${hopper}\n`],
    ["behind another statement", `x = 1; ready = ${hopper}\n`],
    ["in an expression", `x = (ready := ${hopper})\n`],
    ["in a list", `x = [(ready := ${hopper})]\n`],
    ["with its like", `x = (ready, other) = (${hopper}, 1)\n`],
    ["in a with", `with torch.no_grad():\n    ready = ${hopper}\n`],
    ["in a loop", `for _ in (1,):\n    ready = ${hopper}\n`],
  ])("%s", async (_, text) => {
    expect(await admitted(`import torch\n${text}${use}`)).toContain("9.0");
  });
});
