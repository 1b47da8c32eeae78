import { describe, expect, it } from "vitest";
import { INSTRUCTION_FORMS } from "../../../../server/src/arch/instructions";
import { matchInstruction } from "../../../../server/src/cuda/ptx/match";
import type { InstructionMatch } from "../../../../server/src/cuda/ptx/match";
import { parsePtx } from "../../../../server/src/cuda/ptx/parse";
import { targetNames, variantMask } from "../../../../server/src/logic/sets";

function match(ptx: string): InstructionMatch | null {
  const [instruction] = parsePtx(ptx);
  return instruction === undefined ? null : matchInstruction(instruction);
}

/** Which variants of sm_120 have it: "120 120a 120f", "120a 120f", "". */
function on120(ptx: string): string | null {
  const found = match(ptx);
  if (found === null) return null;
  return targetNames(found.targets & variantMask("sm_120"))
    .map((name) => name.slice(3))
    .join(" ");
}

describe("matchInstruction", () => {
  it("gives every measured form its own answer", () => {
    const wrong = INSTRUCTION_FORMS.filter((form) => {
      const found = match(form.ptx);
      return form.targets === 0 ? found !== null : found?.targets !== form.targets;
    });
    expect(wrong.map((form) => form.name)).toEqual([]);
  });

  it.each([
    // The word that decides is not measured in this very combination.
    [
      "cp.async.bulk.tensor.5d.cta_group::2.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1, {%2, %3, %4, %5, %6}], [%7], %8",
      "",
    ],
    [
      "cp.async.bulk.tensor.5d.shared::cluster.global.mbarrier::complete_tx::bytes.L2::cache_hint [%0], [%1, {%2, %3, %4, %5, %6}], [%7], %8",
      "120 120a 120f",
    ],
    ["wgmma.mma_async.sync.aligned.m64n200k16.f32.bf16.bf16 {%0}, %1, %2, p, 1, 1, 0, 0", ""],
    ["tcgen05.ld.sync.aligned.32x32b.x128.b32 {%0}, [%1]", ""],
    ["redux.sync.max.f32 %0, %1, 0xffffffff", ""],
    ["redux.sync.max.s32 %0, %1, 0xffffffff", "120 120a 120f"],
    ["cvt.rs.satfinite.relu.e2m1x4.f32 %0, {%1, %2, %3, %4}, %5", ""],
    ["cvt.rn.satfinite.relu.e2m1x2.f32 %0, %1, %2", "120a 120f"],
    [
      "mma.sync.aligned.kind::f8f6f4.m16n8k32.row.col.f32.e5m2.e3m2.f32 {%0, %1, %2, %3}, {%4, %5, %6, %7}, {%8, %9}, {%0, %1, %2, %3}",
      "120a 120f",
    ],
    // A constant decides only where all the words are those of the form that it decides for.
    ["tensormap.replace.tile.global_dim.shared::cta.b1024.b32 [%0], 4, %1", "120a 120f"],
    ["tensormap.replace.tile.swizzle_mode.global.b1024.b32 [%0], 4", ""],
    ["setmaxnreg.inc.sync.aligned.u32 %0", "120a 120f"],
    ["ld.global.nc.v8.u32 {%0, %1, %2, %3, %4, %5, %6, %7}, [%8]", "120 120a 120f"],
  ])("%s", (ptx, expected) => {
    expect(on120(ptx)).toBe(expected);
  });

  it("tells whether it is sure", () => {
    expect(match("griddepcontrol.wait")?.approximate).toBe(false);
    expect(match("cp.async.bulk.tensor.5d.shared::cta.global [%0], [%1], [%2]")?.approximate).toBe(true);
    // The opcode as a whole is one architecture's.
    expect(
      match("wgmma.mma_async.sync.aligned.m64n56k16.f32.f16.f16 {%0}, %1, %2, p, 1, 1, 0, 0")?.approximate,
    ).toBe(false);
  });

  it.each([
    ["redux.sync.max.abs.f32 %0, %1, %2", ["sm_100a", "sm_100f", "sm_103a", "sm_103f"]],
    ["redux.sync.min.NaN.f32 %0, %1, 0xffffffff", ["sm_100a", "sm_100f", "sm_103a", "sm_103f"]],
    ["cvt.rs.satfinite.f16x2.f32 %0, %1, %2, %3", ["sm_100a", "sm_103a"]],
    ["cvt.rs.relu.f16x2.f32 %0, %1, %2, %3", ["sm_100a", "sm_103a"]],
  ])("is sure of %s by its one word that restricts all forms", (ptx, targets) => {
    const found = match(ptx);
    expect(found?.approximate).toBe(false);
    expect(targetNames(found?.targets ?? 0)).toEqual(targets);
  });

  it("does not take a neighbour of another type for evidence", () => {
    // 256-bit loads are new; loads of eight bytes are not.
    expect(on120("ld.global.v4.f64 {%0, %1, %2, %3}, [%4]")).toBe("120 120a 120f");
    const older = match("ld.global.v2.u64 {%0, %1}, [%2]")?.targets ?? 0;
    expect(older & variantMask("sm_80")).not.toBe(0);
    const plain = match("fma.rn.f32 %0, %1, %2, %3")?.targets ?? 0;
    expect(plain & variantMask("sm_75")).not.toBe(0);
  });

  it("lets the operands decide where the words are the same", () => {
    const sm89 = variantMask("sm_89");
    expect((match("mbarrier.arrive.shared.b64 %0, [%1]")?.targets ?? 0) & sm89).not.toBe(0);
    expect((match("mbarrier.arrive.shared.b64 %0, [%1], %2")?.targets ?? 0) & sm89).toBe(0);
    expect((match("mov.u32 %0, %clusterid.x")?.targets ?? 0) & sm89).toBe(0);
    expect((match("mov.u32 %0, %tid.x")?.targets ?? 0) & sm89).not.toBe(0);
  });

  it("answers an instruction with a hole by all that it might be", () => {
    expect(on120("wgmma.mma_async.sync.aligned.\uFFFC.f32 {%0}, %1, %2")).toBe("");
    expect(on120("cvt.rn.\uFFFC.f32 %0, %1, %2")).toBe("120 120a 120f");
  });

  it("knows nothing of what was never measured", () => {
    expect(match("frobnicate.b32 %0, %1")).toBeNull();
    expect(match("vote.ballot.b32 %0, %1")).toBeNull();
  });
});
