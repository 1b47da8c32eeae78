/** `.sm-lens.json`: what is taken from it, what is said about mistakes, and the schema that editors use. */
import { readFileSync, writeFileSync } from "node:fs";
import { Ajv } from "ajv";
import { format, resolveConfig } from "prettier";
import { describe, expect, it } from "vitest";
import { parseConfig } from "../../../../server/src/workspace/config/config-file";
import { FIELDS, configSchema } from "../../../../server/src/workspace/config/fields";
import { makeSource } from "../../../../server/src/text/source";

const parse = (text: string) => parseConfig(makeSource("/p/.sm-lens.json", text));
const SCHEMA = "schemas/sm-lens.json";

const GOOD = {
  $schema: "./schemas/sm-lens.json",
  target: "sm_121",
  rules: { "python-test-skip": "hint", "guard-traps": "off" },
  exclude: ["third_party/**"],
  defines: { ENABLE_BF16: "1" },
  undefines: ["USE_X"],
  assumeUndefined: true,
  includePath: ["include", "../cutlass/include"],
  compileCommands: "out/compile_commands.json",
  capabilityNames: { gpu_generation: "major", "Device.cc": "pair" },
};

describe("a configuration file", () => {
  it("is taken as it is where all is right, comments and a comma too many included", () => {
    const config = Object.fromEntries(Object.entries(GOOD).filter(([name]) => name !== "$schema"));
    expect(parse(JSON.stringify(GOOD))).toEqual({ config, problems: [] });
    expect(parse('{\n  // why\n  "target": "sm_90",\n}')).toEqual({
      config: { target: "sm_90" },
      problems: [],
    });
  });

  it.each([
    ['{\n  "tarket": "sm_90"\n}', 1, /^tarket: is no setting; there are target, rules/],
    ['{\n\n  "target": "sm_12"\n}', 2, /^target: there is no target "sm_12"/],
    ['{"rules": {\n "guard-traps": "warn"}}', 1, /^rules\.guard-traps: has no level "warn"; there are error/],
    ['{"rules": {\n\n "guard-trap": "off"}}', 2, /^rules\.guard-trap: there is no rule 'guard-trap'/],
    ['{"exclude": "x"}', 0, /^exclude: takes a list/],
    ['{"exclude": [\n"x",\n3]}', 2, /^exclude: takes a text, not 3/],
    ['{"defines": {"A B": "1"}}', 0, /^defines\.A B: 'A B' is no macro's name/],
    ['{"defines": {"__CUDA_ARCH__": "900"}}', 0, /is what each target defines/],
    ['{"undefines": ["1X"]}', 0, /'1X' is no macro's name/],
    ['{"assumeUndefined": "yes"}', 0, /takes true or false/],
    [
      '{"capabilityNames": {"gen": "float"}}',
      0,
      /^capabilityNames\.gen: has no form "float"; there are pair/,
    ],
    ['{"capabilityNames": {"gen": 12}}', 0, /^capabilityNames\.gen: has no form 12/],
    ['{"capabilityNames": {"a b": "major"}}', 0, /'a b' is no name of Python/],
    ['{"capabilityNames": ["gen"]}', 0, /^capabilityNames: takes an object/],
    ["[]", 0, /^is no object of settings/],
    ['{"target": "sm_90"\n "exclude": []}', 1, /^no JSON: comma expected/],
    ["", 0, /^no JSON: /],
  ])("says on which line %j is wrong", (text, line, message) => {
    const [problem] = parse(text).problems;
    expect([problem?.line, problem?.message]).toEqual([line, expect.stringMatching(message)]);
  });

  it.each([
    ["sm_120f", "sm_120f"],
    ["sm120", "sm_120"],
    ["compute_90a", "sm_90a"],
    ["12.0", "sm_120"],
    ["90", "sm_90"],
    ["H100", "sm_90"],
    ["RTX 5090", "sm_120"],
  ])("takes a target by any name that people give it: %s", (target, meant) => {
    expect(parse(JSON.stringify({ target }))).toEqual({ config: { target: meant }, problems: [] });
    expect(new Ajv({ strict: false }).compile(configSchema())({ target })).toBe(true);
  });

  it("loses what is wrong and keeps the rest", () => {
    const text = '{"target": "sm_9", "exclude": ["a", 3], "rules": {"guard-traps": "off", "x": "off"}}';
    expect(parse(text).config).toEqual({ exclude: ["a"], rules: { "guard-traps": "off" } });
  });

  it("never makes the reader fail, whatever it holds", () => {
    for (const text of [
      "{",
      "null",
      "\0",
      '{"rules": null, "defines": []}',
      '{"__proto__": {"target": 1}}',
      "[".repeat(5000),
    ])
      expect(() => parse(text)).not.toThrow();
  });
});

describe("the schema", () => {
  it("in the package is the one of the definition (SM_LENS_UPDATE_DOCS=1 writes it)", async () => {
    const options = (await resolveConfig(SCHEMA)) ?? {};
    const should = await format(JSON.stringify(configSchema()), { ...options, parser: "json" });
    if (process.env["SM_LENS_UPDATE_DOCS"] === "1") writeFileSync(SCHEMA, should);
    expect(readFileSync(SCHEMA, "utf8")).toBe(should);
  });

  it("takes and refuses what the reader does", () => {
    const takes = new Ajv({ strict: false }).compile(configSchema());
    expect(takes(GOOD)).toBe(true);
    for (const wrong of [
      { tarket: 1 },
      { target: "sm_12" },
      { target: "12" },
      { target: 120 },
      { rules: { x: "off" } },
      { undefines: ["1X"] },
      { exclude: "x" },
      { capabilityNames: { gen: "float" } },
      { capabilityNames: { "a b": "major" } },
    ])
      expect(takes(wrong), JSON.stringify(wrong)).toBe(false);
  });

  it("describes every setting", () => {
    for (const { description } of Object.values(FIELDS)) expect(description).toMatch(/\.$/);
  });
});
