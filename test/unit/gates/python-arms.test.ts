/** Who gets past where whoever is let in just returns; and edits that would take a device from an arm of its own, or break the text. */
import { describe, expect, it } from "vitest";
import { deviceNames } from "../../../server/src/logic/sets";
import { CAP, find } from "./python-findings";

const def = (body: string): string => `${CAP}def run(x):\n    ${body.replaceAll("\n", "\n    ")}\n`;

describe("a guard that returns, before everybody else is refused", () => {
  it.each([
    "if major in (9, 10):\n    return\nraise ValueError()",
    "if major in (9, 10):\n    return None\nmessage = 'no'\nraise ValueError(message)",
    "if major in (9, 10):\n    return False\nelse:\n    raise ValueError()",
    "if major == 9:\n    return\nif major == 10:\n    return\nraise ValueError()",
    "if major == 9:\n    return\nelif major == 10:\n    return\nraise ValueError()",
    "for one in x:\n    if major in (9, 10):\n        continue\n    raise ValueError()",
  ])("lets in who returns: %j", async (body) => {
    const { findings } = await find(def(body));
    expect(
      findings.map(({ gate, consequence }) => [deviceNames(gate.admission.admits).join(" "), consequence]),
    ).toEqual([["9.0 10.0 10.3", "raises"]]);
  });

  it.each([
    "if major >= 12:\n    return\nraise ValueError()",
    "if major == 12:\n    return\nraise ValueError()",
    "if major < 12:\n    raise ValueError()\nreturn",
  ])("is nothing to tell of where it is for the target: %j", async (body) => {
    expect((await find(def(body))).findings).toEqual([]);
  });

  it("still refuses where others go on", async () => {
    const { findings } = await find(def("if major == 12:\n    return\nif x: raise ValueError()\nreturn x"));
    expect(findings.map(({ consequence }) => consequence)).toEqual(["returns false"]);
  });
});

describe("an edit", () => {
  const fixesOf = async (body: string): Promise<readonly string[]> => {
    const { fixed, fixedElsewhere } = await find(def(body));
    return [...fixed, ...fixedElsewhere()];
  };

  it("is offered for no arm where the target has one of its own", async () => {
    const own = (last: string): string =>
      `if major == 9:\n    return f(x)\nelif major in (10, 11):\n    return g(x)\nelif ${last}:\n    return h(x)\nraise ValueError()`;
    expect(await fixesOf(own("major == 12"))).toEqual([]);
    expect(await fixesOf(own("major == 8"))).not.toEqual([]);
    // Refused there, it is served nowhere.
    const refused = own("major == 12").replace("return h(x)", "raise OSError()");
    expect(await fixesOf(refused)).not.toEqual([]);
  });

  it.each([
    "fast = (\n    x.dtype == 8\n    and major == 9\n)\nif fast:\n    x = x + 1\nreturn x",
    "fast = gpu.is_device_capability_family(120)\nif fast and True:\n    return []\nreturn [x]",
    "if (\n    major == 9\n    and x\n):\n    return f(x)\nraise ValueError()",
  ])("leaves Python behind: %j", async (body) => {
    for (const text of await fixesOf(body)) {
      expect(text).not.toMatch(/ (?:and|or) :|if fast or[^\n]*\n/);
      // Which holds that all of it can be read.
      await find(text);
    }
  });
});
