import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createService } from "../../../server/src/service";
import { neverCancelled, noFiles } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";
import { LINEAR, growth } from "../support/growth";
import { analyse, settingsFrom } from "../support/markers";

const over = (count: number, of: (index: number) => string): string =>
  Array.from({ length: count }, (_, index) => of(index)).join("");

const PIECES = [
  "#if ",
  "#elif ",
  "#else\n",
  "#endif\n",
  "#ifdef ",
  "#ifndef ",
  "#define ",
  "#undef ",
  "#include ",
  "#pragma push_macro(",
  "__CUDA_ARCH__",
  "defined",
  "(",
  ")",
  "&&",
  "||",
  "!",
  "<",
  ">=",
  "900",
  "1200",
  "A",
  "B",
  "##",
  "#",
  ",",
  "...",
  "__VA_ARGS__",
  "\\\n",
  "\n",
  "\r\n",
  "\r",
  " ",
  "//",
  "/*",
  "*/",
  '"',
  "'",
  'R"(',
  ')"',
  "{",
  "}",
  ";",
  "__global__ void k()",
  "asm volatile(",
  "if (",
  "return",
  "\0",
  "\uFEFF",
  "\uD800",
  "é",
];

const SAMPLE = `#pragma once
#if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) \\
    && (__CUDA_ARCH__ < 1200)
#define FAST(x) do { asm volatile("griddepcontrol.wait;"); } while (0)
#elif !defined(SLOW) // nothing
#define FAST(x) f(x, 1'000)
#else
#error "no"
#endif
template <int N> __global__ void k(float* p) {
#ifdef __CUDA_ARCH_FEAT_SM90_ALL
  if (N == 3) { p[0] = R"x(#if)x"[0]; }
#endif
}
void launch(int sm) { if (sm >= 90 && sm < 120) k<1><<<1, 2>>>(nullptr); else throw 1; }
`;

describe("any text gives a report", () => {
  const survives = (text: string): void => {
    const report = analyse(text);
    // Conditionals that do not fit together are told; that the analysis itself failed never is.
    expect(report.fault ?? "line 1: #if without #endif").toMatch(
      /^(?:(?:; )?line \d+: #\w+ (?:without #(?:if|endif)|after #else)){1,5}(?:; and \d+ more)?$/,
    );
    for (const { gate, operand } of report.gates) {
      for (const span of [gate.span, operand ?? gate.span]) {
        expect(span.start).toBeGreaterThanOrEqual(0);
        expect(span.end).toBeGreaterThanOrEqual(span.start);
        expect(span.end).toBeLessThanOrEqual(report.source.text.length);
      }
    }
  };

  it("of pieces of the language", () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }), (parts) =>
        survives(parts.join("")),
      ),
      { numRuns: 300 },
    );
  });

  it("of random characters", () => {
    fc.assert(fc.property(fc.string({ unit: "binary", maxLength: 200 }), survives), { numRuns: 200 });
  });

  it("of a real one with pieces cut out and put in", () => {
    const mutation = fc.tuple(fc.nat(SAMPLE.length), fc.nat(12), fc.constantFrom(...PIECES));
    fc.assert(
      fc.property(fc.array(mutation, { minLength: 1, maxLength: 6 }), (mutations) => {
        let text = SAMPLE;
        for (const [at, cut, piece] of mutations) text = text.slice(0, at) + piece + text.slice(at + cut);
        survives(text);
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ["conditionals", over(20_000, () => "#if A\n")],
    ["parentheses", `#if ${"(".repeat(100_000)}`],
    ["negations", `#if ${"!".repeat(100_000)}1\n#endif\n`],
    ["braces", "{".repeat(100_000)],
    ["comments", "/*".repeat(100_000)],
    ["quotes", "'".repeat(100_000)],
    ["splices", "\\\n".repeat(100_000)],
    ["macro calls", `#define F(x) x\n#if ${"F(".repeat(20_000)}1${")".repeat(20_000)}\n#endif\n`],
  ])("nested deep in %s", (_, text) => {
    survives(text);
  });
});

describe("the time grows with the text and no faster", () => {
  /** By a service of its own: one that has met a text before remembers most of the answers. */
  const analysed = (text: string) => (): void => {
    const service = createService({ python: null });
    service.analyse(makeSource("/input.cuh", text), "cuda", settingsFrom({}), noFiles, neverCancelled);
  };
  const shapes: [string, (count: number) => string][] = [
    [
      "#elif with unknown macros",
      (count) => `#if 0\n${over(count, (i) => `#elif defined(M${i})\n`)}#endif\n`,
    ],
    [
      "#elif with values of one macro",
      (count) => `#if 0\n${over(count, (i) => `#elif M == ${i}\n`)}#endif\n`,
    ],
    ["unknown macros", (count) => over(count, (i) => `#ifdef M${i}\n#endif\n`)],
    ["unknown macros in one condition", (count) => `#if ${over(count, (i) => `M${i} && `)}1\n#endif\n`],
    ["nested unknown macros", (count) => over(count, (i) => `#ifdef M${i}\n`)],
    [
      "small chains",
      (count) => over(count, (i) => `#if __CUDA_ARCH__ >= ${i % 50}00\nx;\n#else\ny;\n#endif\n`),
    ],
    [
      "guarded kernels",
      (count) =>
        over(
          count,
          (i) =>
            `__global__ void k${i}(int* x) {\n#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200\n  x[0] = ${i};\n#endif\n}\n`,
        ),
    ],
    [
      "guards in one kernel",
      (count) =>
        `__global__ void k(int* x) {\n${over(count, (i) => `#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200\n  x[0] = ${i};\n#endif\n`)}}\n`,
    ],
    [
      "early returns in one kernel",
      (count) =>
        `__global__ void k(int* x) {\n${over(count, (i) => `#if __CUDA_ARCH__ != 900\n  return;\n#endif\n  x[0] = ${i};\n`)}}\n`,
    ],
    [
      "kernels with instructions",
      (count) =>
        over(
          count,
          (i) =>
            `__global__ void k${i}(int* x) {\n  asm volatile("wgmma.fence.sync.aligned;");\n#if __CUDA_ARCH__ >= 900\n  x[0] = ${i};\n#endif\n}\n`,
        ),
    ],
    [
      "guards in structs",
      (count) =>
        over(
          count,
          (i) =>
            `struct S${i} {\n  __device__ void f() {\n#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200\n    g();\n#endif\n  }\n};\n`,
        ),
    ],
    [
      "checks in one function",
      (count) => `void f(int sm) {\n${over(count, (i) => `CHECK(sm == 90, "${i}");\n`)}}\n`,
    ],
    [
      "refusals in one function",
      (count) => `void f(int sm) {\n${over(count, (i) => `if (sm != 90) { throw ${i}; }\n`)}}\n`,
    ],
    [
      "conditions inside one another",
      (count) =>
        `__global__ void k(int* p) {\n${over(count, (i) => `if (__CUDA_ARCH__ >= ${750 + (i % 500)}) {\n`)}p[0] = 1;\n${"}".repeat(count)}\n}\n`,
    ],
    [
      "conditions inside one another, without braces",
      (count) =>
        `__global__ void k(int* p) {\n${over(count, () => "if (__CUDA_ARCH__ >= 900) ")}p[0] = 1;\n}\n`,
    ],
    [
      "arms of one NV_DISPATCH_TARGET",
      (count) =>
        `__device__ void k(int* p) {\nNV_DISPATCH_TARGET(${over(count, (i) => `NV_PROVIDES_SM_${[90, 100, 120, 80][i % 4] ?? 75}, (p[${i}] = 1;),\n`)}NV_IS_DEVICE, (p[0] = 2;))\n}\n`,
    ],
    [
      "checks on the host",
      (count) =>
        over(
          count,
          (i) =>
            `void h${i}(int sm) {\n  TORCH_CHECK(sm == 90, "no");\n  if (sm >= 90) f();\n  else throw 1;\n}\n`,
        ),
    ],
    [
      "definitions under guards",
      (count) =>
        over(count, (i) => `#if __CUDA_ARCH__ >= 900\n#define F${i} 1\n#endif\n#ifdef F${i}\n#endif\n`),
    ],
    [
      "definitions of one name",
      (count) => over(count, (i) => `#ifdef U${i}\n#define V ${i}\n#endif\n#if V > ${i}\n#endif\n`),
    ],
    [
      "macros that double each other",
      (count) =>
        `#define D0 1\n${over(40, (i) => `#define D${i + 1} D${i} + D${i}\n`)}${over(count, (i) => `#if D40 > ${i}\n#endif\n`)}`,
    ],
    [
      "splices in a condition",
      (count) => `#if 1 \\\n${"&& __CUDA_ARCH__ >= 900 \\\n".repeat(count)}\n#endif\n`,
    ],
    ["apostrophes after digits", (count) => `x = ${"1'".repeat(count)};\n`],
  ];

  it.each(shapes)(
    "%s",
    (_, of) => {
      expect(growth((count) => analysed(of(count)))).toBeLessThan(LINEAR);
    },
    120_000,
  );
});
