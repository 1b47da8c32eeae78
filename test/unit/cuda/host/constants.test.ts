import { describe, expect, it } from "vitest";
import { analyse } from "../../support/markers";

const CONSTANT = `#ifdef __CUDA_ARCH__
static constexpr bool kFast = (__CUDA_ARCH__ / 100) == 10;
#else
static constexpr bool kFast = false;
#endif
`;

/** What is told of the constant. */
const told = (text: string, constant = CONSTANT): string[] =>
  analyse(`${constant}__device__ void work(int* p);\n${text}\n`)
    .gates.filter(({ gate }) => gate.form === "definition")
    .map(({ rule, severity, consequence }) => `${rule ?? "-"} ${severity ?? "-"}: ${consequence ?? "-"}`);

const OTHER = ["guard-excludes-target information: falls back"];
const EMPTY = ["guard-empties-body error: empty"];
const SKIPPED = ["guard-excludes-target warning: skipped"];

describe("a constant outside of functions", () => {
  it.each([
    ["__global__ void k(int* p) { if constexpr (kFast) { p[0] = 1; } }", EMPTY],
    ["__global__ void k(int* p) { if (!kFast) return; p[0] = 1; }", EMPTY],
    ["__global__ void k(int* p) { if (!kFast) { __trap(); } p[0] = 1; }", ["guard-traps warning: traps"]],
    ["__global__ void k(int* p) { p[1] = 2; if constexpr (kFast) { p[0] = 1; } }", SKIPPED],
    // the worst of several
    [
      `__global__ void a(int* p) { if constexpr (kFast) { p[0] = 1; } else { p[0] = 2; } }
__global__ void b(int* p) { if constexpr (kFast) { p[0] = 1; } }`,
      EMPTY,
    ],
  ])("is as bad as what becomes of its uses: %s", (text, expected) => {
    expect(told(text)).toEqual(expected);
  });

  it.each([
    "__global__ void k(int* p) { if constexpr (kFast) { p[0] = 1; } else { p[0] = 2; } }",
    "__global__ void k(int* p) { if constexpr (kFast) { p[0] = 1; return; } p[0] = 2; }",
    "__global__ void k(int* p) { if constexpr (kFast) { __trap(); } }",
    "__global__ void k(int* p) { if (kFast && p) { p[0] = 1; } }",
    // another one of the name
    "__global__ void k(int* p, bool kFast) { if (kFast) { p[0] = 1; } }",
    "template <bool kFast>\n__global__ void k(int* p) { if constexpr (kFast) { p[0] = 1; } }",
    "__global__ void k(int* p) { constexpr bool kFast = sizeof(int) == 4; if constexpr (kFast) { p[0] = 1; } }",
    // those left out never come to it
    "#if __CUDA_ARCH__ < 1200\n__global__ void k(int* p) { if constexpr (kFast) { p[0] = 1; } }\n#endif",
    `__global__ void k(int* p) {
if constexpr (__CUDA_ARCH__ >= 1200) { p[0] = 2; return; }
if constexpr (kFast) { p[0] = 1; }
}`,
    "__global__ void k(int* p) { if constexpr (__CUDA_ARCH__ < 1200) { if constexpr (kFast) { p[0] = 1; } } }",
  ])("is but another branch where nothing worse is sure: %s", (text) => {
    expect(told(text)).toEqual(OTHER);
  });

  it("has its uses in its class", () => {
    const one = (name: string, value: string, body: string): string =>
      `struct ${name} {\nstatic constexpr bool kFast = ${value};\n__device__ void run(int* p) { ${body} }\n};\n`;
    const used = "p[1] = 2; if constexpr (kFast) { p[0] = 1; }";
    expect(told("", one("A", "__CUDA_ARCH__ == 1000", used))).toEqual(SKIPPED);
    const other = one("B", "sizeof(int) == 4", used);
    expect(told(other, one("A", "__CUDA_ARCH__ == 1000", "p[0] = kFast;"))).toEqual(OTHER);
  });

  it("is opened where an instruction behind it shows why it is closed", () => {
    const body = 'asm volatile("tcgen05.wait::ld.sync.aligned;");';
    expect(told(`__global__ void k(int* p) { if constexpr (kFast) { ${body} } }`)).toEqual([
      "guard-empties-body information: empty",
    ]);
  });
});
