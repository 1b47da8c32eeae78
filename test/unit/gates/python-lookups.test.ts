/** Look-ups that fail by an exception of their own, tables with a default, answers as numbers. */
import { describe, expect, it } from "vitest";
import { deviceNames } from "../../../server/src/logic/sets";
import { CAP, find } from "./python-findings";

const def = (body: string): string => `${CAP}def run(x):\n    ${body.replaceAll("\n", "\n    ")}\n`;
const ARCH = "import enum\n\nclass Arch(enum.Enum):\n    H = 90\n    B = 100\n\n";

async function told(text: string): Promise<(string | null)[][]> {
  const { findings } = await find(text);
  return findings.map(({ gate, consequence }) => [deviceNames(gate.admission.admits).join(" "), consequence]);
}

describe("a look-up that raises an exception", () => {
  it.each([
    ["the place in a list", def("return [90, 100].index(sm)"), "raises"],
    [
      "the place in a list, caught",
      def("try:\n    [90, 100].index(sm)\n    return True\nexcept ValueError:\n    return False"),
      "returns false",
    ],
    ["a member of an enumeration", `${CAP}${ARCH}def run():\n    return Arch(sm)\n`, "raises"],
    [
      "a member of an enumeration, caught",
      `${CAP}${ARCH}def run():\n    try:\n        Arch(sm)\n    except ValueError:\n        return False\n    return True\n`,
      "returns false",
    ],
  ])("%s", async (_, text, consequence) => {
    expect(await told(text)).toEqual([["9.0 10.0", consequence]]);
  });

  it("is the named list's where there is one, which an edit makes longer", async () => {
    const text = `${CAP}ARCHS = [90, 100]\n\ndef run():\n    return ARCHS.index(sm)\n`;
    const { findings, fixed } = await find(text);
    expect(
      findings.map(({ gate, consequence }) => [text.slice(gate.span.start, gate.span.end), consequence]),
    ).toEqual([["ARCHS = [90, 100]", "raises"]]);
    expect(fixed).toContain(text.replace("100]", "100, 120, 121]"));
  });

  it.each([
    ["the place in a text", def('return "90 100 120".index(str(sm))')],
    [
      "an enumeration that makes something of the rest",
      `${CAP}${ARCH}    @classmethod\n    def _missing_(cls, value):\n        return cls.B\n\ndef run():\n    return Arch(sm)\n`,
    ],
    ["what only members ask", def("if sm in (90, 100):\n    return [90, 100].index(sm)\nreturn 9")],
    [
      "what only those look up who are there",
      def("if sm not in (90, 100, 120, 121):\n    return 1\nreturn [90, 100, 120, 121].index(sm)"),
    ],
  ])("but not %s", async (_, text) => {
    expect(await told(text)).toEqual([]);
  });
});

describe("a list that grows", () => {
  const uses = "\n\ndef run(x):\n    if sm not in ARCHS:\n        raise ValueError()\n    return x\n";
  it.each([
    "ARCHS += [120, 121]",
    "ARCHS.append(120)",
    "ARCHS.extend((120, 121))",
    "def fill():\n    ARCHS.append(120)",
    "list.extend(ARCHS, [120])",
  ])("is not told as it is written: %s", async (more) => {
    expect(await told(`${CAP}ARCHS = [90, 100]\n${more}${uses}`)).toEqual([]);
  });

  it("is told where it is asked, if it leaves the target out all the same", async () => {
    expect(await told(`${CAP}ARCHS = [90]\nARCHS += [100]${uses}`)).toEqual([["9.0 10.0", "raises"]]);
    expect(await told(`${CAP}ARCHS = [90, 100]${uses}`)).toEqual([["9.0 10.0", "raises"]]);
  });
});

describe("a table with a default", () => {
  const table = (first: string, more = ""): string =>
    `from collections import defaultdict\n${CAP}T = defaultdict(${first})\n${more}\n\n`;

  it.each([
    ["by a function", table("lambda: False, {9: True, 10: True}")],
    ["by a type", table("bool, {9: True, 10: True}")],
    ["by a list that grows", table("list", 'T[9].append("a")\nT[10].append("b")')],
  ])("gives it to who has no entry: %s", async (_, text) => {
    const asks = "def run():\n    if not T[major]:\n        raise ValueError()\n    return 1\n";
    expect(await told(text + asks)).toEqual([["9.0 10.0 10.3", "raises"]]);
  });

  it("turns nobody away by itself", async () => {
    expect(await told(`${table("int", "T[9] = 2")}def run():\n    return T[major] + 1\n`)).toEqual([]);
  });

  it("has no entry for whom none is asked", async () => {
    const text = `${table("int", "T[9] = 2")}def run():\n    if major not in T:\n        raise ValueError()\n`;
    expect(await told(text)).toEqual([["9.0", "raises"]]);
  });
});

describe("an answer as a number", () => {
  it.each(["int", "bool"])("%s", async (type) => {
    const text = `${CAP}def ready():\n    return ${type}(major in (9, 10))\n\ndef run():\n    if not ready():\n        raise ValueError()\n    return 1\n`;
    const { findings, fixed } = await find(text);
    expect(findings).toHaveLength(1);
    expect(fixed).toContain(text.replace("(9, 10)", "(9, 10, 12)"));
  });
});

describe("a table that an object fills itself", () => {
  const kept = (get: string): string =>
    `${CAP}_ccs = [80, 90, 100]\n\nclass Kept:\n    def __init__(self, target_cc: int):\n        self.table = {}\n        for kernel_cc in _ccs:\n            self.table[kernel_cc] = {}\n\n    def options(self, cc: int, kind=1):\n        device_cc = sm\n        return ${get}\n`;

  it.each(["self.table.get(cc, None)[kind]", "self.table[cc]"])(
    "keeps nobody out who is not the device: %s",
    async (get) => {
      expect(await told(kept(get))).toEqual([]);
    },
  );

  it("is told where the device itself is looked up", async () => {
    expect(await told(kept("self.table[device_cc]"))).toEqual([["8.0 9.0 10.0", "raises"]]);
  });
});
