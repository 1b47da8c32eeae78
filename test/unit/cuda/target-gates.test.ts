import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { mayHoldTargetCode } from "../../../server/src/cuda/target-code";
import { maskInWords } from "../../../server/src/logic/names";
import { analyse, checkFix, checkNoFix, fixesOf } from "../support/markers";
import type { Options } from "../support/markers";
import type { JudgedGate } from "../../../server/src/gates/judgement";

function arms(text: string, options: Options = {}): JudgedGate[] {
  return analyse(text, options).gates.filter(({ gate }) => gate.form === "target-arm");
}

const kernel = (call: string, after = "  x[1] = 1;\n"): string =>
  `#include <nv/target>\n__device__ void work(int* x);\n__global__ void kernel(int* x) {\n  ${call}\n${after}}\n`;

const sets = (text: string): string[] =>
  arms(text).map(({ gate }) => maskInWords(gate.admission.admits, "targets"));

describe("code for some targets", () => {
  it.each([
    ["NV_IF_TARGET(NV_PROVIDES_SM_90, (work(x);))", ["sm_90–sm_121 (all variants)"]],
    ["NV_IF_TARGET(NV_IS_EXACTLY_SM_90, (work(x);), (x[0] = 1;))", ["sm_90 (all variants)"]],
    ["NV_IF_ELSE_TARGET(NV_HAS_FEATURE_SM_120f, (work(x);), (x[0] = 1;))", ["sm_120a/f, sm_121a/f"]],
    ["NV_IF_TARGET(NV_HAS_FEATURE_SM_120a, work(x);)", ["sm_120a"]],
    [
      "NV_DISPATCH_TARGET(NV_HAS_FEATURE_SM_90a, (work(x);), NV_PROVIDES_SM_90, (x[0] = f(1, 2);), NV_IS_DEVICE, (x[0] = 0;))",
      ["sm_90a", "plain sm_90, sm_100–sm_121 (all variants)"],
    ],
    [
      "NV_IF_TARGET(NV_PROVIDES_SM_80, (NV_IF_TARGET(NV_IS_EXACTLY_SM_80, (work(x);))))",
      ["sm_80–sm_121 (all variants)", "sm_80"],
    ],
    ["NV_IF_TARGET(NV_IS_DEVICE, (work(x);), (host();))", []],
    ["NV_IF_TARGET(NV_ANY_TARGET, (work(x);))", []],
    ["NV_IF_TARGET(SOMEBODYS_OWN, (work(x);))", []],
    ["NV_IF_TARGET(NV_PROVIDES_SM_70, (work(x);))", []],
  ])("is read: %s", (call, expected) => {
    expect(sets(kernel(call))).toEqual(expected);
  });

  it("stands under the conditions around it", () => {
    const text = kernel(
      "\n#if __CUDA_ARCH__ >= 1000 && defined(FAST)\n  NV_IF_TARGET(NV_IS_EXACTLY_SM_100, (work(x);))\n#endif",
    );
    const [arm] = arms(text);
    expect(arm?.gate.admission.admits).toBe(0);
    expect(arm?.gate.admission.depends.map(({ when }) => when)).toEqual(["defined(FAST)"]);
  });

  it("may be asked for by a name of the file's own", () => {
    expect(
      sets(`#define WITH_TMA NV_PROVIDES_SM_90\n${kernel("NV_IF_TARGET(WITH_TMA, (work(x);))")}`),
    ).toEqual(["sm_90–sm_121 (all variants)"]);
  });

  it.each([
    ["NV_IF_TARGET(NV_IS_EXACTLY_SM_90, (work(x);))", undefined, "warning guard-excludes-target skipped"],
    ["NV_IF_TARGET(NV_IS_EXACTLY_SM_90, (work(x);))", "", "error guard-empties-body empty"],
    ["NV_IF_TARGET(NV_IS_EXACTLY_SM_90, (work(x);), (__trap();))", undefined, "warning guard-traps traps"],
    [
      "NV_IF_TARGET(NV_IS_EXACTLY_SM_90, (work(x);), (x[0] = 1;))",
      undefined,
      "information guard-excludes-target falls back",
    ],
    ["NV_IF_TARGET(NV_HAS_FEATURE_SM_90a, (work(x);))", undefined, "- - -"],
    ["NV_IF_TARGET(NV_PROVIDES_SM_90, (work(x);))", undefined, "- - -"],
    ["NV_IF_TARGET(NV_IS_EXACTLY_SM_80, (work(x);))", undefined, "- - -"],
    [
      "NV_DISPATCH_TARGET(NV_IS_EXACTLY_SM_90, (work(x);), NV_PROVIDES_SM_80, (x[0] = 2;))",
      undefined,
      "- - -",
    ],
    ["NV_IF_TARGET(NV_IS_EXACTLY_SM_120, (work(x);))", undefined, "information forgets-sibling -"],
    ["NV_IF_TARGET(NV_HAS_FEATURE_SM_120f, (work(x);))", undefined, "information needs-suffix skipped"],
    [
      'NV_IF_TARGET(NV_PROVIDES_SM_90, (asm volatile("wgmma.fence.sync.aligned;");))',
      undefined,
      "error too-wide -",
    ],
  ])("is judged as a guard is: %s", (call, after, expected) => {
    const [first] = arms(kernel(call, after));
    expect(`${first?.severity ?? "-"} ${first?.rule ?? "-"} ${first?.consequence ?? "-"}`).toBe(expected);
  });

  it.each([
    ["NV_IS_EXACTLY_SM_90", "NV_PROVIDES_SM_90", "sm_120"],
    ["NV_IS_EXACTLY_SM_120", "NV_PROVIDES_SM_120", "sm_120"],
    ["NV_HAS_FEATURE_SM_120a", "NV_HAS_FEATURE_SM_120f", "sm_120"],
  ])("is opened by a wider selector: %s", (before, after, target) => {
    const text = (selector: string): string => kernel(`NV_IF_TARGET(${selector}, (work(x);))`);
    checkFix(text(before), "widen-selector", text(after), { target });
  });

  it.each([
    "NV_DISPATCH_TARGET(NV_IS_EXACTLY_SM_90, (work(x);), NV_IS_EXACTLY_SM_100, (work(x + 1);), NV_ANY_TARGET, (__trap();))",
    "NV_IF_TARGET(NV_IS_EXACTLY_SM_90, (work(x);), (NV_IF_TARGET(NV_IS_EXACTLY_SM_100, (work(x + 1);), (__trap();))))",
    "NV_DISPATCH_TARGET(NV_IS_EXACTLY_SM_90, (work(x);), NV_PROVIDES_SM_100, (work(x + 1);), NV_ANY_TARGET, (__trap();))",
  ])("is not opened by what takes from another arm: %s", (call) => {
    const report = analyse(kernel(call));
    const [first] = report.gates.filter(({ gate }) => gate.form === "target-arm");
    const kinds = first === undefined ? ["none"] : fixesOf(report, first).map(({ kind }) => kind);
    expect(kinds).toEqual([]);
  });

  it("is opened at the last arm that names some", () => {
    const text = (selector: string): string =>
      kernel(
        `NV_DISPATCH_TARGET(NV_IS_EXACTLY_SM_90, (work(x);), ${selector}, (work(x + 1);), NV_ANY_TARGET, (__trap();))`,
      );
    const report = analyse(text("NV_IS_EXACTLY_SM_100"));
    const arm = report.gates.filter(({ gate }) => gate.form === "target-arm")[1];
    const fixes = arm === undefined ? [] : fixesOf(report, arm);
    expect(fixes.map(({ title }) => title)).toEqual(["Ask for 'NV_PROVIDES_SM_100' (adds sm_103–sm_121)"]);
  });

  it("is not where the reason is hardware", () => {
    checkNoFix(
      kernel('NV_IF_TARGET(NV_IS_EXACTLY_SM_90, (asm volatile("wgmma.fence.sync.aligned;");))'),
      "widen-selector",
    );
  });

  it("keeps its other bytes, whatever is offered", () => {
    const report = analyse(kernel("NV_IF_TARGET(NV_IS_EXACTLY_SM_90, (work(x);))"));
    const [arm] = report.gates.filter(({ gate }) => gate.form === "target-arm");
    const fixes = arm === undefined ? [] : fixesOf(report, arm);
    expect(fixes.map(({ title }) => title)).toEqual(["Ask for 'NV_PROVIDES_SM_90' (adds sm_100–sm_121)"]);
  });

  it("never fails, whatever is cut", () => {
    const whole = kernel(
      "NV_DISPATCH_TARGET(NV_IS_EXACTLY_SM_90, (work(x);), NV_IS_DEVICE, (x[0] = (1, 2);))",
    );
    const cut = fc.tuple(fc.nat(whole.length), fc.nat(40));
    fc.assert(fc.property(cut, ([at, length]) => void arms(whole.slice(0, at) + whole.slice(at + length))));
  });

  it("is looked for only where it can be", () => {
    expect(mayHoldTargetCode("NV_IF_TARGET (x, (y))")).toBe(true);
    expect(mayHoldTargetCode("MY_NV_IF_TARGET(x)")).toBe(false);
  });
});
