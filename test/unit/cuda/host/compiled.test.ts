import { describe, expect, it } from "vitest";
import { maskInWords } from "../../../../server/src/logic/names";
import { analyse, fixesOf } from "../../support/markers";

const told = (body: string, head = "__global__ void kernel(float* p)"): string[] =>
  analyse(`__device__ void work(float* p);\n${head} {\n${body}\n}\n`).gates.map(({ gate, rule, severity }) =>
    [
      gate.domain,
      gate.form,
      maskInWords(gate.admission.admits, gate.domain),
      `${rule ?? "-"} ${severity ?? "-"}`,
    ].join(" | "),
  );

const NINE_TO_ELEVEN = "sm_90–sm_110 (all variants)";

describe("conditions that the compiler settles", () => {
  it.each([
    [
      "if constexpr (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200) { work(p); }",
      [`targets | if | ${NINE_TO_ELEVEN} | guard-empties-body error`],
    ],
    [
      "p[0] = 1; if (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200) { work(p); }",
      [`targets | if | ${NINE_TO_ELEVEN} | guard-excludes-target warning`],
    ],
    [
      "if (__CUDA_ARCH__ == 900) { work(p); } else { p[0] = 2; }",
      ["targets | if | sm_90 (all variants) | guard-excludes-target information"],
    ],
    [
      "if (__CUDA_ARCH__ < 900 || __CUDA_ARCH__ >= 1200) { __trap(); } work(p);",
      [`targets | refusal | ${NINE_TO_ELEVEN} | guard-traps warning`],
    ],
    [
      'static_assert(__CUDA_ARCH__ < 1200, "old");',
      ["targets | static_assert | sm_75–sm_110 (all variants) | guard-traps warning"],
    ],
    [
      "constexpr int kArch = __CUDA_ARCH__; if constexpr (kArch / 100 == 9) { work(p); } else { p[0] = 2; }",
      ["targets | if | sm_90 (all variants) | guard-excludes-target information"],
    ],
    [
      "if constexpr (arch::is_major_v<12>) { work(p); } else { p[0] = 2; }",
      ["targets | if | sm_120–sm_121 (all variants) | - -"],
    ],
    [
      "constexpr bool ok = __CUDA_ARCH__ == 900; if constexpr (ok) { work(p); }",
      [
        "targets | definition | sm_90 (all variants) | guard-empties-body error",
        "targets | if | sm_90 (all variants) | - -",
      ],
    ],
    [
      "constexpr bool ok = __CUDA_ARCH__ == 900; if (!ok) return; work(p);",
      [
        "targets | definition | sm_90 (all variants) | guard-empties-body error",
        "targets | refusal | sm_90 (all variants) | - -",
      ],
    ],
    [
      "p[0] = 1; constexpr bool ok = __CUDA_ARCH__ == 900; if (ok) { work(p); }",
      [
        "targets | definition | sm_90 (all variants) | guard-excludes-target warning",
        "targets | if | sm_90 (all variants) | - -",
      ],
    ],
    [
      "constexpr bool ok = __CUDA_ARCH__ == 900; if (ok) { work(p); } else { p[0] = 2; }",
      [
        "targets | definition | sm_90 (all variants) | guard-excludes-target information",
        "targets | if | sm_90 (all variants) | - -",
      ],
    ],
    [
      'constexpr bool ok = __CUDA_ARCH__ == 900; if (ok) { asm volatile("wgmma.fence.sync.aligned;"); }',
      [
        "targets | definition | sm_90 (all variants) | guard-empties-body information",
        "targets | if | sm_90 (all variants) | - -",
      ],
    ],
  ])("are gates over targets: %s", (body, expected) => {
    expect(told(body)).toEqual(expected);
  });

  it("are not what a program asks when it runs", () => {
    expect(told("if (sm == 90) { work(p); } else { throw 1; }", "void launch(int sm, float* p)")).toEqual([
      "devices | if | 9.0 | host-check-excludes warning",
    ]);
  });

  it("stand under the conditions around them", () => {
    const under = (guard: string): string[] =>
      told(`p[0] = 1;\n#if ${guard}\nif (__CUDA_ARCH__ != 1000) { work(p); }\n#endif`).filter((one) =>
        one.includes("| if |"),
      );
    expect(under("__CUDA_ARCH__ >= 900")).toEqual([
      "targets | if | sm_90 (all variants), sm_103–sm_121 (all variants) | - -",
    ]);
    expect(under("__CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000")).toEqual([
      "targets | if | sm_90 (all variants) | - -",
    ]);
  });

  it("are opened as checks are", () => {
    const text = `__device__ void work(float* p);
__global__ void kernel(float* p) {
  if constexpr (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200) work(p);
}
`;
    const found = analyse(text);
    const [gate] = found.gates;
    const fixes = gate === undefined ? [] : fixesOf(found, gate);
    expect(fixes.filter(({ preferred }) => preferred)).toEqual([]);
    expect(fixes.map(({ title }) => title)).toEqual([
      "Drop the upper bound '__CUDA_ARCH__ < 1200' (adds sm_120–sm_121)",
      "Raise the upper bound to '__CUDA_ARCH__ < 1300' (adds sm_120–sm_121)",
    ]);
  });

  const SWITCH =
    "switch (__CUDA_ARCH__) {\ncase 900:\n  work(p);\n  break;\ncase 1000:\n  work(p + 1);\n  break;\ndefault: __trap();\n}";

  it("are a `switch` too", () => {
    expect(told(SWITCH)).toEqual([
      "targets | ladder | sm_90–sm_100 (all variants) | guard-traps warning",
      "targets | arm | sm_90 (all variants) | - -",
      "targets | arm | sm_100 (all variants) | - -",
    ]);
    const served = SWITCH.replace("  work(p);\n  break;\n", "");
    const found = analyse(
      `__device__ void work(float* p);\n__global__ void kernel(float* p) {\n${served}\n}\n`,
    );
    const [gate] = found.gates;
    expect(gate && fixesOf(found, gate).map(({ title }) => title)).toEqual([
      "Add 'case 1200: case 1210:' beside 'case 1000:' (adds sm_120–sm_121)",
      "Add 'case 1200:' beside 'case 1000:' (adds sm_120)",
    ]);
    const asked = SWITCH.replace("__CUDA_ARCH__", "sm").replaceAll("00:", "0:");
    expect(told(asked, "void launch(int sm, float* p)").filter((one) => one.includes("ladder"))).toEqual([
      "devices | ladder | 9.0–10.0 | host-check-excludes warning",
    ]);
  });

  it("keep the kernel from its work by a name as they do where they stand", () => {
    const range = "__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ <= 1030";
    const named = (use: string): string | undefined =>
      told(`constexpr bool ok = ${range};\n${use}\np[0] = 1;`).find((one) => one.includes("definition"));
    const standing = (use: string): string | undefined =>
      told(`${use.replace("ok", `(${range})`)}\np[0] = 1;`).find((one) => one.includes("refusal"));
    const admits = "targets | definition | sm_90–sm_103 (all variants)";
    for (const use of ["if (!ok) { return; }", "if (!ok) return;"]) {
      expect(named(use)).toBe(`${admits} | guard-empties-body error`);
      expect(standing(use)).toBe(named(use)?.replace("definition", "refusal"));
      expect(named(`p[1] = 2; ${use}`)).toBe(`${admits} | guard-excludes-target warning`);
      expect(standing(`p[1] = 2; ${use}`)).toBe(named(`p[1] = 2; ${use}`)?.replace("definition", "refusal"));
    }
    expect(named("if (!ok) { if (p[1] > 0) return; }")).toBe(`${admits} | guard-excludes-target information`);
  });
});

describe("a refusal in the block of an architecture", () => {
  const device = (body: string): string[] => told(`if (__CUDA_ARCH__ > 1100) ${body}\np[0] = 1;`);
  const host = (body: string): string[] =>
    told(`if (sm > 110) ${body}\nwork(p);`, "int launch(int sm, int x, float* p)");

  it.each([
    "{ if (p[1] > 0) __trap(); }",
    "if (p[1] > 0) __trap();",
    '{ if (p[1] > 0) { printf("no"); __trap(); } }',
    "{ if (p[1] > 0) return; }",
    '{ if (p[1] > 0) { return; } else { printf("yes"); } }',
    "{ for (int i = 0; i < 4; i++) { if (p[i] > 0) __trap(); } }",
    "{ while (p[1] > 0) __trap(); }",
    "{ switch (int(p[1])) { case 1: __trap(); } }",
    "{ switch (int(p[1])) { case 1: break; default: __trap(); } }",
    "{ if (threadIdx.x == 0 && p[1] > 0) __trap(); }",
  ])("of the device under a further condition shuts nobody out: %s", (body) => {
    expect(device(body)).toEqual([]);
  });

  it.each([
    "__trap();",
    "{ __trap(); }",
    "{ { __trap(); } }",
    "{ do { __trap(); } while (0); }",
    "{ while (true) __trap(); }",
    "{ if (p[1] > 0) __trap(); else __trap(); }",
    "{ if (p[1] > 0) return; __trap(); }",
    "{ switch (int(p[1])) { case 1: default: __trap(); } }",
    '{ if (threadIdx.x == 0) { printf("no"); __trap(); } }',
    '{ if (threadIdx.x == 0 && blockIdx.x == 0) { printf("no"); } __trap(); }',
  ])("of the device that every launch comes to is told: %s", (body) => {
    expect(device(body)).toEqual(["targets | refusal | sm_75–sm_110 (all variants) | guard-traps warning"]);
  });

  it.each([
    "{ if (x) throw 1; }",
    "if (x) throw 1;",
    '{ if (x) { printf("no"); exit(1); } }',
    "{ if (x) return false; }",
    "{ for (int i = 0; i < x; i++) throw 1; }",
    "{ switch (x) { case 1: throw 1; } }",
  ])("of the host under a further condition shuts nobody out: %s", (body) => {
    expect(host(body)).toEqual([]);
  });

  it.each([
    "throw 1;",
    '{ printf("no"); exit(1); }',
    "{ if (x) { throw 1; } else { abort(); } }",
    "{ if (x) throw 1; throw 2; }",
    "{ switch (x) { case 1: throw 1; default: throw 2; } }",
  ])("of the host that every run comes to is told: %s", (body) => {
    expect(host(body)).toEqual(["devices | refusal | 7.5–11.0 | host-check-excludes warning"]);
  });

  it("in an `else` is no trap for what gets there either", () => {
    const either = (otherwise: string): string[] =>
      told(`if (__CUDA_ARCH__ <= 1100) { work(p); } else { ${otherwise} }\np[0] = 1;`);
    expect(either("if (p[1] > 0) __trap();")).toEqual(["targets | if | sm_75–sm_110 (all variants) | - -"]);
    expect(either("__trap();")).toEqual(["targets | if | sm_75–sm_110 (all variants) | guard-traps warning"]);
  });

  it("leaves the other arms of its chain told", () => {
    expect(
      told(
        "if (sm == 90) { work(p); } else if (sm == 100) { if (x) throw 1; } else { throw 2; }",
        "void launch(int sm, int x, float* p)",
      ).filter((one) => one.includes("warning")),
    ).toEqual(["devices | ladder | 9.0–10.0 | host-check-excludes warning"]);
  });
});
