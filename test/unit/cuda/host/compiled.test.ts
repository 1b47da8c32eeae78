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
});
