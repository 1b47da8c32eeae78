/** Tables that a device is looked up in: by its own number, and by what else stands for it. */
import { describe, expect, it } from "vitest";
import { deviceNames } from "../../../server/src/logic/sets";
import { analyse } from "./parser";

const SETUP = "import torch\nmajor, minor = torch.cuda.get_device_capability()\nsm = major * 10 + minor\n";

/** The look-ups and tables that exclude 12.0 and are told, each with who has an entry. */
async function told(table: string, body: string): Promise<Record<string, string>> {
  const text = `${SETUP}TABLE = ${table}\ndef kernel():\n    ${body.replaceAll("\n", "\n    ")}\n`;
  const { gates } = await analyse(text);
  const out = gates.filter((gate) => {
    const { excludes } = gate.admission;
    const isTold = gate.definedAt === null && gate.exemptFor(excludes) === null;
    return gate.form === "table" && isTold && deviceNames(excludes).includes("12.0");
  });
  return Object.fromEntries(
    out.map(({ span, admission }) => [
      text.slice(span.start, span.end),
      deviceNames(admission.admits).join(" "),
    ]),
  );
}

describe("a key that is not the device's own number", () => {
  it.each([
    ["bounded on both sides", "arch = min(max(sm, 80), 90)\nreturn TABLE[arch]", "{80: 1, 89: 2, 90: 3}"],
    ["bounded by a condition", "arch = 90 if sm > 90 else sm\nreturn TABLE[arch]", "{80: 1, 89: 2, 90: 3}"],
    [
      "bounded by statements",
      "arch = sm\nif arch > 90:\n    arch = 90\nreturn TABLE.get(arch)",
      "{80: 1, 90: 3}",
    ],
    [
      "taken from another table",
      "return TABLE[{120: 100, 121: 100, 103: 100}.get(sm, sm)]",
      "{80: 1, 90: 2, 100: 3}",
    ],
    [
      "the next lower one there is",
      "known = next(k for k in sorted(TABLE, reverse=True) if k <= sm)\nreturn TABLE[known]",
      "{75: 1, 90: 2, 100: 3}",
    ],
    [
      "the greatest one not above",
      "return TABLE[max(k for k in TABLE if k <= sm)]",
      "{75: 1, 90: 2, 100: 3}",
    ],
  ])("has an entry where it is %s", async (_, body, table) => {
    expect(await told(table, body)).toEqual({});
  });

  it.each([
    [
      "bounded above what is there",
      "return TABLE[min(sm, 110)]",
      "{80: 1, 90: 2}",
      { "TABLE = {80: 1, 90: 2}": "8.0 9.0" },
    ],
    [
      "of a major without one",
      "return TABLE[major * 10]",
      "{80: 1, 90: 2, 100: 3}",
      { "TABLE = {80: 1, 90: 2, 100: 3}": "8.0 8.6 8.7 8.8 8.9 9.0 10.0 10.3" },
    ],
    [
      "taken from a table that does not know it either",
      "return TABLE[{103: 100, 86: 80}.get(sm, sm)]",
      "{80: 1, 90: 2, 100: 3}",
      {
        "TABLE = {80: 1, 90: 2, 100: 3}": "8.0 8.6 9.0 10.0 10.3",
        "{103: 100, 86: 80}.get(sm, sm)": "8.6 10.3",
      },
    ],
  ])("has none where it is %s", async (_, body, table, expected) => {
    expect(await told(table, body)).toEqual(expected);
  });

  it("leaves a table to be told that is asked for the device's own number as well", async () => {
    const body = "if minor:\n    return TABLE[min(sm, 90)]\nreturn TABLE[sm]";
    expect(await told("{80: 1, 90: 2}", body)).toEqual({ "TABLE = {80: 1, 90: 2}": "8.0 9.0" });
  });
});

describe("a look-up with something else to fall back to", () => {
  it.each([
    ["TABLE.get(sm) or TABLE[90]", "falls back"],
    ["TABLE.get(sm) or None", "returns false"],
    ["TABLE.get(sm, 1)", "falls back"],
    ["TABLE.get(sm)", "returns false"],
    ["TABLE[sm]", "raises"],
  ])("%s", async (lookup, consequence) => {
    const { gates } = await analyse(`${SETUP}TABLE = {80: 1, 90: 2}\ndef kernel():\n    return ${lookup}\n`);
    expect(gates.find(({ form, definedAt }) => form === "table" && definedAt === null)?.consequence).toBe(
      consequence,
    );
  });
});

describe("a key that some take from another device", () => {
  const body =
    "if major == 10:\n    key = 100\nelse:\n    key = sm\nif TABLE.get(key) is None:\n    return None\nreturn 1";

  it("is told where the table stands, with who is served by others' entries", async () => {
    expect(await told("{90: 1, 100: 2}", body)).toEqual({ "TABLE = {90: 1, 100: 2}": "9.0 10.0 10.3" });
  });

  it("and whoever takes its own elsewhere has none there", async () => {
    const both = `if wanted:\n    return TABLE[sm]\n${body}`;
    expect(await told("{90: 1, 100: 2}", both)).toEqual({ "TABLE = {90: 1, 100: 2}": "9.0 10.0" });
  });
});

describe("what has been looked up in two tables", () => {
  it("is told at the look-ups where one condition asks for both", async () => {
    const text = `${SETUP}SIZES = {80: 1, 90: 2}\nCOUNTS = {80: 3, 90: 4}\ndef kernel(x):\n    arch = 90 if minor else sm\n    size = SIZES.get(arch)\n    count = COUNTS.get(arch)\n    if size is None or count is None:\n        return None\n    return x\n`;
    const { gates } = await analyse(text);
    const asks = gates.filter(({ text: one }) => one.includes("None"));
    expect(asks.map(({ text: one, definedAt }) => [one, definedAt !== null])).toEqual([
      ["if size is None or count is None", true],
    ]);
  });
});

it.each([
  ["asked for", "SIZES.get(sm, {}).get(world)", "{…}.get(world)"],
  ["taken", "SIZES.get(sm, {1: 0})[world]", "{…}[world]"],
])("an entry that is %s by what is not known is told by that", async (_, entry, when) => {
  const text = `${SETUP}SIZES = {90: {2: 64, 4: 0}, 100: {2: 32, 4: 0}}
def most(world):
    size = ${entry}
    if not size:
        return None
    return size * 2
`;
  const { gates } = await analyse(text);
  const found = gates.find(({ text: condition }) => condition === "if not size");
  expect(found?.admission.depends.map((one) => one.when)).toContain(when);
});
