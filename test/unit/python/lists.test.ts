import { describe, expect, it } from "vitest";
import type { Gate } from "../../../server/src/gates/gate";
import { deviceNames } from "../../../server/src/logic/sets";
import { analyse } from "./parser";

const admitted = (gate: Gate | undefined): string[] =>
  gate === undefined ? ["no gate"] : deviceNames(gate.admission.admits);

describe("allow lists", () => {
  it("reads a keyword with a literal list of majors", async () => {
    const { gates } = await analyse("flags = context.flags_for(supported_major_versions=[9, 10])\n");
    expect(gates.map(({ form }) => form)).toEqual(["list"]);
    expect(admitted(gates[0])).toEqual(["9.0", "10.0", "10.3"]);
    expect(gates[0]?.consequence).toBe("raises");
  });

  it("sends the use of a constant to its definition, which carries the finding", async () => {
    const { gates } = await analyse(
      "_MAJORS = [9, 10]\n\ndef build(context):\n    return context.flags_for(supported_major_versions=_MAJORS)\n",
    );
    expect(gates.map((gate) => [gate.definedAt !== null, admitted(gate)])).toEqual([
      [false, ["9.0", "10.0", "10.3"]],
      [true, ["9.0", "10.0", "10.3"]],
    ]);
  });

  it("finds the constant in another module", async () => {
    const { gates } = await analyse(
      "from .consts import MAJORS as ONLY\n\ndef build(context):\n    return context.flags_for(supported_major_versions=ONLY)\n",
      { "@path": "/project/pkg/build.py", "/project/pkg/consts.py": "MAJORS = (9, 12)\n" },
    );
    expect(admitted(gates[0])).toEqual(["9.0", "12.0", "12.1"]);
    expect(gates[0]?.definedAt?.file).toBe("/project/pkg/consts.py");
  });

  it.each([
    ["at the table", "90: 1, 100: 2, 103: 3", [true], [false]],
    ["where something is looked up, when the table says nothing by itself", "90: 1, 100: 2", [false], []],
  ])("tells of a table of another module once: %s", async (_, entries, atLookup, atTable) => {
    const table = `"""By capability."""\n\nLARGEST = {${entries}}\n`;
    const lookup =
      "import torch\nfrom .sizes import LARGEST\n\ndef largest():\n" +
      "    major, minor = torch.cuda.get_device_capability()\n    return LARGEST.get(major * 10 + minor, {})\n";
    const path = "/project/pkg/sizes.py";
    const isElsewhere = ({ definedAt }: Gate): boolean => definedAt !== null;
    const use = await analyse(lookup, { "@path": "/project/pkg/use.py", [path]: table });
    expect(use.gates.map(isElsewhere)).toEqual(atLookup);
    expect(admitted(use.gates[0])).toEqual(["9.0", "10.0", ...(entries.includes("103") ? ["10.3"] : [])]);
    const own = await analyse(table, { "@path": path });
    expect(own.gates.map(isElsewhere)).toEqual(atTable);
  });

  it("takes no table for one by some of its keys", async () => {
    const { gates } = await analyse(
      '"""By capability."""\n\nSTATES = {100: "go", 103: "early", 200: "ok"}\n',
    );
    expect(gates).toEqual([]);
  });

  it("knows no gate where no list is given", async () => {
    const { gates } = await analyse("flags = context.flags_for(supported_major_versions=None)\n");
    expect(gates).toEqual([]);
  });

  it("reads the decorator's exact capabilities", async () => {
    const { gates } = await analyse(
      "@supported_compute_capability([100, 103, 120])\ndef check(a, b):\n    return True\n",
    );
    expect([gates[0]?.form, admitted(gates[0])]).toEqual(["decorator", ["10.0", "10.3", "12.0"]]);
  });

  it("reads a named list in a block of the module, as set-up scripts have it, and none of a function's", async () => {
    const list = 'SUPPORTED_ARCHS = {"8.0", "9.0", "10.0"}';
    const { gates } = await analyse(`if not SKIP_CUDA:\n    FAST = False\n    ${list}\n`);
    expect(gates.map((gate) => [gate.form, admitted(gate)])).toEqual([["list", ["8.0", "9.0", "10.0"]]]);
  });
});

describe("a list with strings that a missing comma has joined", () => {
  it("is a list of the others all the same", async () => {
    const { gates } = await analyse('SUPPORTED_ARCHS = {"8.9", "9.0", "10.0" "12.0"}\n');
    const found = gates.map((gate) => [gate.form, ...admitted(gate)]);
    expect(found).toContainEqual(["list", "8.9", "9.0"]);
    expect(found.map(([form]) => form)).toContain("joined-strings");
  });
});
