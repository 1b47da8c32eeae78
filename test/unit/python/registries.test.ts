/** Tables that a decorator of the module fills: who has an entry, and what is not known. */
import { describe, expect, it } from "vitest";
import { deviceNames } from "../../../server/src/logic/sets";
import { PythonSession } from "../../../server/src/python/modules/session";
import { analyse, pythonParser } from "./parser";

const SETUP =
  "import torch\n\ncc = torch.cuda.get_device_capability()\nmajor, minor = cc\nsm = major * 10 + minor\nREG = {}\n\n";
const REGISTER =
  "def register(arch):\n    def wrap(f):\n        REG[arch] = f\n        return f\n    return wrap\n\n";
const ENTRIES = "@register(90)\ndef a():\n    return 1\n\n@register(100)\ndef b():\n    return 2\n\n";
const ASKS = "def run():\n    if sm not in REG:\n        raise ValueError()\n    return REG[sm]()\n";

async function admitted(text: string): Promise<string[]> {
  const { gates } = await analyse(text);
  return gates.map(({ admission }) => deviceNames(admission.admits).join(" "));
}

describe("a table that a decorator fills", () => {
  it.each([
    ["with what it stands above", REGISTER, ENTRIES],
    ["by a method", REGISTER.replace("REG[arch] = f", "REG.setdefault(arch, f)"), ENTRIES],
    [
      "with classes",
      REGISTER,
      "@register(90)\nclass A:\n    pass\n\n@register(arch=100)\nclass B:\n    pass\n\n",
    ],
    [
      "for several at once",
      REGISTER.replace("(arch)", "(*archs)").replace(
        "REG[arch] = f",
        "for arch in archs:\n            REG[arch] = f",
      ),
      "@register(90, 100)\ndef a():\n    return 1\n\n@register()\ndef b():\n    return 2\n\n",
    ],
    [
      "unless the entry is there",
      REGISTER.replace("REG[arch]", "if arch in REG:\n            raise KeyError(arch)\n        REG[arch]"),
      ENTRIES,
    ],
  ])("%s", async (_, register, entries) => {
    expect(await admitted(SETUP + register + entries + ASKS)).toContain("9.0 10.0");
  });

  it.each([
    ["returns it by", "def run():\n    return REG[sm]()\n"],
    [
      "asks with get",
      "def run():\n    f = REG.get(sm)\n    if f is None:\n        raise ValueError()\n    return f()\n",
    ],
  ])("is looked up by who %s", async (_, asks) => {
    const found = await admitted(SETUP + REGISTER + ENTRIES + asks);
    expect(new Set(found)).toEqual(new Set(["9.0 10.0"]));
  });

  it.each([
    ["another function fills it too", "def more(f):\n    REG[120] = f\n\n"],
    ["somebody else calls it", "def more(f):\n    register(120)(f)\n\n"],
    ["it is handed on", "fill(register)\n"],
    ["what it is called with is not known", "@register(int(input()))\ndef c():\n    return 3\n\n"],
  ])("is not known where %s", async (_, more) => {
    const { gates } = await analyse(SETUP + REGISTER + ENTRIES + more + ASKS);
    expect(gates.filter(({ admission }) => admission.excludes !== 0)).toEqual([]);
  });

  it("is read again when an entry comes", async () => {
    const session = new PythonSession(await pythonParser());
    const text = SETUP + REGISTER + ENTRIES + ASKS;
    const of = async (one: string): Promise<string[]> =>
      (await analyse(one, {}, { session })).gates.map(({ admission }) =>
        deviceNames(admission.admits).join(" "),
      );
    expect(await of(text)).toContain("9.0 10.0");
    const more = text.replace("def run", "@register(120)\ndef c():\n    return 3\n\ndef run");
    expect(await of(more)).toContain("9.0 10.0 12.0");
    expect(await of(text)).toContain("9.0 10.0");
  });
});
