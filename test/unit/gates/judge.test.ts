import { describe, expect, it } from "vitest";
import { rules } from "../../../server/src/service";
import { analyse } from "../support/markers";
import type { Options } from "../support/markers";

function guarded(condition: string, body = "  sync();\n", after = "  x[0] = 1;\n"): string {
  return `__device__ void sync();\n__global__ void kernel(int* x) {\n#if ${condition}\n${body}#endif\n${after}}\n`;
}

const BOUND = "__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200";

/** `severity rule` of each finding. */
function findings(text: string, options: Options = {}): string[] {
  return analyse(text, options)
    .gates.filter((one) => one.rule !== null)
    .map((one) => `${one.severity ?? "none"} ${one.rule ?? ""}`);
}

describe("the severity of a finding", () => {
  it.each([
    ["an empty body", guarded(BOUND, "  sync();\n", ""), ["error guard-empties-body"]],
    ["skipped statements", guarded(BOUND), ["warning guard-excludes-target"]],
    [
      "another branch",
      guarded(BOUND, "  sync();\n#else\n  x[1] = 2;\n"),
      ["information guard-excludes-target"],
    ],
    ["a trap", guarded(BOUND, "  sync();\n#else\n  __trap();\n"), ["warning guard-traps"]],
    [
      "architecture-specific features",
      guarded("defined(__CUDA_ARCH_FEAT_SM90_ALL)"),
      ["information guard-excludes-target"],
    ],
    [
      "a stated reason",
      guarded(`${BOUND} // not on sm_120, on purpose`),
      ["information guard-excludes-target"],
    ],
    [
      "a stated range that ends before the target",
      guarded(BOUND, '  sync();\n#else\n  printf("only for sm[90, 120)");\n  __trap();\n'),
      ["information guard-traps"],
    ],
    [
      "a range in brackets that ends elsewhere",
      guarded(BOUND, '  sync();\n#else\n  printf("only for sm[90, 130), tile (64, 120, 8)");\n  __trap();\n'),
      ["warning guard-traps"],
    ],
    ["a forgotten sibling", guarded("__CUDA_ARCH__ == 1200"), ["information forgets-sibling"]],
    ["nothing amiss", guarded("__CUDA_ARCH__ >= 900"), []],
  ])("is by what happens: %s", (_, text, expected) => {
    expect(findings(text)).toEqual(expected);
  });

  it.each([
    ["only for sm[90, 120).\\n", "only for sm[90, 120)"],
    ["\\tonly for sm[90, 120)\\n\\tcannot run on sm_12x\\n", "only for sm[90, 120) cannot run on sm_12x"],
  ])("quotes what is printed on one line, without its escapes: %s", (printed, quoted) => {
    const text = guarded(BOUND, `  sync();\n#else\n  printf("${printed}");\n  __trap();\n`);
    const messages = analyse(text).gates.flatMap(({ rule, message }) => (rule === null ? [] : message));
    expect(messages).toEqual([expect.stringContaining(`Stated: "${quoted}".`)]);
  });

  const fatal = '  printf("FATAL: not for sm%d", __CUDA_ARCH__);\n  __trap();\n';
  it.each([
    [
      "a trap behind code that returns",
      guarded(BOUND, "  sync();\n  return;\n", fatal),
      ["warning guard-traps"],
    ],
    [
      "the same for all newer ones",
      guarded("__CUDA_ARCH__ >= 800\n#if __CUDA_ARCH__ < 1000", "  sync();\n  return;\n#endif\n", fatal),
      ["warning guard-traps"],
    ],
    [
      "other code behind code that returns",
      guarded(BOUND, "  sync();\n  return;\n"),
      ["information guard-excludes-target"],
    ],
    [
      "a return on one way of several",
      guarded(BOUND, "  if (*x) return;\n"),
      ["warning guard-excludes-target"],
    ],
    [
      "a return at the end of a block",
      guarded(BOUND, "  if (*x) {\n    sync();\n    return;\n  }\n"),
      ["warning guard-excludes-target"],
    ],
    [
      "a return before the rest of a block",
      guarded(BOUND, "  if (*x) return;\n  else return;\n"),
      ["warning guard-excludes-target"],
    ],
    [
      "a trap for all newer ones in the place of code",
      guarded("__CUDA_ARCH__ < 1000", "  sync();\n#else\n  __trap();\n"),
      ["warning guard-traps"],
    ],
    ["code for all newer ones", guarded("__CUDA_ARCH__ < 1000", "  sync();\n#else\n  x[2] = 1;\n"), []],
    ["a trap from Hopper on", guarded("__CUDA_ARCH__ < 900", "  sync();\n#else\n  __trap();\n"), []],
  ])("is by what follows: %s", (_, text, expected) => {
    expect(findings(text)).toEqual(expected);
  });

  const table = (first: string, second = "__CUDA_ARCH__ >= 800"): string =>
    `#if ${first}\n#define ROOM 99\n#elif ${second}\n#define ROOM 163\n#else\n#define ROOM 64\n#endif\n`;
  it.each([
    [
      "at the arm that serves the other",
      table("__CUDA_ARCH__ == 1200", "__CUDA_ARCH__ == 900"),
      ["information forgets-sibling"],
    ],
    ["where it has another arm", table("__CUDA_ARCH__ == 1200"), []],
    [
      "where no arm names either",
      table("__CUDA_ARCH__ == 890", "__CUDA_ARCH__ == 900"),
      ["information guard-excludes-target"],
    ],
  ])("is told of a forgotten sibling in a ladder %s", (_, text, expected) => {
    expect(findings(text)).toEqual(expected);
  });

  it("of a forgotten sibling is told once, at the arm, when it is asked for itself", () => {
    const text = guarded(
      "__CUDA_ARCH__ == 1200",
      "  sync();\n#elif __CUDA_ARCH__ == 900\n  x[1] = 1;\n#else\n  __trap();\n",
    );
    const told = analyse(text, { target: "sm_121" }).gates.filter(({ rule }) => rule !== null);
    expect(told.map(({ gate, severity }) => `${severity ?? ""} ${gate.form} ${gate.text}`)).toEqual([
      "warning guard if __CUDA_ARCH__ == 1200",
    ]);
  });

  it("is the user's where one is set", () => {
    expect(findings(guarded(BOUND), { severities: { "guard-excludes-target": "hint" } })).toEqual([
      "hint guard-excludes-target",
    ]);
  });

  it("is none where the rule is off, and no other rule speaks in its place", () => {
    expect(findings(guarded(BOUND), { severities: { "guard-excludes-target": "off" } })).toEqual([]);
    const off = Object.fromEntries(rules.map((rule) => [rule.id, "off" as const]));
    expect(findings(guarded(BOUND, "  sync();\n", ""), { severities: off })).toEqual([]);
  });
});

describe("another target", () => {
  it.each([
    ["sm_121", BOUND, ["warning guard-excludes-target"]],
    ["sm_121", "__CUDA_ARCH__ == 1200 || __CUDA_ARCH__ == 900", ["warning guard-excludes-target"]],
    ["sm_103", "__CUDA_ARCH__ == 1000", ["warning guard-excludes-target"]],
    ["sm_110", "__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1100", ["warning guard-excludes-target"]],
    ["sm_120f", "defined(__CUDA_ARCH_FEAT_SM120_ALL)", []],
    ["sm_120a", "defined(__CUDA_ARCH_FEAT_SM120_ALL)", []],
    ["sm_120", "defined(__CUDA_ARCH_FEAT_SM120_ALL)", ["information needs-suffix"]],
    ["sm_999", BOUND, []],
    ["", BOUND, []],
  ])("%s at %s", (target, condition, expected) => {
    const found = findings(guarded(condition), { target });
    expect(found.filter((one) => !one.includes("sibling"))).toEqual(expected);
  });
});

describe("guards that a file repeats for one hardware reason", () => {
  const kernel = (name: string): string =>
    `__global__ void ${name}(int* x) {\n#if defined(__CUDA_ARCH_FEAT_SM90_ALL)\n  asm volatile("wgmma.fence.sync.aligned;");\n#endif\n  x[0] = 1;\n}\n`;

  it("are one finding with its places", () => {
    const report = analyse(kernel("a") + kernel("b") + kernel("c"));
    const told = report.gates.filter((one) => one.rule !== null);
    expect(told.length).toBe(1);
    expect(told[0]?.message).toContain("2 more places");
    expect(told[0]?.related.length).toBeGreaterThanOrEqual(2);
    expect(report.gates.map((one) => one.excludesTarget)).toEqual([true, true, true]);
  });

  it("stay apart from those that somebody may want to open", () => {
    const report = analyse(guarded(BOUND) + guarded(BOUND).replace("kernel", "other") + kernel("a"));
    expect(report.gates.filter((one) => one.rule !== null).length).toBe(3);
  });
});

describe("every gate", () => {
  it("has its say, finding or not", () => {
    const report = analyse(
      guarded("__CUDA_ARCH__ >= 900") + guarded("__CUDA_ARCH__ < 800 || X").replace("kernel", "other"),
    );
    expect(report.gates.map((one) => one.excludesTarget)).toEqual([false, "depends"]);
    for (const { message } of report.gates) expect(message).toMatch(/\S.*\.$/);
  });
});
