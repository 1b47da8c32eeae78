import { describe, expect, it } from "vitest";
import { entryOf } from "../../../server/src/text/lookup";
import { analyse } from "../support/markers";
import { analyse as analysePython } from "../python/parser";

const NAMES = ["__proto__", "constructor", "toString", "valueOf", "hasOwnProperty"];

describe("names that every object of JavaScript has", () => {
  it.each(NAMES)("are no entries of a table: %s", (name) => {
    expect(entryOf({ a: 1 }, name)).toBeUndefined();
    expect(entryOf({ a: 1 }, "a")).toBe(1);
  });

  it.each(NAMES)("are names like others in a condition: %s", (name) => {
    const told = (word: string): unknown =>
      analyse(
        `#if __CUDA_ARCH__ < 1200 && ${word} == 1\n__global__ void k(int* p) { p[0] = 1; }\n#endif\n`,
      ).gates.map(({ excludesTarget, rule }) => ({ excludesTarget, rule }));
    expect(told(name)).toEqual(told("plain"));
  });

  it.each(NAMES)("may be what an exception comes from: %s", async (name) => {
    const code = (word: string): string =>
      `import torch\nmajor, minor = torch.cuda.get_device_capability()\nclass Bad(${word}): pass\ndef f():\n    try:\n        if major != 9:\n            raise Bad()\n    except ValueError:\n        pass\n`;
    const told = async (word: string): Promise<unknown> =>
      (await analysePython(code(word))).gates.map(({ form, consequence }) => ({ form, consequence }));
    const found = await told(name);
    expect(found).not.toEqual([]);
    expect(found).toEqual(await told("Plain"));
  });
});
