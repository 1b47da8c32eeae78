import { describe, expect, it } from "vitest";
import { closedBehind } from "../../../server/src/chain/behind";
import { rowsOf } from "../../../server/src/chain/matrix";
import { workspaceOf } from "./library";

/** Kernels under one guard, for one reason that the hardware gives: a scan tells of them once. */
const kernel = (name: string): string => `__global__ void ${name}(float* out) {
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1000
  asm volatile("wgmma.fence.sync.aligned;\\n");
#endif
}
`;
const HEADER = `#pragma once\n${["one", "two", "three"].map(kernel).join("\n")}`;

describe("the support matrix", () => {
  it.each(["sm_120", "sm_80"])("leaves %s out of every kernel whose guard does", async (target) => {
    const workspace = await workspaceOf({ "/lib/gemm.cuh": HEADER });
    const rows = rowsOf("/lib/gemm.cuh", "features", [workspace.forTarget(target)]);
    expect(rows.map(({ name, cells }) => [name, cells[0]?.state, cells[0]?.consequence])).toEqual([
      ["one", "excludes", "empty"],
      ["two", "excludes", "empty"],
      ["three", "excludes", "empty"],
    ]);
    expect(rows.map(({ cells }) => cells[0]?.because?.judged?.gate.span.start)).toEqual(
      [...HEADER.matchAll(/#if/g)].map(({ index }) => index + 1),
    );
  });
});

const FLAGS = `plain = ["-O3"]
sm90a_flags = ["-gencode=arch=compute_90a,code=sm_90a"]
sm120_flags = ["-gencode=arch=compute_120,code=sm_120"] + plain
sm100_flags = ["-gencode=arch=compute_100a,code=sm_100a"] + plain
`;
const HERE = "from .spec import gen_jit_spec\n";

describe("an extension that is given flags by name", () => {
  it.each([
    ["sm90a_flags", "excludes"],
    ["sm100_flags", "excludes"],
    ['["-O3"] + sm90a_flags', "excludes"],
    ['sm90a_flags + ["-O3"]', "excludes"],
    ["sm90a_flags + sm120_flags", "admits"],
    ['[*sm90a_flags, "-O3"]', "excludes"],
    ["[*plain, *sm100_flags]", "excludes"],
    ["[*sm100_flags, *sm120_flags]", "admits"],
    ["[*plain]", "admits"],
    ["list(sm90a_flags)", "excludes"],
    ["sm90a_flags.copy()", "excludes"],
    ['list(sm100_flags) + ["-O3"]', "excludes"],
    ["list(sm120_flags)", "admits"],
    ["sm120_flags", "admits"],
    ["plain", "admits"],
    ["unknown_flags", "admits"],
  ])("is built for whom they name: %s", async (given, state) => {
    const build = `def gen_fast():\n    return gen_jit_spec("fast", ["fast.cu"], extra_cuda_cflags=${given})\n`;
    for (const text of [
      `${HERE}${FLAGS}${build}`,
      `${HERE}from .flags import *\n${build}`,
      `${HERE}from .flags import plain, sm90a_flags, sm100_flags, sm120_flags\n${build}`,
    ]) {
      const workspace = await workspaceOf({ "/lib/jit/mod.py": text, "/lib/jit/flags.py": FLAGS });
      const rows = rowsOf("/lib/jit/mod.py", "features", [workspace.forTarget("sm_120")]);
      expect(rows.map(({ name, cells }) => [name, cells[0]?.state])).toEqual([["fast", state]]);
    }
  });

  it.each(["sm100_flags", '["-A"] + sm100_flags'])("never stands behind itself: %s", async (given) => {
    const build = `def gen_fast():\n    return gen_jit_spec("fast", ["fast.cu"], extra_cuda_cflags=${given})\n`;
    const path = "/lib/jit/mod.py";
    const files = {
      [path]: `${HERE}from .flags import sm100_flags\n${build}`,
      "/lib/jit/flags.py": FLAGS,
      "/lib/jit/fast.cu": HEADER,
    };
    const [asked, again] = [await workspaceOf(files), await workspaceOf(files)];
    const gates = asked.forTarget("sm_120").gates.in(path);
    expect(gates.map(({ rule }) => rule)).toEqual(["arch-list-unbuilt"]);
    // Who asks has read the file by itself.
    const [gate] = gates;
    const behind = gate === undefined ? [] : closedBehind(again.forTarget("sm_120"), path, gate);
    expect(behind.filter((one) => one.path === path)).toEqual([]);
    expect(gate?.related.map(({ file }) => file)).toEqual(["/lib/jit/flags.py"]);
  });

  it("is told of once where the function spells its flags out", async () => {
    const text = `${HERE}def gen_fast():
    flags = ["-gencode=arch=compute_90a,code=sm_90a"]
    return gen_jit_spec("fast", ["fast.cu"], extra_cuda_cflags=flags)
`;
    const workspace = await workspaceOf({ "/lib/jit/mod.py": text });
    const [row] = rowsOf("/lib/jit/mod.py", "features", [workspace.forTarget("sm_120")]);
    expect(row?.cells[0]?.state).toBe("excludes");
    expect(workspace.forTarget("sm_120").gates.in("/lib/jit/mod.py")).toHaveLength(1);
  });

  it.each([
    ["    if way == 'old':\n        return gen_jit_spec('fast', ['fast.cu'])\n    return"],
    ["    if way == 'old':\n        return gen_jit_spec('fast', ['fast.cu'])\n    else:\n        return"],
  ])("is not told of by the flags of one of its ways", async (before) => {
    const text = `${HERE}${FLAGS}def gen_fast(way):\n${before} gen_jit_spec("fast", ["fast.cu"], extra_cuda_cflags=sm90a_flags)\n`;
    const workspace = await workspaceOf({ "/lib/jit/mod.py": text });
    const [row] = rowsOf("/lib/jit/mod.py", "features", [workspace.forTarget("sm_120")]);
    expect(row?.cells[0]?.state).toBe("admits");
  });
});
