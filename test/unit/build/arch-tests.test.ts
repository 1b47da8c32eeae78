import { describe, expect, it } from "vitest";
import { admitted, findings, gatesOf } from "./helpers";

describe("a test of a list's names", () => {
  it.each([
    ['if(CUDA_ARCHS MATCHES "120a|121a")\nendif()', ["12.0", "12.1"]],
    ["if(CUDA_ARCHS MATCHES 100a)\nendif()", ["10.0"]],
    ["if(CUDA_ARCHS MATCHES 120f)\nendif()", ["12.0", "12.1"]],
    ['if(CUDA_ARCHS MATCHES "12\\\\.0a")\nendif()', ["12.0"]],
    [
      'if(CUDA_ARCHS MATCHES "1[02]0a?" AND CUDA_VERSION VERSION_GREATER 12.8)\nendif()',
      ["10.0", "10.3", "12.0", "12.1"],
    ],
    ['if("100a" IN_LIST CUDA_ARCHS)\nendif()', ["10.0"]],
    ["if(CUDA_ARCH GREATER_EQUAL 100)\nendif()", ["10.0", "10.3", "11.0", "12.0", "12.1"]],
    ["if(CUDA_ARCH STREQUAL 120a OR CUDA_ARCH STREQUAL 90a)\nendif()", ["9.0", "12.0"]],
    ['if((CUDA_ARCHS MATCHES "90a" OR CUDA_ARCHS MATCHES "120a") AND CUDA_ARCHS)\nendif()', ["9.0", "12.0"]],
    [
      'if(NOT (CUDA_ARCHS MATCHES "7.5|[89].[0-9]" OR CUDA_ARCH LESS 103))\nendif()',
      ["10.3", "11.0", "12.0", "12.1"],
    ],
    [
      "if(CUDA_ARCH GREATER_EQUAL 120 OR CUDA_ARCH STREQUAL 90a AND CUDA_ARCHS)\nendif()",
      ["9.0", "12.0", "12.1"],
    ],
  ])("%s", (text, devices) => {
    expect(admitted(gatesOf(text)[0])).toEqual(devices);
  });

  it.each([
    ['if(GPU_ARCHS MATCHES "gfx1100")\nendif()'],
    ['if(CUDA_ARCHS MATCHES ".*")\nendif()'],
    ['if(CUDA_ARCHS MATCHES "[")\nendif()'],
    ["if(CUDA_VERSION VERSION_LESS 12.0)\nendif()"],
    ["if(CUDA_ARCHS)\nendif()"],
    ['if((CUDA_ARCHS MATCHES "90a")\nendif()'],
    ['if(CUDA_ARCHS MATCHES "90a" AND)\nendif()'],
    ["if(())\nendif()"],
  ])("%s is none", (text) => {
    expect(gatesOf(text)).toEqual([]);
  });

  it.each([
    ['if(NOT CUDA_ARCHS MATCHES "90a|100a")\n  message(FATAL_ERROR "no")\nendif()', ["9.0", "10.0"]],
    [
      "if(CUDA_ARCH GREATER_EQUAL 120)\n  message(SEND_ERROR x)\nendif()",
      ["7.5", "8.0", "8.6", "8.7", "8.8", "8.9", "9.0", "10.0", "10.3", "11.0"],
    ],
  ])("that ends the build lets in whom it does not stop: %s", (text, devices) => {
    const [gate] = gatesOf(text);
    expect(admitted(gate)).toEqual(devices);
    expect(gate?.consequence).toBe("raises");
    expect(findings(text, "sm_120")).toHaveLength(1);
  });

  it.each([
    ['if(NOT CUDA_ARCHS MATCHES "90a|100a")\n  message(STATUS "no")\nendif()'],
    ['if(NOT CUDA_ARCHS MATCHES "90a|100a")\nelse()\n  message(FATAL_ERROR "no")\nendif()'],
  ])("is not turned round otherwise: %s", (text) => {
    expect(findings(text, "sm_120")).toEqual([]);
  });

  it("leaves what else is asked open", () => {
    const gate = gatesOf('if(NOT MSVC AND CUDA_ARCHS MATCHES "90a|100a")\nendif()')[0];
    expect(gate?.admission.depends.map(({ when }) => when)).toEqual(["NOT MSVC"]);
  });

  it("is a finding where families are named and the target's is not", () => {
    expect(findings('if(CUDA_ARCHS MATCHES "90a|100a")\nendif()', "sm_120")).toHaveLength(1);
    expect(findings("if(CUDA_ARCHS MATCHES 100a)\nendif()", "sm_120")).toEqual([]);
    expect(findings('if(NOT CUDA_ARCHS MATCHES "120a")\nendif()', "sm_120")).toEqual([]);
    expect(
      findings('foreach(ARCH IN LISTS A)\nif(ARCH MATCHES "^(90|100)$")\nendif()\nendforeach()', "sm_120"),
    ).toEqual([]);
  });

  it("tells a forgotten sibling at the arm that serves the other one", () => {
    const ladder = 'if(A_ARCHS MATCHES "10\\\\.0a")\nelseif(A_ARCHS MATCHES "12\\\\.0a")\nelse()\nendif()';
    expect(gatesOf(ladder).map((gate) => gate.form)).toEqual(["comparison", "comparison", "ladder"]);
    expect(findings(ladder, "sm_120")).toEqual([]);
    expect(findings(ladder, "sm_121")).toEqual(['elseif(A_ARCHS MATCHES "12\\\\.0a")']);
  });
});

describe("what those get whom no arm takes", () => {
  const consequence = (text: string): string | null | undefined => gatesOf(text).at(-1)?.consequence;

  it.each([
    ["nothing", "add_library(fast fast.cu)", "", "unbuilt"],
    ["a message", "add_library(fast fast.cu)", 'else()\n  message(STATUS "no fast kernels")\n', "unbuilt"],
    [
      "a variable that is emptied",
      'set(FAST_SRCS "fast.cu")',
      'else()\n  set(FAST_SRCS "")\n  set(USE_FAST OFF)\n',
      "unbuilt",
    ],
    ["other options", "set(CHECKS --with=host)", "else()\n  set(CHECKS --with=device)\n", "falls back"],
    ["other code", "add_library(k fast.cu)", "else()\n  add_library(k plain.cu)\n", "falls back"],
  ])("%s", (_, body, otherwise, expected) => {
    expect(
      consequence(`if(90a IN_LIST CUDA_ARCHS OR 100a IN_LIST CUDA_ARCHS)\n  ${body}\n${otherwise}endif()`),
    ).toBe(expected);
  });

  it("does not take the end of an inner block for the end of the outer one", () => {
    const text =
      "if(90a IN_LIST CUDA_ARCHS)\n  if(UNIX)\n  else()\n    add_library(a a.cu)\n  endif()\nendif()";
    expect(consequence(text)).toBe("unbuilt");
  });
});
