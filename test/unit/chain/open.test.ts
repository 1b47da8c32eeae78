import { describe, expect, it } from "vitest";
import { editsByPath, opening } from "../../../server/src/chain/open";
import { chainIn, files, workspaceOf } from "./library";

describe("opening a chain", () => {
  it("opens a gate once, however many extensions hang on it, and leaves nothing of it", async () => {
    const workspace = await workspaceOf(files("[9, 10]"));
    const chain = chainIn(workspace, "fused_norm");
    const once = opening(chain, (path, judged) => workspace.fixesOf(path, judged));
    const steps = chain.steps.flatMap((step) => [step, { ...step, module: "another" }]);
    const twice = opening({ ...chain, steps }, (path, judged) => workspace.fixesOf(path, judged));
    expect(once.opened.map(({ step }) => step.path)).toContain("/lib/wavekit/aot.py");
    expect([...editsByPath(twice)]).toEqual([...editsByPath(once)]);
    expect(twice.left.filter(({ why }) => why.includes("another gate"))).toEqual([]);
  });
});
