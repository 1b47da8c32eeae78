/** Many tables, lists and look-ups in one module: the time grows with their number. */
import { describe, expect, it } from "vitest";
import { analysePython } from "../../../server/src/python/analyse";
import { makeSource } from "../../../server/src/text/source";
import { growth, LINEAR } from "../support/growth";
import { pythonParser } from "./parser";

const SETUP =
  "import torch\n\ncc = torch.cuda.get_device_capability()\nmajor, minor = cc\nsm = major * 10 + minor\n\n";

const KINDS: Readonly<Record<string, (n: number) => string>> = {
  "tables looked up beside them": (n) => `T${n} = {90: ${n}, 100: 2}\nX${n} = T${n}[min(sm, 100)]\n`,
  "tables looked up in functions": (n) =>
    `T${n} = {90: ${n}}\n\ndef f${n}(x):\n    return T${n}[min(sm, 100)]\n`,
  "tables of lists": (n) => `T${n} = {"a": [90, 100], "b": [${n}]}\nX${n} = sm in T${n}[name]\n`,
};

describe("a module with many", () => {
  it.each(Object.entries(KINDS))("%s takes time in proportion", { timeout: 120_000 }, async (_, one) => {
    const parser = await pythonParser();
    expect(
      growth((size) => {
        const text = SETUP + Array.from({ length: size }, (__, n) => one(n)).join("\n");
        const source = makeSource("/project/tables.py", text);
        return () => void analysePython(source, parser);
      }, 4),
    ).toBeLessThan(LINEAR);
  });
});
