import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../server/src/gates/edits";
import { verify } from "../../../server/src/gates/fixes/verify";
import { targetNames, variantMask } from "../../../server/src/logic/sets";
import { positionAt } from "../../../server/src/text/source";
import { analyse, checkFix, checkNoFix, fixesOf } from "../support/markers";
import type { Options } from "../support/markers";

/** A kernel in which one statement stands under `condition`. */
function guarded(condition: string, keyword = "#if"): string {
  return `__device__ void sync();\n__global__ void kernel(int* x) {\n${keyword} ${condition}\n  sync();\n#endif\n  x[0] = 1;\n}\n`;
}

function check(before: string, kind: string, after: string, options: Options = {}): string {
  return checkFix(guarded(before), kind, guarded(after), options).title;
}

describe("dropping the upper bound", () => {
  it.each([
    ["__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200", "__CUDA_ARCH__ >= 900"],
    ["(__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200)", "(__CUDA_ARCH__ >= 900)"],
    ["__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ <= 1199", "__CUDA_ARCH__ >= 900"],
    ["__CUDA_ARCH__ >= 900 && 1200 > __CUDA_ARCH__", "__CUDA_ARCH__ >= 900"],
    ["__CUDA_ARCH__ >= 900 && !(__CUDA_ARCH__ >= 1200)", "__CUDA_ARCH__ >= 900"],
    ["__CUDA_ARCH__ < 1200 && __CUDA_ARCH__ >= 900", "__CUDA_ARCH__ >= 900"],
    ["__CUDA_ARCH__ >= 900 and __CUDA_ARCH__ < 1200", "__CUDA_ARCH__ >= 900"],
    ["(__CUDA_ARCH__ >= 900 && (__CUDA_ARCH__ < 1200))", "(__CUDA_ARCH__ >= 900)"],
    ["__CUDA_ARCH__ >= 900 \\\n    && __CUDA_ARCH__ < 1200  // why", "__CUDA_ARCH__ >= 900  // why"],
    ["X && __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200 && Y", "X && __CUDA_ARCH__ >= 900 && Y"],
  ])("of %s", (before, after) => {
    expect(check(before, "drop-upper-bound", after)).toContain("(adds sm_120–sm_121)");
  });
});

describe("including the bound of a strict comparison", () => {
  const fp4 = (condition: string): string =>
    `__device__ void pack(unsigned short& r, float a) {\n#if ${condition}\n  asm("cvt.rn.satfinite.e2m1x2.f32 %0, %1, %1;" : "=h"(r) : "f"(a));\n#endif\n}\n`;
  it.each([
    ["__CUDA_ARCH_FAMILY_SPECIFIC__ > 1000", "__CUDA_ARCH_FAMILY_SPECIFIC__ >= 1000"],
    [
      "defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && (1000 < __CUDA_ARCH_FAMILY_SPECIFIC__)",
      "defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && (1000 <= __CUDA_ARCH_FAMILY_SPECIFIC__)",
    ],
    ["!(__CUDA_ARCH_FAMILY_SPECIFIC__ <= 1000)", "!(__CUDA_ARCH_FAMILY_SPECIFIC__ < 1000)"],
    [
      "__CUDA_ARCH_SPECIFIC__ > 1000 || __CUDA_ARCH_FAMILY_SPECIFIC__ > 1000",
      "__CUDA_ARCH_SPECIFIC__ >= 1000 || __CUDA_ARCH_FAMILY_SPECIFIC__ >= 1000",
    ],
  ])("of %s, where the instructions run there too", (before, after) => {
    const fix = checkFix(fp4(before), "include-bound", fp4(after));
    expect(fix.title).toContain("(adds sm_100a/f)");
    expect(fix.preferred).toBe(false);
  });

  it("for the one that it misses, whatever stands there", () => {
    expect(
      check("__CUDA_ARCH__ > 900", "include-bound", "__CUDA_ARCH__ >= 900", { target: "sm_90" }),
    ).toContain("(adds sm_90)");
    check("__CUDA_ARCH__ > 1000", "include-bound", "__CUDA_ARCH__ >= 1000", { target: "sm_100" });
  });

  it.each([
    ["nothing shows that the code runs there", guarded("__CUDA_ARCH__ > 900")],
    ["an instruction in there does not exist there", fp4("__CUDA_ARCH_FAMILY_SPECIFIC__ > 900")],
    ["the number is no architecture's", fp4("__CUDA_ARCH_FAMILY_SPECIFIC__ > 999")],
    ["it is compared in another way", fp4("__CUDA_ARCH_FAMILY_SPECIFIC__ + 1 > 1000")],
  ])("is not offered to others where %s", (_, text) => {
    checkNoFix(text, "include-bound");
  });
});

describe("code that only specific builds can assemble", () => {
  const shrink = (condition: string): string =>
    `__device__ void shrink() {\n#if ${condition}\n  asm volatile("setmaxnreg.dec.sync.aligned.u32 24;");\n#endif\n}\n`;
  const FAMILY = "(defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && __CUDA_ARCH_FAMILY_SPECIFIC__ / 100 == 12)";

  it("is opened to these", () => {
    const fix = checkFix(
      shrink("__CUDA_ARCH__ == 900"),
      "add-family",
      shrink(`__CUDA_ARCH__ == 900 || ${FAMILY}`),
    );
    expect(fix.title).toContain("(adds sm_120a/f, sm_121a/f)");
    expect(fix.preferred).toBe(true);
  });

  it("is last and never by preference opened to plain ones", () => {
    const text = shrink("__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200");
    const report = analyse(text);
    const [gate] = report.gates;
    const fixes = gate === undefined ? [] : fixesOf(report, gate);
    const plain = fixes.filter(({ admitsAfter }) => admitsAfter.includes("sm_120"));
    expect(plain.map(({ kind }) => kind)).toEqual(["drop-upper-bound", "raise-upper-bound"]);
    expect(fixes.slice(-plain.length)).toEqual(plain);
    expect(fixes.map(({ preferred }) => preferred)).toEqual(fixes.map((_, index) => index === 0));
  });
});

describe("raising the upper bound", () => {
  it.each([
    ["__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200", "__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1300"],
    ["__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ <= 1199", "__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ <= 1299"],
    ["__CUDA_ARCH__ >= 900 && 1200 > __CUDA_ARCH__", "__CUDA_ARCH__ >= 900 && 1300 > __CUDA_ARCH__"],
    ["__CUDA_ARCH__ >= 900 && !(__CUDA_ARCH__ >= 1200)", "__CUDA_ARCH__ >= 900 && !(__CUDA_ARCH__ >= 1300)"],
    [
      "__CUDA_ARCH__ >= 900 && \\\n  __CUDA_ARCH__ < 1200 /* top */",
      "__CUDA_ARCH__ >= 900 && \\\n  __CUDA_ARCH__ < 1300 /* top */",
    ],
  ])("of %s", (before, after) => {
    check(before, "raise-upper-bound", after);
  });

  it("of a named constant", () => {
    const text = (bound: string): string =>
      `#define TOP 1200\n${guarded(`__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < ${bound}`)}`;
    checkFix(text("TOP"), "raise-upper-bound", text("1300"));
  });
});

describe("adding the family or the target", () => {
  it.each([
    [
      "__CUDA_ARCH__ == 900",
      "add-family",
      "__CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1200 || __CUDA_ARCH__ == 1210",
    ],
    [
      "__CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000",
      "add-target",
      "__CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000 || __CUDA_ARCH__ == 1200",
    ],
    ["(__CUDA_ARCH__ == 900)", "add-target", "(__CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1200)"],
    ["X && __CUDA_ARCH__ == 900", "add-target", "X && (__CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1200)"],
    [
      "__CUDA_ARCH__ == 900 or __CUDA_ARCH__ == 1000",
      "add-target",
      "__CUDA_ARCH__ == 900 or __CUDA_ARCH__ == 1000 or __CUDA_ARCH__ == 1200",
    ],
    [
      "defined(__CUDA_ARCH_FEAT_SM100_ALL)",
      "add-family",
      "defined(__CUDA_ARCH_FEAT_SM100_ALL) || (defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && __CUDA_ARCH_FAMILY_SPECIFIC__ / 100 == 12)",
    ],
  ])("to %s: %s", (before, kind, after) => {
    check(before, kind, after);
  });

  it.each([
    [
      "#ifdef",
      "__CUDA_ARCH_FEAT_SM90_ALL",
      "#if",
      "defined(__CUDA_ARCH_FEAT_SM90_ALL) || (defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && __CUDA_ARCH_FAMILY_SPECIFIC__ == 1200)",
    ],
  ])("to %s", (keyword, before, newKeyword, after) => {
    checkFix(guarded(before, keyword), "add-target", guarded(after, newKeyword));
  });

  it("to the sibling that was forgotten", () => {
    const fix = checkFix(
      guarded("__CUDA_ARCH__ == 1200"),
      "add-family",
      guarded("__CUDA_ARCH__ == 1200 || __CUDA_ARCH__ == 1210"),
    );
    expect(fix.admitsAfter).toEqual(targetNames(variantMask("sm_120") | variantMask("sm_121")));
  });
});

describe("adding to what asks for specific builds", () => {
  const family = "(defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && __CUDA_ARCH_FAMILY_SPECIFIC__";
  it.each([
    [
      "defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && (__CUDA_ARCH_FAMILY_SPECIFIC__ == 1200)",
      "add-family",
      "defined(__CUDA_ARCH_FAMILY_SPECIFIC__) && (__CUDA_ARCH_FAMILY_SPECIFIC__ == 1200 || __CUDA_ARCH_FAMILY_SPECIFIC__ == 1210)",
    ],
    [
      "__CUDA_ARCH_FAMILY_SPECIFIC__ == 1000",
      "add-target",
      "__CUDA_ARCH_FAMILY_SPECIFIC__ == 1000 || __CUDA_ARCH_FAMILY_SPECIFIC__ == 1200",
    ],
    [
      "defined(__CUDA_ARCH_SPECIFIC__) && (__CUDA_ARCH_SPECIFIC__ == 1200)",
      "add-target",
      `(defined(__CUDA_ARCH_SPECIFIC__) && (__CUDA_ARCH_SPECIFIC__ == 1200)) || ${family} == 1200)`,
    ],
    [
      "X && __CUDA_ARCH__ >= 1000 && defined(__CUDA_ARCH_FEAT_SM120_ALL)",
      "add-family",
      `X && __CUDA_ARCH__ >= 1000 && (defined(__CUDA_ARCH_FEAT_SM120_ALL) || ${family} / 100 == 12))`,
    ],
    ["defined(NEEDS_A)", "add-target", `defined(NEEDS_A) || ${family} == 1200)`],
    ["IN_FAMILY(1000)", "add-family", "IN_FAMILY(1000) || IN_FAMILY(1200) || IN_FAMILY(1210)"],
  ])("as %s does: %s", (before, kind, after) => {
    const macros =
      "#ifdef __CUDA_ARCH_FEAT_SM100_ALL\n#define NEEDS_A\n#endif\n#ifdef __CUDA_ARCH_FAMILY_SPECIFIC__\n" +
      "#define IN_FAMILY(x) (__CUDA_ARCH_FAMILY_SPECIFIC__ == x)\n#else\n#define IN_FAMILY(x) (false)\n#endif\n";
    const text = (condition: string): string =>
      macros + guarded(condition).replace(/(?=\n {2}sync)/, " // here");
    const found = analyse(text(before));
    const line = text("")
      .split("\n")
      .findIndex((each) => each.includes("// here"));
    const judged = found.gates.find(({ gate }) => positionAt(found.source, gate.span.start).line === line);
    if (judged === undefined) throw new Error("no gate");
    const fix = fixesOf(found, judged).find((one) => one.kind === kind);
    expect(applyEdits(found.source.text, fix?.edits ?? [])).toBe(text(after));
  });

  it("keeps the conditions on which others get in", () => {
    const report = analyse(guarded("X && defined(__CUDA_ARCH_FEAT_SM100_ALL) && Y"));
    const [judged] = report.gates;
    const fixes = judged === undefined ? [] : fixesOf(report, judged);
    expect(fixes.length).toBeGreaterThan(0);
    for (const fix of fixes) expect(fix.admitsAfter).toEqual([]);
  });
});

describe("dropping what keeps a family out", () => {
  it.each([
    ["__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ != 1200 && __CUDA_ARCH__ != 1210", "__CUDA_ARCH__ >= 900"],
    ["__CUDA_ARCH__ != 1200 && __CUDA_ARCH__ != 1210 && __CUDA_ARCH__ >= 900", "__CUDA_ARCH__ >= 900"],
    ["__CUDA_ARCH__ != 1200 && X && __CUDA_ARCH__ != 1210 && Y", "X && Y"],
    ["X && !(__CUDA_ARCH__ == 1200 || __CUDA_ARCH__ == 1210)", "X"],
    ["(__CUDA_ARCH__ >= 900 and not (__CUDA_ARCH__ / 100 == 12))", "(__CUDA_ARCH__ >= 900)"],
  ])("of %s", (before, after) => {
    check(before, "drop-exclusion", after);
  });
});

describe("sparing what is turned away", () => {
  const text = (condition: string): string =>
    `__device__ void work();\n__global__ void kernel() {\n#if ${condition}\n  __trap();\n#endif\n  work();\n}\n`;

  it.each([
    [
      "__CUDA_ARCH__ != 900 && __CUDA_ARCH__ != 1000",
      "spare-family",
      "__CUDA_ARCH__ != 900 && __CUDA_ARCH__ != 1000 && __CUDA_ARCH__ != 1200 && __CUDA_ARCH__ != 1210",
    ],
    [
      "!(__CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000)",
      "spare-target",
      "!(__CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000 || __CUDA_ARCH__ == 1200)",
    ],
    [
      "__CUDA_ARCH__ < 900 || __CUDA_ARCH__ >= 1200",
      "spare-family",
      "__CUDA_ARCH__ < 900 || __CUDA_ARCH__ >= 1300",
    ],
    [
      "__CUDA_ARCH__ < 900 || __CUDA_ARCH__ > 1100",
      "spare-target",
      "(__CUDA_ARCH__ < 900 || __CUDA_ARCH__ > 1100) && __CUDA_ARCH__ != 1200",
    ],
    ["X && __CUDA_ARCH__ >= 1200", "spare-family", "X && __CUDA_ARCH__ >= 1300"],
  ])("in %s: %s", (before, kind, after) => {
    checkFix(text(before), kind, text(after), { macros: { X: "1" } });
  });
});

describe("editing what a guard asks by", () => {
  it.each([
    [
      "#define HAS_TMA (__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200)\n",
      "HAS_TMA",
      "#define HAS_TMA (__CUDA_ARCH__ >= 900)\n",
      "HAS_TMA",
    ],
    [
      "#define NEW (__CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000)\n",
      "X && NEW",
      "#define NEW (__CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000 || __CUDA_ARCH__ == 1200 || __CUDA_ARCH__ == 1210)\n",
      "X && NEW",
    ],
    [
      "#define IN(a, b) (__CUDA_ARCH__ >= (a) && __CUDA_ARCH__ < (b))\n",
      "IN(900, 1200)",
      "#define IN(a, b) (__CUDA_ARCH__ >= (a) && __CUDA_ARCH__ < (b))\n",
      "IN(900, 1300)",
    ],
  ])("%s", (definition, condition, definitionAfter, after) => {
    checkFix(definition + guarded(condition), "edit-definition", definitionAfter + guarded(after));
  });
});

describe("narrowing", () => {
  const text = (condition: string): string =>
    `__global__ void kernel(int* x) {\n#if ${condition}\n  asm volatile("wgmma.fence.sync.aligned;");\n#endif\n  x[0] = 1;\n}\n`;

  it.each([
    ["__CUDA_ARCH__ >= 900", "__CUDA_ARCH__ >= 900 && defined(__CUDA_ARCH_FEAT_SM90_ALL)"],
    ["X || __CUDA_ARCH__ >= 900", "(X || __CUDA_ARCH__ >= 900) && defined(__CUDA_ARCH_FEAT_SM90_ALL)"],
  ])("of %s", (before, after) => {
    checkFix(text(before), "narrow", text(after));
  });
});

describe("a fix", () => {
  it.each(["sm_121", "sm_103", "sm_110", "sm_120a", "sm_120f"])("serves %s as well", (target) => {
    const below = { sm_103: "1030", sm_110: "1100" }[target] ?? "1200";
    const report = analyse(guarded(`__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < ${below}`), { target });
    const [judged] = report.gates.filter((one) => one.rule !== null);
    const fixes = judged === undefined ? [] : fixesOf(report, judged, { target });
    expect(fixes.length).toBeGreaterThan(0);
    for (const fix of fixes) expect(fix.admitsAfter).toContain(target);
  });

  it("is not offered where the reason is hardware or stated", () => {
    checkNoFix(
      `__global__ void k(int* x) {\n#if defined(__CUDA_ARCH_FEAT_SM90_ALL)\n  asm volatile("wgmma.fence.sync.aligned;");\n#endif\n  x[0] = 1;\n}\n`,
    );
    checkNoFix(guarded("__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200 // not supported on sm_120"));
  });

  it("is not offered for a target that no toolkit knows", () => {
    checkNoFix(guarded("__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200"), undefined, { target: "sm_999" });
  });

  it("keeps every other byte, CRLF and byte order mark included", () => {
    const crlf = (text: string): string => `\uFEFF${text.replaceAll("\n", "\r\n")}`;
    const before = crlf(guarded("(__CUDA_ARCH__ >= 900) && \\\n    (__CUDA_ARCH__ < 1200)\t// é"));
    checkFix(before, "raise-upper-bound", before.replace("1200", "1300"));
  });

  it("says what the edited text says when it is read again, and touches no other gate unsaid", () => {
    const others = "#if __CUDA_ARCH__ == 1000\nint y;\n#endif\n";
    for (const condition of [
      "__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200",
      "(__CUDA_ARCH__ == 900 || __CUDA_ARCH__ == 1000) && X",
      "__CUDA_ARCH__ / 100 == 10",
      "defined(X) && (__CUDA_ARCH__ < 1100 && __CUDA_ARCH__ >= 900)",
    ]) {
      const report = analyse(guarded(condition) + others);
      const [judged] = report.gates.filter((one) => one.rule !== null);
      if (judged === undefined) throw new Error(`nothing found in ${condition}`);
      for (const fix of fixesOf(report, judged)) {
        const after = analyse(applyEdits(report.source.text, fix.edits));
        const [opened, ...rest] = after.gates;
        expect(targetNames(opened?.gate.admission.admits ?? 0)).toEqual(fix.admitsAfter);
        expect(rest.map((one) => one.gate.admission)).toEqual(
          report.gates.slice(1).map((one) => one.gate.admission),
        );
      }
    }
  });

  it("is refused where it does not do what it says", () => {
    const report = analyse(guarded("__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200"));
    const [judged] = report.gates;
    if (judged === undefined) throw new Error("no gate");
    const { gate } = judged;
    const asked = variantMask("sm_120");
    const replace = (newText: string, mayChange: number): unknown => {
      const start = report.source.text.indexOf("__CUDA_ARCH__");
      const span = { start, end: report.source.text.indexOf("\n", start) };
      const request = { source: report.source, gate, target: "sm_120", asked };
      const proposal = { kind: "k", title: "t", edits: [{ span, newText }], mayChange };
      return verify(request, proposal, (source) => analyse(source.text).gates.map((one) => one.gate));
    };
    expect(replace("__CUDA_ARCH__ >= 900", gate.admission.excludes)).not.toBeNull();
    // Lets in more than the title speaks of; changes nothing; takes others out; lets in a sibling alone; breaks the text.
    expect(replace("__CUDA_ARCH__ >= 800", asked)).toBeNull();
    expect(replace("__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1199", asked)).toBeNull();
    expect(replace("__CUDA_ARCH__ == 1200", gate.admission.excludes | gate.admission.admits)).toBeNull();
    expect(
      replace(
        "(__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200) || __CUDA_ARCH__ == 1210",
        variantMask("sm_121"),
      ),
    ).toBeNull();
    expect(replace("1 +", gate.admission.excludes)).toBeNull();
    expect(replace("__CUDA_ARCH__ >= 900\n#endif\n#if 0", 0)).toBeNull();
  });
});
