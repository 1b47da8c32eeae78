/** Names by which a project calls the device's capability, as its settings give them. */
import { describe, expect, it } from "vitest";
import { deviceNames } from "../../../server/src/logic/sets";
import { explainPython } from "../../../server/src/python/gates/explain";
import { mayHoldGates } from "../../../server/src/python/analyse";
import type { CapabilityNames } from "../../../server/src/python/names/own-names";
import { PythonSession } from "../../../server/src/python/modules/session";
import type { CapabilityForm } from "../../../server/src/python/names/sources";
import { makeSource } from "../../../server/src/text/source";
import { analyse, pythonParser } from "./parser";

async function admitted(
  text: string,
  names: CapabilityNames | null,
  others: Readonly<Record<string, string>> = {},
): Promise<string[]> {
  const { gates } = await analyse(text, others, names === null ? {} : { names });
  return gates.map((gate) => deviceNames(gate.admission.admits).join(" "));
}

const refuse = (test: string, head = ""): string =>
  `${head}def run(x):\n    if not (${test}):\n        raise ValueError()\n    return x\n`;

const named = (name: string, form: CapabilityForm): CapabilityNames => new Map([[name, form]]);

describe("a name of the project's own", () => {
  it.each<[CapabilityForm, string, string]>([
    ["pair", "chip() == (12, 0)", "12.0"],
    ["pair", "chip()[0] in (9, 12)", "9.0 12.0 12.1"],
    ["properties", "chip().major == 12", "12.0 12.1"],
    ["major", "chip() == 12", "12.0 12.1"],
    ["minor", "chip() == 3", "10.3"],
    ["number", "chip() in (90, 121)", "9.0 12.1"],
    ["number", "chip() // 10 == 10", "10.0 10.3"],
    ["dotted", 'chip() == "12.0"', "12.0"],
    ["digits", 'chip() == "120"', "12.0"],
    ["sm", 'chip() == "sm_120"', "12.0"],
  ])("holds it as %s: %s", async (form, test, expected) => {
    const text = refuse(test, "from _native import chip\n\n");
    expect(await admitted(text, null)).toEqual([]);
    expect(await admitted(text, named("chip", form))).toEqual([expected]);
  });

  it.each([
    ["a variable that is imported", "from _native import GEN\n\n", "GEN >= 12", "GEN"],
    ["a variable that a call gives", "import _native\n\nGEN = _native.query(7)\n\n", "GEN >= 12", "GEN"],
    ["an attribute of a module", "import _native as n\n\n", "n.gen >= 12", "gen"],
    ["a function of a module", "import _native as n\n\n", "n.gen(0) >= 12", "gen"],
    ["a method, with its class's name", "from _native import Gpu\n\n", "Gpu.gen() >= 12", "Gpu.gen"],
    ["an attribute of an unknown object", "", "x.gen >= 12", "gen"],
    [
      "a function whose own body tells nothing",
      "import _native\n\ndef gen():\n    return _native.query(7)\n\n",
      "gen() >= 12",
      "gen",
    ],
  ])("may be %s", async (_, head, test, name) => {
    expect(await admitted(refuse(test, head), null)).toEqual([]);
    expect(await admitted(refuse(test, head), named(name, "major"))).toContain("12.0 12.1");
  });

  it("may be a parameter, and be defined in another module", async () => {
    const text = "def run(gen):\n    if gen < 12:\n        raise ValueError()\n";
    expect(await admitted(text, named("gen", "major"))).toEqual(["12.0 12.1"]);
    const others = { "/project/gpu.py": "import _native\n\ndef gen():\n    return _native.query(7)\n" };
    const use = refuse("g() >= 12", "from gpu import gen as g\n\n");
    expect(await admitted(use, named("gen", "major"), others)).toContain("12.0 12.1");
  });

  it("is another's where the names before it differ", async () => {
    const text = refuse("other.gen() >= 12", "from _native import other\n\n");
    expect(await admitted(text, named("Gpu.gen", "major"))).toEqual([]);
    expect(await admitted(refuse("generous >= 12"), named("gen", "major"))).toEqual([]);
  });

  it("lets a scan read a file that speaks of nothing else", () => {
    expect(mayHoldGates("if gen() >= 12: pass", undefined)).toBe(false);
    expect(mayHoldGates("if gen() >= 12: pass", named("gpu.gen", "major"))).toBe(true);
  });

  it("is told as where the capability comes from", async () => {
    const text = "from _native import gen\n\nwide = gen() >= 12\n";
    const found = explainPython(makeSource("/project/a.py", text), text.indexOf(">="), await pythonParser(), {
      names: named("gen", "major"),
    });
    expect(found?.notes).toEqual([
      { kind: "source", text: expect.stringContaining("smLens.python.capabilityNames") as string },
    ]);
  });

  it("holds for the analyses that are given it, whatever a session knew before", async () => {
    const session = new PythonSession(await pythonParser());
    const text = refuse("gen() >= 12", "from _native import gen\n\n");
    const count = async (names: CapabilityNames | null): Promise<number> =>
      (await analyse(text, {}, { session, ...(names === null ? {} : { names }) })).gates.length;
    expect([await count(null), await count(named("gen", "major")), await count(null)]).toEqual([0, 1, 0]);
    const { gates } = await analyse(text, {}, { session, names: named("gen", "minor") });
    expect(gates.map((gate) => gate.admission.admits)).toEqual([0]);
  });
});
