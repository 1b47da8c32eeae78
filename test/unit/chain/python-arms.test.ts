/** What is behind an arm that gives back what something else makes is for those who are not in it. */
import { describe, expect, it } from "vitest";
import { chainIn, workspaceOf } from "./library";
import { LIBRARY } from "./python-library";

describe("what stands behind an arm", () => {
  const closed = async (body: string): Promise<boolean> => {
    const workspace = await workspaceOf({
      ...LIBRARY,
      "/lib/wavekit/serve.py": `import torch
from .compute import is_sm90_supported

def only_hopper(x):
    if not is_sm90_supported():
        raise RuntimeError("only Hopper")
    return x

def plain(x):
    return x

def serve(x, flag):
    major = torch.cuda.get_device_capability()[0]
${body}
    return only_hopper(x)
`,
    });
    const { steps, firstClosed } = chainIn(workspace, "serve");
    const refusal = steps.filter(({ judged }) => judged?.gate.consequence === "raises");
    expect(refusal.map(({ judged }) => judged?.gate.text)).toContain("if not is_sm90_supported()");
    return firstClosed !== null;
  };

  it.each([
    ["a refusal of others", "    if major != 12:\n        raise ValueError(x)"],
    ["a way of others", "    if major == 10:\n        return plain(x)"],
    ["an arm that goes on", "    if major == 12:\n        x = plain(x)"],
    [
      "an arm that not all of the target's own get into",
      "    if major == 12 and flag:\n        return plain(x)",
    ],
    ["an arm of a loop", "    for _ in x:\n        if major == 12:\n            return plain(x)"],
  ])("is come by past %s", async (_, body) => {
    expect(await closed(body)).toBe(true);
  });

  it.each([
    ["an arm of the target's own", "    if major == 12:\n        return plain(x)"],
    ["an arm of all but others", "    if major != 9:\n        return plain(x)"],
    ["one of several", "    if flag:\n        return plain(x)\n    if major >= 10:\n        return plain(x)"],
  ])("is not come by past %s", async (_, body) => {
    expect(await closed(body)).toBe(false);
  });
});
