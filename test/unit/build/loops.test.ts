import { describe, expect, it } from "vitest";
import { deviceNames } from "../../../server/src/logic/sets";
import { LINEAR, growth } from "../support/growth";
import { admitted, findings, gatesOf, whyNoFinding } from "./helpers";

const FLAGS = "-gencode=arch=compute_${cc},code=sm_${cc}";
const loop = (head: string, body: string): string => `foreach(${head})\n  ${body}\nendforeach()\n`;
const APPEND = `list(APPEND FLAGS ${FLAGS})`;
const OWN = ["8.0", "8.6", "8.7", "8.8", "8.9", "9.0"];

describe("a list that a loop makes flags of", () => {
  it.each([
    ["its name", `set(MY_ARCHS "80;90")\n${loop("cc IN LISTS MY_ARCHS", APPEND)}`],
    ["its value", `set(MY_ARCHS 80 90)\n${loop("cc ${MY_ARCHS}", APPEND)}`],
    ["its entries", loop("cc 80 90", APPEND)],
    ["its entries as items", loop("cc IN ITEMS 80 90", APPEND)],
    ["a string", loop("cc 80 90", `set(F "\${F} ${FLAGS}")`)],
    ["a loop in a condition", loop("cc 80 90", `if(X)\n${APPEND}\nendif()`)],
  ])("is for machine code alone, by %s", (_, text) => {
    expect(admitted(gatesOf(text)[0])).toEqual(OWN);
    expect(findings(text, "sm_120")).toHaveLength(1);
  });

  it.each([
    [
      "the loop makes PTX too",
      loop("cc 80 90", `list(APPEND FLAGS -gencode=arch=compute_\${cc},code=[sm_\${cc},compute_\${cc}])`),
    ],
    ["the loop makes no flags", `set(MY_ARCHS 80 90)\n${loop("cc IN LISTS MY_ARCHS", "message(${cc})")}`],
    ["the loop goes through another", `set(MY_ARCHS 80 90)\n${loop("cc IN LISTS OTHER_ARCHS", APPEND)}`],
  ])("is read as CMake reads it where %s", (_, text) => {
    expect(findings(text, "sm_120")).toEqual([]);
  });

  it.each([
    ["no flags are made of it", loop("width 80 90", "message(${width})")],
    ["they are of other things", loop("cc 80 90", "list(APPEND NAMES kernel_${cc}.cu)")],
  ])("is none where %s", (_, text) => {
    expect(gatesOf(text)).toEqual([]);
  });
});

describe("what is taken out of a list", () => {
  const SET = "set(MY_ARCHS 80-real 90-real 120-real)\n";

  it.each([
    ["list(REMOVE_ITEM MY_ARCHS 120-real)", OWN],
    ['list(REMOVE_ITEM MY_ARCHS "90-real;120-real")', OWN.slice(0, -1)],
    ['list(FILTER MY_ARCHS EXCLUDE REGEX "^12")', OWN],
    ['list(FILTER MY_ARCHS INCLUDE REGEX "^(8|9)0")', OWN],
    ["list(REMOVE_ITEM MY_ARCHS 120)", [...OWN, "12.0", "12.1"]],
    ["list(REMOVE_ITEM OTHER_ARCHS 120-real)", [...OWN, "12.0", "12.1"]],
    ["list(FIND MY_ARCHS 120 at)", [...OWN, "12.0", "12.1"]],
    ['list(FILTER MY_ARCHS EXCLUDE REGEX "[")', [...OWN, "12.0", "12.1"]],
    [
      "if(CUDAToolkit_VERSION VERSION_LESS 12.8)\nlist(REMOVE_ITEM MY_ARCHS 120-real)\nendif()",
      [...OWN, "12.0", "12.1"],
    ],
    ["if(CUDAToolkit_VERSION VERSION_GREATER 12.8)\nlist(REMOVE_ITEM MY_ARCHS 120-real)\nendif()", OWN],
  ])("is not in it: %s", (command, expected) => {
    const gates = gatesOf(SET + command);
    expect(gates).toHaveLength(1);
    expect(admitted(gates[0])).toEqual(expected);
  });

  it.each([
    ["if(X)\nlist(REMOVE_ITEM MY_ARCHS 120-real)\nendif()", "NOT (X)"],
    ["if(X)\nelse()\nlist(REMOVE_ITEM MY_ARCHS 120-real)\nendif()", "X"],
    ["if(X)\nif(Z)\nlist(FILTER MY_ARCHS EXCLUDE REGEX 12)\nendif()\nendif()", "NOT (X AND Z)"],
  ])("may be in it where a condition decides: %s", (command, when) => {
    const [gate, ...more] = gatesOf(SET + command);
    expect(more).toEqual([]);
    expect(admitted(gate)).toEqual(OWN);
    expect(gate?.admission.depends.map((part) => [deviceNames(part.mask), part.when])).toEqual([
      [["12.0", "12.1"], when],
    ]);
  });

  it("is in it again when it is added again", () => {
    const text = `${SET}list(REMOVE_ITEM MY_ARCHS 120-real)\nlist(APPEND MY_ARCHS 120-real)`;
    expect(admitted(gatesOf(text).at(-1))).toEqual([...OWN, "12.0", "12.1"]);
  });

  it("leaves no list where nothing is left", () => {
    expect(gatesOf("set(MY_ARCHS 120)\nlist(REMOVE_ITEM MY_ARCHS 120)")).toEqual([]);
  });

  it.each([
    "list(REMOVE_ITEM MY_ARCHS 120)\n",
    "list(APPEND MY_ARCHS 90)\n",
    "foreach(cc 80 90)\n",
    `${APPEND}\n`,
    'string(REPLACE "90" "90a" MY_ARCHS "${MY_ARCHS}")\n',
    "if(X)\nlist(REMOVE_ITEM MY_ARCHS 120-real)\nendif()\n",
  ])("takes time linear in the text: %s", (line) => {
    const text = (size: number): string => `${SET}${line.repeat(size)}`;
    expect(growth((size) => () => void gatesOf(text(size)))).toBeLessThan(LINEAR);
  });
});

describe("what is spelled anew in a list", () => {
  it.each([
    ['string(REPLACE "90" "90a-real" MY_ARCHS "${MY_ARCHS}")', ["sm_80", "sm_90a"]],
    ['string(REGEX REPLACE "^([0-9]+)$" "\\\\1-virtual" MY_ARCHS "${MY_ARCHS}")', ["sm_80", "sm_90"]],
    ['string(REGEX REPLACE "([0-9]+)" "\\\\1-virtual" MY_ARCHS "${MY_ARCHS}")', []],
    ['string(REGEX REPLACE "^90" "100a" MY_ARCHS "${MY_ARCHS}")', ["sm_80", "sm_90"]],
    ['string(REGEX REPLACE "\\\\d0" "100a" MY_ARCHS "${MY_ARCHS}")', ["sm_80", "sm_90"]],
    ['list(TRANSFORM MY_ARCHS REPLACE "90" "120")', ["sm_80", "sm_120"]],
    ['list(TRANSFORM MY_ARCHS REPLACE "90" "120" AT 0)', ["sm_80", "sm_90"]],
    ['list(TRANSFORM MY_ARCHS REPLACE "90" "120" AT 1)', ["sm_80", "sm_120"]],
    ['list(TRANSFORM MY_ARCHS REPLACE "90" "120" AT -1)', ["sm_80", "sm_120"]],
    ['list(TRANSFORM MY_ARCHS APPEND "-real")', ["sm_80", "sm_90"]],
    ['list(TRANSFORM MY_ARCHS APPEND "-real" OUTPUT_VARIABLE OTHER)', ["sm_80", "sm_90"]],
    ['string(REPLACE "90" "100a;120" MY_ARCHS "${MY_ARCHS}")', ["sm_80", "sm_100a", "sm_120"]],
    ['string(REGEX REPLACE "80" "100a" MY_ARCHS "${MY_ARCHS}")', ["sm_100a", "sm_90"]],
    ['string(REPLACE "80" "" MY_ARCHS "${MY_ARCHS}")', ["sm_90"]],
    ['string(REPLACE ";" " " MY_ARCHS "${MY_ARCHS}")', ["sm_80", "sm_90"]],
    ['string(REPLACE "90" "90a" OTHER "${MY_ARCHS}")', ["sm_80", "sm_90"]],
    ['string(REPLACE "90" "x y" MY_ARCHS "${MY_ARCHS}")', ["sm_80", "sm_90"]],
    ['string(REGEX REPLACE "[" "" MY_ARCHS "${MY_ARCHS}")', ["sm_80", "sm_90"]],
    ['if(X)\nstring(REPLACE "90" "90a" MY_ARCHS "${MY_ARCHS}")\nendif()', ["sm_80", "sm_90"]],
  ])("is as it is then: %s", (command, expected) => {
    const gates = gatesOf(`set(MY_ARCHS "80;90")\n${command}`);
    expect(gates.map(({ exact }) => exact)).toEqual([expected]);
  });
});

describe("a test for one of a family", () => {
  it.each([
    ['if("120" IN_LIST CMAKE_CUDA_ARCHITECTURES)\nendif()', ["12.0"]],
    ["if(CUDA_ARCH STREQUAL 120)\nendif()", ["12.0"]],
    ['if("120f" IN_LIST CMAKE_CUDA_ARCHITECTURES)\nendif()', ["12.0", "12.1"]],
    ['if("90" IN_LIST CUDA_ARCHS OR "120" IN_LIST CUDA_ARCHS)\nendif()', ["9.0", "12.0"]],
  ])("%s leaves out a build for the other one", (text, expected) => {
    expect(admitted(gatesOf(text)[0])).toEqual(expected);
  });
});

describe("what a list is in the end", () => {
  const SET = "set(MY_ARCHS 80-real 90-real)\n";
  const ALL = [...OWN, "12.0", "12.1"];
  const told = (text: string): string[][] =>
    gatesOf(text)
      .filter((gate) => whyNoFinding(gate, "sm_120") === null)
      .map(admitted);

  it.each([
    `${SET}list(INSERT MY_ARCHS 0 120-real)`,
    `${SET}list(INSERT MY_ARCHS 2 120-real)`,
    `${SET}foreach(cc 100 120)\nlist(APPEND MY_ARCHS "\${cc}-real")\nendforeach()`,
    `${SET}foreach(cc IN ITEMS 120)\nlist(PREPEND MY_ARCHS \${cc})\nendforeach()`,
    `${SET}if(TRUE)\nlist(APPEND MY_ARCHS 120-real)\nendif()`,
    "if(FALSE)\nset(MY_ARCHS 80-real 90-real)\nendif()",
    `if(OFF)\n${SET}else()\nset(MY_ARCHS 120-real)\nendif()`,
    'set(MY_ARCHS 80-real 90-real)\nstring(REPLACE "90-real" "90-real;120-real" MY_ARCHS "${MY_ARCHS}")',
  ])("holds the target: %s", (text) => {
    expect(told(text)).toEqual([]);
  });

  it.each([
    `${SET}list(APPEND MY_ARCHS \${MORE})`,
    `${SET}list(INSERT MY_ARCHS 1 \${MORE})`,
    `${SET}set(MY_ARCHS \${MY_ARCHS} \${MORE})`,
    `${SET}set(MY_ARCHS "\${MY_ARCHS};\${MORE}")`,
    `${SET}foreach(cc IN LISTS MORE)\nlist(APPEND MY_ARCHS \${cc}-real)\nendforeach()`,
    `${SET}foreach(cc 100 120)\nif(X)\nlist(APPEND MY_ARCHS \${cc}-real)\nendif()\nendforeach()`,
  ])("may hold the target where it takes over what is not spelled out: %s", (text) => {
    const [gate] = gatesOf(text).filter(({ admission }) => admission.depends.length > 0);
    expect(told(text)).toEqual([]);
    expect(deviceNames(gate?.admission.depends.reduce((mask, part) => mask | part.mask, 0) ?? 0)).toContain(
      "12.0",
    );
  });

  it.each([
    ["list(POP_BACK MY_ARCHS)", OWN],
    ["list(POP_FRONT MY_ARCHS)", ["9.0", "12.0", "12.1"]],
    ["list(REMOVE_AT MY_ARCHS 2)", OWN],
    ["list(REMOVE_AT MY_ARCHS -1 0)", ["9.0"]],
    ["list(SUBLIST MY_ARCHS 0 2 MY_ARCHS)", OWN],
    ["list(SUBLIST MY_ARCHS 1 -1 MY_ARCHS)", ["9.0", "12.0", "12.1"]],
    ["list(SUBLIST MY_ARCHS 0 2 OTHER_ARCHS)", ALL],
    ["list(POP_BACK MY_ARCHS)\nlist(POP_BACK MY_ARCHS)", ["8.0", "8.6", "8.7", "8.8", "8.9"]],
  ])("is counted where the places are known: %s", (command, expected) => {
    expect(admitted(gatesOf(`set(MY_ARCHS 80-real 90-real 120-real)\n${command}`)[0])).toEqual(expected);
  });

  it.each([
    "list(REVERSE MY_ARCHS)\nlist(POP_BACK MY_ARCHS)",
    "list(REMOVE_AT MY_ARCHS ${at})",
    'list(TRANSFORM MY_ARCHS REPLACE "120" "100" AT ${at})',
  ])("is not known where they are not: %s", (command) => {
    const [gate] = gatesOf(`set(MY_ARCHS 80-real 90-real 120-real)\n${command}`);
    expect(deviceNames(gate?.admission.depends.reduce((mask, part) => mask | part.mask, 0) ?? 0)).toContain(
      "12.0",
    );
    expect(whyNoFinding(gate, "sm_120")).toBe("not excluded");
  });

  it("is another one in a function, unless that hands it to its caller", () => {
    const taken = (end: string): string =>
      `set(MY_ARCHS 80-real 120-real)\nfunction(f)\nlist(REMOVE_ITEM MY_ARCHS 120-real)\n${end}endfunction()`;
    expect(admitted(gatesOf(taken(""))[0])).toContain("12.0");
    expect(admitted(gatesOf(taken("set(MY_ARCHS ${MY_ARCHS} PARENT_SCOPE)\n"))[0])).not.toContain("12.0");
    expect(admitted(gatesOf(taken("").replaceAll("function(", "macro("))[0])).not.toContain("12.0");
    const used = `list(REMOVE_ITEM MY_ARCHS 80-real)\nadd_library(x a.cu)`;
    expect(told(`function(f)\n${SET}${used}\nendfunction()`)).toHaveLength(1);
  });

  it.each([
    SET,
    "foreach(cc 80 90 100)\nlist(APPEND MY_ARCHS ${cc}-real)\nendforeach()",
    `${SET}if(FALSE)\nlist(APPEND MY_ARCHS 120-real)\nendif()`,
    `${SET}list(APPEND OTHER_ARCHS \${MORE})`,
    `${SET}set(MY_ARCHS "\${MY_ARCHS}" CACHE STRING "")`,
    `${SET}if(CUDAToolkit_VERSION VERSION_LESS 12.0)\nlist(APPEND MY_ARCHS \${MORE})\nendif()`,
  ])("is told where it does not hold the target: %s", (text) => {
    expect(told(text)).toHaveLength(1);
  });
});
