import { expect, it } from "vitest";
import { DEFAULT_TARGET, matrixTargets, TARGETS } from "../../../server/src/arch/targets";

it("the columns of a matrix hold the target asked about, each once, in the order of targets", () => {
  const names = TARGETS.map(({ name }) => name);
  const usual = matrixTargets(DEFAULT_TARGET);
  expect(usual).toContain(DEFAULT_TARGET);
  for (const asked of names) {
    const columns = matrixTargets(asked);
    expect(columns).toContain(asked);
    expect(columns.filter((name) => !usual.includes(name) && name !== asked)).toEqual([]);
    expect(columns).toEqual(names.filter((name) => columns.includes(name)));
  }
  expect(matrixTargets("sm_90a").slice(2, 4)).toEqual(["sm_90", "sm_90a"]);
});
