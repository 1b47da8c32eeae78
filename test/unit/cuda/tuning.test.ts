import { describe, expect, it } from "vitest";
import { analyse } from "../support/markers";

const GUARD = "#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200";

function told(text: string): string[] {
  return analyse(text.replaceAll("IF", GUARD))
    .gates.filter(({ rule }) => rule !== null)
    .map(({ severity, rule, consequence }) => `${severity} ${rule} ${consequence}`);
}

const inKernel = (before: string, region: string): string =>
  `__global__ void k(float* x, int n) {\n${before}\nIF\n${region}\n#endif\nx[0] = t;\n}\n`;

describe("code that only tunes", () => {
  it.each([
    "IF\n__launch_bounds__(256, 2)\n#endif\n__global__ void k(float* x) { x[0] = 1; }",
    "__global__ void\nIF\n__launch_bounds__(256, 2)\n#else\n__launch_bounds__(128)\n#endif\nk(float* x) { x[0] = 1; }",
    "IF\n__maxnreg__(128)\n#endif\n__global__ void k(float* x) { x[0] = 1; }",
    "__global__ void k(float* x) {\nIF\n#pragma unroll 8\n#endif\nfor (int i = 0; i < 8; i++) x[i] = 1;\n}",
    "__global__ void k(float* x) {\nIF\n#pragma unroll 8\n#else\n#pragma unroll 2\n#endif\nfor (int i = 0; i < 8; i++) x[i] = 1;\n}",
    inKernel("int t = 4;", "t = 8;"),
    inKernel("int t = 0x4;", "t = 0x10u;"),
    "IF\n#define BOUNDS __launch_bounds__(256)\n#else\n#define BOUNDS\n#endif\n__global__ void BOUNDS k(float* x) { x[0] = 1; }",
  ])("shuts nobody out: %s", (text) => {
    expect(told(text)).toEqual([]);
  });

  const SKIPPED = ["warning guard-excludes-target skipped"];
  const EMPTY = ["error guard-empties-body empty"];
  it.each<[string, string[]]>([
    [inKernel("bool t = false;", "t = true;"), SKIPPED],
    [inKernel("int t = 0;", "t = 1;"), SKIPPED],
    [inKernel("int t = 0;", "t = 8;"), SKIPPED],
    [inKernel("int t = 4; float* y = x + 1;", "t = 8;\ny[0] = 2;"), SKIPPED],
    ...[
      "if (t == 3) x[0] = 1;",
      "if (t < 3) return; x[0] = 1;",
      "if (t > 2) x[0] = 1; else __trap();",
      "switch (t) { case 3: x[0] = 1; }",
      "(t & 1) ? work(x) : __trap();",
      "for (int i = 2; i < t; i++) x[i] = 1;",
      "assert(t >= 3); x[0] = 1;",
      "bool fine = t > 2; if (!fine) __trap();",
      "if (20 - t) __trap();",
      "int u = t * 2; if (u > 4) x[0] = 1;",
      "dispatch(x, t);",
      "while (t-- > 2) x[t] = 1;",
    ].map((use): [string, string[]] => [inKernel("int t = 2;", "t = 3;").replace("x[0] = t;", use), SKIPPED]),
    [
      "__global__ void k(float* x) {\nIF\n#pragma omp parallel\n#endif\nfor (int i = 0; i < 8; i++) x[i] = 1;\n}",
      ["information guard-excludes-target null"],
    ],
    ["__global__ void k(float* x) {\nIF\nx[0] = 8;\n#endif\n}", EMPTY],
    [
      "__global__ void k(float* x) {\nIF\n#pragma unroll\nfor (int i = 0; i < 8; i++) x[i] = 1;\n#endif\n}",
      EMPTY,
    ],
    ["IF\n__launch_bounds__(256)\n__global__ void k(float* x) { x[0] = 1; }\n#endif", SKIPPED],
  ])("shuts out where it does more: %s", (text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it("does more where a number chooses what is compiled", () => {
    const text =
      "IF\n#define KIND 3\n#else\n#define KIND 2\n#endif\n__global__ void k(float* x) {\n#if KIND == 3\nx[0] = 1;\n#endif\n}";
    expect(told(text)[0]).toMatch(/^error guard-empties-body/);
  });
});
