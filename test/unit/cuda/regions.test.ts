import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { ALL_TARGETS, targetNames, variantMask } from "../../../server/src/logic/sets";
import type { Region } from "../../../server/src/service";
import { sliceOf } from "../../../server/src/text/source";
import { analyse } from "../support/markers";
import type { Options } from "../support/markers";

const regions = (text: string, options: Options = {}): readonly Region[] => analyse(text, options).regions;

/** What a condition admits, as names; what it depends on, as text. */
function decided(condition: string, before = "", options: Options = {}): string {
  const all = regions(`${before}\n#if ${condition}\nhere;\n#endif\n`, options);
  const region = all[all.length - 1];
  if (region === undefined) return "no region";
  if (region.error !== null) return `error: ${region.error}`;
  const depends = region.depends.map((one) => `${targetNames(one.mask).length}: ${one.when}`);
  return [targetNames(region.admits).join(" "), ...depends].filter((one) => one !== "").join("; ");
}

const SM12X = "sm_120 sm_120a sm_120f sm_121 sm_121a sm_121f";
const EVERY = targetNames(ALL_TARGETS).join(" ");

describe("what a condition depends on", () => {
  it.each([
    ["clauses", (n: number) => `(defined(A${n}) || defined(B${n}))`, " && "],
    ["clauses of comparisons", (n: number) => `(A${n} > 3 || B${n} == 2)`, " && "],
    ["terms", (n: number) => `(A${n} && B${n})`, " || "],
    ["choices", (n: number) => `(A${n} ? B${n} : C${n})`, " && "],
    ["differences", (n: number) => `(A${n} != B${n})`, " && "],
  ])("is named where it would be too long to show: %s", { timeout: 20_000 }, (_, part, between) => {
    for (const many of [10, 24, 30]) {
      const parts = Array.from({ length: many }, (__, n) => part(n));
      const [region] = regions(`#if ${parts.join(between)}\nhere;\n#endif\n`);
      for (const { when } of region?.depends ?? []) expect(when.length).toBeLessThan(2500);
      expect(region?.error ?? region?.depends).not.toEqual([]);
    }
  });
});

describe("expressions", () => {
  it.each([
    ["__CUDA_ARCH__ >= 1200", SM12X],
    ["!(__CUDA_ARCH__ < 1200)", SM12X],
    ["not (__CUDA_ARCH__ < 1200) and 1", SM12X],
    ["1200 <= __CUDA_ARCH__", SM12X],
    ["__CUDA_ARCH__ / 100 == 12", SM12X],
    ["(__CUDA_ARCH__ >= 1200 ? 1 : 0)", SM12X],
    ["__CUDA_ARCH__ >= 0x4B0", SM12X],
    ["__CUDA_ARCH__ >= 02260", SM12X],
    ["__CUDA_ARCH__ >= 1'200u", SM12X],
    ["(__CUDA_ARCH__ ^ 1200) == 0", "sm_120 sm_120a sm_120f"],
    ["defined __CUDA_ARCH_FEAT_SM120_ALL", "sm_120a"],
    ["__CUDA_ARCH_FAMILY_SPECIFIC__ == 1210", "sm_121a sm_121f"],
    ["__CUDA_ARCH_SPECIFIC__ == 1200", "sm_120a"],
    ["2 + 3 * 4 == 14 && -1 < 0 && 7 % 4 == 3 && 1 << 4 == 16", EVERY],
    ["-1 > 0u", EVERY],
    ["'A' == 65 && L'a' == 97", EVERY],
    ["true && !false && (0, 1)", EVERY],
    ["1 ? 2 : 3, 0", ""],
    ["__CUDA_ARCH__ >= 900 && ENABLE_X", "17: ENABLE_X"],
    ["defined(ENABLE_X) || __CUDA_ARCH__ >= 1200", `${SM12X}; 17: defined(ENABLE_X)`],
    ["UNKNOWN(3) > 2", "23: UNKNOWN(3) >= 3"],
    ["__has_include(<a.h>)", "23: __has_include(<a.h>)"],
  ])("%s", (condition, expected) => {
    expect(decided(condition)).toBe(expected);
  });

  it.each(["", "1 +", "(1", "1)", "1 2", '"a"', "? 1 : 2", "1 ? 2", "defined", "A == = B", "1 / 0"])(
    "that are wrong never throw: %s",
    (condition) => {
      expect(analyse(`#if ${condition}\n#endif\n`).fault).toBeNull();
    },
  );
});

describe("macros", () => {
  it.each([
    ["object-like", "#define MIN 1200", "__CUDA_ARCH__ >= MIN", SM12X],
    ["function-like", "#define AT_LEAST(x) (__CUDA_ARCH__ >= (x))", "AT_LEAST(1200)", SM12X],
    ["pasted", "#define ARCH_120 1200\n#define OF(n) ARCH_##n", "__CUDA_ARCH__ >= OF(120)", SM12X],
    ["of themselves", "#define X X", "X", ""],
    ["taken away", "#define MIN 1200\n#undef MIN", "defined(MIN)", ""],
    ["variadic", "#define SECOND(a, ...) __VA_ARGS__", "__CUDA_ARCH__ >= SECOND(1, 1200)", SM12X],
    ["under a guard", "#if __CUDA_ARCH__ >= 1200\n#define NEW 1\n#endif", "defined(NEW)", SM12X],
    [
      "under both arms",
      "#if __CUDA_ARCH__ >= 1200\n#define V 2\n#else\n#define V 1\n#endif",
      "V == 2",
      SM12X,
    ],
    [
      "under an unknown",
      "#ifdef U\n#define V 1200\n#else\n#define V 1210\n#endif",
      "__CUDA_ARCH__ == V",
      "3: !defined(U); 3: defined(U)",
    ],
    [
      "pushed and popped",
      '#define V 1200\n#pragma push_macro("V")\n#undef V\n#define V 0\n#pragma pop_macro("V")',
      "__CUDA_ARCH__ == V",
      "sm_120 sm_120a sm_120f",
    ],
    ["in a branch that nobody takes", "#if 0\n#define V 1\n#endif", "V", ""],
  ])("%s", (_, before, condition, expected) => {
    const got = decided(condition, before);
    expect(got.split("; ").sort()).toEqual(expected.split("; ").sort());
  });

  it("are what the user says", () => {
    expect(decided("V == 3", "", { macros: { V: "3" } })).toBe(EVERY);
    expect(decided("defined(V)", "", { macros: { V: null } })).toBe("");
    expect(decided("defined(V)", "", { assumeUndefined: true })).toBe("");
  });
});

describe("chains", () => {
  it("carry the negation of earlier branches", () => {
    const [first, second, third] = regions(
      "#if __CUDA_ARCH__ >= 1000\n#elif __CUDA_ARCH__ >= 900\n#else\n#endif\n",
    );
    expect((first?.admits ?? 0) | (second?.admits ?? 0) | (third?.admits ?? 0)).toBe(ALL_TARGETS);
    expect(second?.admits).toBe(variantMask("sm_90"));
    expect([first?.host, second?.host, third?.host]).toEqual([false, false, true]);
  });

  it("keep unknown macros apart in their branches", () => {
    const [, second] = regions("#ifdef A\n#elif defined(B)\n#endif\n");
    expect(second?.depends.map((one) => one.when)).toEqual(["!defined(A) && defined(B)"]);
    const [, inner] = regions("#ifdef A\n#ifndef A\n#endif\n#endif\n");
    expect([inner?.admits, inner?.depends]).toEqual([0, []]);
  });

  it("partition what their parent is compiled for", () => {
    const condition = fc.oneof(
      fc.constantFrom("A", "defined(B)", "!A", "C > 3", "C > 5 || A", "0", "1"),
      fc.integer({ min: 7, max: 13 }).map((major) => `__CUDA_ARCH__ >= ${major}00`),
      fc.constantFrom(
        "defined(__CUDA_ARCH__)",
        "__CUDA_ARCH__ == 1200 && B",
        "defined(__CUDA_ARCH_FEAT_SM90_ALL)",
      ),
    );
    const text = fc
      .tuple(condition, fc.array(condition, { minLength: 1, maxLength: 5 }))
      .map(
        ([outer, inner]) =>
          `#if ${outer}\n${inner.map((one, at) => `#${at === 0 ? "if" : "elif"} ${one}\n`).join("")}#else\n#endif\n#endif\n`,
      );
    fc.assert(
      fc.property(
        text,
        fc.subarray(["A", "B", "C"]),
        fc.integer({ min: 0, max: 8 }),
        (input, given, value) => {
          // Once the macros are settled each target takes exactly one of the branches that its parent lets it reach.
          const macros = Object.fromEntries(given.map((name) => [name, String(value)]));
          const [parent, ...branches] = regions(input, { macros, assumeUndefined: true });
          let union = 0;
          for (const branch of branches) {
            expect(branch.depends).toEqual([]);
            expect(branch.admits & union).toBe(0);
            union |= branch.admits;
          }
          expect(union).toBe(parent?.admits);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe("residuals", () => {
  it("read again are what they were", () => {
    const atom = fc.constantFrom("A", "defined(A)", "B > 2", "B <= 5", "C == 1", "C != 1", "!B", "D(1) >= 2");
    const { text } = fc.letrec<{ text: string }>((tie) => ({
      text: fc.oneof(
        { maxDepth: 4 },
        atom,
        fc
          .tuple(tie("text"), fc.constantFrom("&&", "||"), tie("text"))
          .map(([a, op, b]) => `(${a}) ${op} (${b})`),
        tie("text").map((one) => `!(${one})`),
      ),
    }));
    fc.assert(
      fc.property(text, (condition) => {
        const first = decided(condition);
        const when = /^23: (.*)$/.exec(first)?.[1];
        expect(when === undefined ? first : decided(when)).toBe(first);
      }),
      { numRuns: 200 },
    );
  });
});

describe("why a target is left out", () => {
  function why(text: string, target: string): string | undefined {
    const report = analyse(text);
    const last = report.regions[report.regions.length - 1];
    const found = last?.why.find((one) => (one.mask & variantMask(target)) !== 0);
    return found === undefined ? undefined : sliceOf(report.source, found.span);
  }

  it.each([
    ["the bound", "#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200\n#endif", "__CUDA_ARCH__ < 1200"],
    [
      "the bound in parentheses",
      "#if (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200)\n#endif",
      "(__CUDA_ARCH__ < 1200)",
    ],
    ["the negation", "#if !(__CUDA_ARCH__ >= 1200)\n#endif", "!(__CUDA_ARCH__ >= 1200)"],
    [
      "the side under a negation",
      "#if !(__CUDA_ARCH__ < 900 || __CUDA_ARCH__ >= 1200)\n#endif",
      "__CUDA_ARCH__ >= 1200",
    ],
    [
      "all alternatives together",
      "#if X && (__CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000)\n#endif",
      "(__CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000)",
    ],
    ["the macro", "#ifdef __CUDA_ARCH_FEAT_SM90_ALL\n#endif", "__CUDA_ARCH_FEAT_SM90_ALL"],
    [
      "the outer condition",
      "#if __CUDA_ARCH__ < 1000\n#if __CUDA_ARCH__ >= 900\n#endif\n#endif",
      "__CUDA_ARCH__ < 1000",
    ],
    [
      "the earlier branch",
      "#if __CUDA_ARCH__ >= 1200\n#elif __CUDA_ARCH__ >= 900\n#endif",
      "__CUDA_ARCH__ >= 1200",
    ],
  ])("is %s", (_, text, expected) => {
    expect(why(text, "sm_120")).toBe(expected);
  });
});

describe("macros that choose a macro by how many arguments they have", () => {
  const machinery = `
#define CAT_(a, b) a##b
#define CAT(a, b) CAT_(a, b)
#define MAJOR_(a, b) a
#define MAJOR(pair) MAJOR_ pair
#define NONE() (-1, -1)
#define IS_NONE(pair) (MAJOR(pair) == MAJOR(NONE()))
#define COUNT_1(prefix, version) (!IS_NONE(version()))
#define COUNT_3(prefix, version, op, major) (!IS_NONE(version()) && (MAJOR(version()) op major))
#define PICK(a, b, c, d, ...) d
#define PICK_OF(args) PICK args
#define SELECT(...) PICK_OF((__VA_ARGS__, COUNT_3, COUNT_BAD, COUNT_1, COUNT_BAD))
#define COMPARE(prefix, ...) SELECT(__VA_ARGS__)(prefix, __VA_ARGS__)
#define PRODUCT(...) COMPARE(PRODUCT_, PRODUCT_##__VA_ARGS__)
#define PRODUCT_NEW() (13, 0)
#define PRODUCT_OLD() NONE()
`;

  it("are decided as often as a header asks", () => {
    const ask = (major: number): string =>
      `#if PRODUCT(NEW, <, ${major}) && !PRODUCT(OLD) && __CUDA_ARCH__ >= 1200\n#endif\n`;
    const asks = Array.from({ length: 300 }, (_, index) => ask(14 + index));
    const { regions } = analyse(`${machinery}${asks.join("")}`);
    expect(new Set(regions.map(({ error }) => error))).toEqual(new Set([null]));
    expect(regions.map(({ admits, depends }) => [targetNames(admits).length, depends.length])).toEqual(
      new Array(300).fill([6, 0]),
    );
  });
});

describe("a condition too large to tell apart", () => {
  const over = (count: number, of: (index: number) => string): string =>
    Array.from({ length: count }, (_, index) => of(index)).join("");
  const exploding = `${over(60, (i) => `#ifdef A${i}\n#endif\n`)}#if ${over(60, (i) => `${i > 0 ? " || " : ""}(defined(A${i}) && defined(B${i}))`)}\n#else\n#endif\n`;
  const doubling = `#define D0 1\n${over(60, (i) => `#define D${i + 1} D${i} + D${i}\n`)}#if D60 > 3\n#else\n#endif\n`;

  it.each([
    ["in size", exploding],
    ["in expansion", doubling],
    ["in depth", `#if ${"!(".repeat(3000)}A${")".repeat(3000)}\n#else\n#endif\n`],
  ])("is one unknown and says so: %s", (_, text) => {
    const report = analyse(text);
    expect(report.fault).toBeNull();
    const [branch, other] = report.regions.slice(-2);
    expect(branch?.error).toContain("counts as one unknown");
    expect(branch?.depends.map((one) => one.mask)).toEqual([ALL_TARGETS]);
    expect(other?.depends.map((one) => one.when)).toEqual([`!${branch?.depends[0]?.when ?? ""}`]);
  });

  it("still keeps out whom an outer condition keeps out", () => {
    const outer = doubling.replace("#if D60", "#if __CUDA_ARCH__ >= 900\n#if D60").concat("#endif\n");
    const [branch] = analyse(outer).regions.slice(-2);
    expect(branch?.depends.map((one) => targetNames(one.mask).length)).toEqual([17]);
  });

  it("takes a name that is defined in too many ways for one more unknown", () => {
    const ways = over(400, (i) => `#ifdef U${i}\n#define V ${i}\n#endif\n`);
    const report = analyse(`${ways}#if V > 300\n#endif\n`);
    expect(report.fault).toBeNull();
    expect(report.regions[report.regions.length - 1]?.depends[0]?.when).toContain("V_after_directive_");
  });
});
