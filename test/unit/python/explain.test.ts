import { describe, expect, it } from "vitest";
import { valueAnswer } from "../../../server/src/display/value-answer";
import { plainText } from "../../../server/src/display/words";
import { explainPython, type Explanation } from "../../../server/src/python/gates/explain";
import { memoryFiles } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";
import { pythonParser } from "./parser";

const PATH = "/project/pkg/use.py";

/** What stands at the mark "|", which is taken out. */
async function explain(
  marked: string,
  others: Readonly<Record<string, string>> = {},
): Promise<Explanation | null> {
  const offset = marked.indexOf("|");
  const source = makeSource(PATH, marked.replace("|", ""));
  return explainPython(source, offset, await pythonParser(), {
    files: memoryFiles(others),
    roots: ["/project"],
  });
}

function values(explanation: Explanation | null): Record<string, string> {
  return Object.fromEntries(
    (explanation?.values ?? []).map(({ devices, value }) => [value, devices.join(" ")]),
  );
}

const DEVICES =
  "import torch\n\ndef is_big(device):\n    return torch.cuda.get_device_capability(device)[0] >= 10\n";

describe("what stands at a place", () => {
  it("is a predicate's answer, on its name and on its calls", async () => {
    const expected = { False: "7.5 8.0 8.6 8.7 8.8 8.9 9.0", True: "10.0 10.3 11.0 12.0 12.1" };
    expect(values(await explain(DEVICES.replace("is_big", "is_|big")))).toEqual(expected);
    const call = await explain("from .devices import is_big\n\ndef f(arch):\n    return is_|big(0), arch\n", {
      "/project/pkg/devices.py": DEVICES,
    });
    expect(values(call)).toEqual(expected);
    expect(call?.notes).toContainEqual(
      expect.objectContaining({ kind: "definition", text: "is_big", file: "/project/pkg/devices.py" }),
    );
    expect(call?.notes).toContainEqual(expect.objectContaining({ kind: "source" }));
  });

  it("is the value of a name that holds a capability", async () => {
    const found = await explain("def f(device):\n    ma|jor, minor = capability(device)\n    return major\n");
    expect(values(found)["12"]).toBe("12.0 12.1");
  });

  it.each([
    ["def f(ar|ch):\n    return arch >= 90\n", "12.0", "12.0"],
    ["def f(x, ma|jor):\n    return x\n", "12", "12.0 12.1"],
    ["def f(x, *, ma|jor=9):\n    return x\n", "12", "12.0 12.1"],
    ["def f(c|c: int, x: int = 3) -> bool:\n    return x\n", "12.0", "12.0"],
    ["class A:\n    def f(self, ar|ch):\n        return arch\n", "12.0", "12.0"],
    ["def f():\n    def g(ar|ch):\n        return arch\n    return g\n", "12.0", "12.0"],
    ["def f(is_sm1|20):\n    return is_sm120\n", "True", "12.0 12.1"],
  ])("is what a parameter holds, by its name: %j", async (text, value, devices) => {
    const found = await explain(text);
    expect(found?.text).toBe(/\w*\|\w*/.exec(text)?.[0].replace("|", ""));
    expect(values(found)[value]).toBe(devices);
    expect(found?.notes.map(({ kind }) => kind)).toEqual(["name"]);
  });

  it.each([
    "def f(arch, si|ze):\n    return arch >= 90\n",
    "def f(ar|ch: ModelConfig, sm):\n    return arch\n",
    "def f(sm, *ar|ch):\n    return arch\n",
    "def f(sm, **ar|ch):\n    return arch\n",
    "def f(torch_ver|sion, sm):\n    return sm\n",
  ])("is nothing on a parameter that holds something else: %j", async (text) => {
    expect(await explain(text)).toBeNull();
  });

  it("shows the condition that is left where something else decides too", async () => {
    const found = await explain(
      "def f(major, fast):\n    name = 'a' if major >= 9 |and fast else 'b'\n    return name\n",
    );
    expect(values(found)).toEqual({ False: "7.5 8.0 8.6 8.7 8.8 8.9", fast: "9.0 10.0 10.3 11.0 12.0 12.1" });
  });

  it("says that a name alone was read, every time it is asked", async () => {
    for (const text of ["use = is_sm100_supp|orted()\n", "a = is_sm90()\nb = is_sm100_supp|orted()\n"]) {
      expect((await explain(text))?.notes.map(({ kind }) => kind)).toEqual(["name"]);
    }
  });

  it("follows a name to what it was bound to", async () => {
    for (const text of [
      "from elsewhere import is_sm100_supported\n\nuse = is_sm100_sup|ported(0)\n",
      "def f():\n    wide = is_sm100_supported(0)\n    return 1 if wi|de else 2\n",
      "def f():\n    wi|de = is_sm100_supported(0)\n",
    ]) {
      expect((await explain(text))?.notes).toEqual([
        { kind: "name", text: expect.stringMatching(/^is_sm100_supported: /) as string },
      ]);
    }
  });

  it("is nothing where the device does not decide", async () => {
    expect(await explain("def f(arch, size):\n    return si|ze + 1\n")).toBeNull();
    expect(await explain("x = |1\n")).toBeNull();
    expect(await explain("def broken(arch:\n  if (((|")).toBeNull();
  });

  it("is told for the target first", async () => {
    const found = await explain(DEVICES.replace("is_big", "is_|big"));
    if (found === null) throw new Error("nothing was found");
    const answer = valueAnswer(found, PATH, "sm_89", () => null);
    expect(plainText(answer.headline)).toBe("is_big is False on 8.9 (sm_89).");
    expect(answer.details.map(({ sentence }) => plainText(sentence))).toEqual([
      "10.0–12.1: True.",
      "The capability comes from torch.cuda.get_device_capability(device).",
    ]);
  });
});
