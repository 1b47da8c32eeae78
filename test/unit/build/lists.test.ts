import { describe, expect, it } from "vitest";
import { deviceNames } from "../../../server/src/logic/sets";
import { admitted, findings, gatesOf, whyNoFinding } from "./helpers";
import { LINEAR, growth } from "../support/growth";

describe("a list of architectures", () => {
  it.each([
    ['set(GEMM_ARCHS "9.0a;10.0f")', ["9.0", "10.0", "10.3"], ["sm_90a", "sm_100f"]],
    [
      "set(CMAKE_CUDA_ARCHITECTURES 80-real 90a 120a-real)",
      ["8.0", "8.6", "8.7", "8.8", "8.9", "9.0", "12.0"],
      ["sm_80", "sm_90a", "sm_120a"],
    ],
    [
      'cuda_archs_loose_intersection(MOE_ARCHS\n  "9.0a;12.0f" "${CUDA_ARCHS}")',
      ["9.0", "12.0", "12.1"],
      ["sm_90a", "sm_120f"],
    ],
    [
      'set_target_properties(t PROPERTIES CUDA_ARCHITECTURES "90-real;100-real" POSITION_INDEPENDENT_CODE ON)',
      ["9.0", "10.0", "10.3"],
      ["sm_90", "sm_100"],
    ],
    ['set(ENV{TORCH_CUDA_ARCH_LIST} "9.0;12.0a")', ["9.0", "12.0"], ["sm_90", "sm_120a"]],
    [
      'set(CMAKE_CUDA_FLAGS "${CMAKE_CUDA_FLAGS} -O3 -gencode arch=compute_90a,code=sm_90a")',
      ["9.0"],
      ["sm_90a"],
    ],
    [
      "target_compile_options(k PRIVATE $<$<COMPILE_LANGUAGE:CUDA>:-gencode=arch=compute_120f,code=sm_120f>)",
      ["12.0", "12.1"],
      ["sm_120f"],
    ],
    ["build_kernels(NAME k SM_ARCHS 90a 100a SOURCES k.cu)", ["9.0", "10.0"], ["sm_90a", "sm_100a"]],
  ])("%s", (text, devices, exact) => {
    const gate = gatesOf(text)[0];
    expect(admitted(gate)).toEqual(devices);
    expect(gate?.exact).toEqual(exact);
    expect(gate?.consequence).toBe("unbuilt");
  });

  it.each([
    ["set(HIP_ARCHS gfx1200 gfx906)"],
    ["set(CMAKE_OSX_ARCHITECTURES 120)"],
    ["set(ARCH_COUNT 64)"],
    ["set(X_ARCH 64)"],
    ["set(VERSION 12.0)"],
    ['set(A_ARCHS "${B_ARCHS}")'],
    ["# set(A_ARCHS 90 100)"],
    ['message(STATUS "CUDA_ARCHS 9.0;10.0")'],
  ])("%s is none", (text) => {
    expect(gatesOf(text)).toEqual([]);
  });

  it("spans from its name to the end of the list", () => {
    expect(gatesOf('set(A_ARCHS "9.0a;10.0a" CACHE STRING "x")')[0]?.text).toBe('A_ARCHS "9.0a;10.0a"');
  });

  it("is one of any length that people write", () => {
    const list = Array.from({ length: 500 }, () => "90-real").join(";");
    expect(gatesOf(`set(CMAKE_CUDA_ARCHITECTURES ${list})`)).toHaveLength(1);
  });

  it("is a finding where several families are named and the target's is not", () => {
    expect(findings('set(GEMM_ARCHS "9.0a;10.0f")', "sm_120")).toEqual(['GEMM_ARCHS "9.0a;10.0f"']);
    expect(findings('set(GEMM_ARCHS "9.0a;10.0f;12.0a")', "sm_120")).toEqual([]);
    expect(findings('set(GEMM_ARCHS "9.0a;10.0f;12.0a")', "sm_121")).toHaveLength(1);
  });

  it.each([
    ['set(GEMM_SM100_ARCHS "10.0;10.3")', /named for other devices/],
    ['set(GEMM_ARCHS "9.0a")', /one family's/],
    ['set(GEMM_ARCHS "10.0f;11.0f")', /one family's/],
    ['set(GEMM_ARCHS "8.0;8.6")', /older devices only/],
    ['set(GEMM_ARCHS "9.0;10.0")\nset(SRC gemm_sm90.cu gemm_sm100.cu)', /sources are named/],
    [
      'set(GEMM_ARCHS "9.0;10.0")\nset(SRC ${dep_SOURCE_DIR}/csrc/sm90/run.cu ${dep_SOURCE_DIR}/csrc/sm100/run.cu)',
      /sources are named/,
    ],
    [
      'set(GEMM_ARCHS "9.0;10.0")\nset(SRC csrc/sm90/run.cu)\nif(NEW)\nlist(APPEND SRC csrc/sm100/run.cu)\nendif()',
      /sources are named/,
    ],
    ['if(CUDA_VERSION VERSION_LESS 12.8)\nset(CUDA_ARCHS "8.0;9.0")\nendif()', /toolkits that do not know/],
    ['set(GEMM_ARCHS "9.0;10.0")\nbuild()\nset(GEMM_ARCHS "12.0")', /set again/],
  ])("%s is no finding", (text, why) => {
    expect(whyNoFinding(gatesOf(text)[0], "sm_120")).toMatch(why);
  });

  it("knows that a whole build's list is never one family's own", () => {
    expect(findings('set(CMAKE_CUDA_ARCHITECTURES "80-real;86-real")', "sm_120")).toHaveLength(1);
    expect(findings('set(TORCH_CUDA_ARCH_LIST "9.0a")', "sm_120")).toHaveLength(1);
  });

  it("does not take the sources of another list for its own", () => {
    const text = 'set(GEMM_ARCHS "9.0;10.0")\nset(SRC csrc/sm90/run.cu)\nlist(APPEND MORE csrc/sm100/run.cu)';
    expect(findings(text, "sm_120")).toHaveLength(1);
  });

  it("does not take the folder of a variable for that of the sources", () => {
    const text = 'set(GEMM_ARCHS "9.0;10.0")\nset(SRC ${sm90_SOURCE_DIR}/run.cu ${sm100_SOURCE_DIR}/run.cu)';
    expect(findings(text, "sm_120")).toHaveLength(1);
  });

  it("shows names that this toolkit does not know and does not fail on them", () => {
    const gate = gatesOf('set(A_ARCHS "10.1a;10.7f;12.0a")')[0];
    expect(admitted(gate)).toEqual(["12.0"]);
    expect(gate?.remarks.filter((remark) => remark.text.includes("no target"))).toHaveLength(2);
  });

  it("says what it depends on where a part of it is not in the file", () => {
    const gate = gatesOf('set(A_ARCHS "9.0a;${MORE}")')[0];
    expect(gate?.admission.depends.map(({ when }) => when)).toEqual(["${MORE} names it"]);
    expect(gatesOf("set(CMAKE_CUDA_ARCHITECTURES native)")[0]?.admission.depends[0]?.when).toBe(
      "native names it",
    );
  });

  it("takes the comment above it as a remark", () => {
    const text = '# 12.x is left out on purpose\n# for now\nset(A_ARCHS "9.0;10.0")';
    expect(gatesOf(text)[0]?.remarks.map((remark) => remark.text)).toEqual([
      "# 12.x is left out on purpose",
      "# for now",
    ]);
  });
});

describe("a list in parts", () => {
  const text = [
    "list(APPEND K_FLAGS -gencode=arch=compute_90a,code=sm_90a)",
    'if(CUDA_VERSION VERSION_GREATER_EQUAL "12.8")',
    "  list(APPEND K_FLAGS -gencode=arch=compute_100a,code=sm_100a)",
    "  if(CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64)",
    "    list(APPEND K_FLAGS -gencode=arch=compute_121a,code=sm_121a)",
    "  endif()",
    "endif()",
  ].join("\n");

  it("is one more gate that admits what the parts admit", () => {
    const whole = gatesOf(text).find((gate) => gate.form === "ladder");
    expect(admitted(whole)).toEqual(["9.0", "10.0"]);
    expect(whole?.admission.depends.map(({ mask, when }) => [deviceNames(mask), when])).toEqual([
      [["12.1"], "CMAKE_SYSTEM_PROCESSOR STREQUAL aarch64"],
    ]);
    expect(findings(text, "sm_120")).toEqual([whole?.text]);
    expect(findings(text, "sm_121")).toEqual([]);
  });

  it("does not mix the branches of a chain", () => {
    const either = 'if(A)\nset(K_ARCHS "9.0a;12.0a")\nelse()\nset(K_ARCHS "9.0a;10.0a")\nendif()';
    expect(findings(either, "sm_120")).toEqual(['K_ARCHS "9.0a;10.0a"']);
  });

  it("starts anew where the variable is set anew", () => {
    const anew = 'set(K_ARCHS "9.0;10.0")\nbuild(a)\nset(K_ARCHS "9.0;10.3")\nbuild(b)';
    expect(gatesOf(anew).map((gate) => gate.form)).toEqual(["list", "list"]);
  });
});

describe("files that no person wrote", () => {
  const blocks = (count: number): string =>
    "if(A)\n".repeat(count) + 'set(GEMM_ARCHS "9.0a;10.0f")\n' + "endif()\n".repeat(count);
  const arms = (count: number): string =>
    `if(A)\n${'elseif(B)\n  list(APPEND GEMM_ARCHS "9.0a")\n'.repeat(count)}endif()\n`;
  const settings = (count: number): string =>
    `if(A)\n${'elseif(B)\n  set(GEMM_ARCHS "9.0a")\n'.repeat(count)}endif()\n`;
  it.each([
    ["nested blocks", blocks],
    ["long ladders", arms],
    ["settings in branches that exclude each other", settings],
  ])("take time in proportion to their length: %s", (_, make) => {
    expect(growth((count) => () => void gatesOf(make(count)))).toBeLessThan(LINEAR);
  });
});

describe("a list in a function", () => {
  const OUTER = "set(CMAKE_CUDA_ARCHITECTURES 90-real)\n";
  const inside = (kind: string, ...commands: string[]): string =>
    `${kind}(a)\n${commands.join("\n")}\nend${kind}()\n`;
  const APPEND = "list(APPEND CMAKE_CUDA_ARCHITECTURES 120-real)";
  const SET = "set(CMAKE_CUDA_ARCHITECTURES 120-real)";
  const HAND_ON = "set(CMAKE_CUDA_ARCHITECTURES ${CMAKE_CUDA_ARCHITECTURES} PARENT_SCOPE)";

  it.each([
    `${OUTER}${inside("function", APPEND)}a()\n`,
    `${inside("function", SET)}${OUTER}a()\n`,
    `${OUTER}${inside("function", "if(X)", APPEND, "endif()")}a()\n`,
    `${OUTER}${inside("function", APPEND)}function(b)\n${HAND_ON}\nendfunction()\na()\nb()\n`,
  ])("is a copy, which changes nothing outside: %s", (text) => {
    expect(findings(text, "sm_120")).toEqual(["CMAKE_CUDA_ARCHITECTURES 90-real"]);
  });

  it.each([
    `${OUTER}${inside("macro", APPEND)}a()\n`,
    `${OUTER}${inside("function", APPEND, HAND_ON)}a()\n`,
    `${OUTER}${inside("function", SET, "add_library(x a.cu)")}a()\n`,
    `${OUTER}${inside("function", SET, "build_kernels()")}a()\n`,
  ])("counts where it is the outer one, or is used: %s", (text) => {
    expect(findings(text, "sm_120")).toEqual([]);
  });

  it("is no finding where nothing uses it", () => {
    const own = inside("function", "set(CMAKE_CUDA_ARCHITECTURES 90-real)");
    expect(findings(`set(CMAKE_CUDA_ARCHITECTURES 120-real)\n${own}a()\n`, "sm_120")).toEqual([]);
    expect(findings(inside("function", "set(CUDA_ARCHS 90-real)"), "sm_120")).toEqual([]);
  });

  it.each(["add_library(x a.cu)", "set(${out} ${CUDA_ARCHS} PARENT_SCOPE)", "set(ENV{A} ${CUDA_ARCHS})"])(
    "is one where something uses it: %s",
    (use) => {
      expect(findings(inside("function", "set(CUDA_ARCHS 90-real)", use), "sm_120")).toHaveLength(1);
    },
  );
});
