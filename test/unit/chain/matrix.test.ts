import { describe, expect, it } from "vitest";
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
