/** What a step says of itself: a ladder is no arm, and who gets in only under a condition is not nobody. */
import { describe, expect, it } from "vitest";
import { chainAnswer } from "../../../server/src/display/chain-answer";
import { chainIn, workspaceOf } from "./library";

async function answer(text: string): Promise<string> {
  const workspace = await workspaceOf({ "/lib/pick.py": `import torch\n\n${text}` });
  const chain = chainIn(workspace, "pick");
  return chainAnswer(chain, { markdown: false, show: (path) => path, sourceOf: () => null });
}

describe("a step of a chain", () => {
  it.each(["    raise ValueError()", "    return None"])(
    "tells a ladder from its last arm, before %j",
    async (end) => {
      const told = await answer(`def pick(device):
    major, minor = torch.cuda.get_device_capability(device)
    if major == 9:
        return hopper()
    elif major == 10:
        return older()
    elif major == 12:
        return newest()
${end}
`);
      expect(told).toContain("decides: the ladder that ends with elif major == 12\n");
      expect(told).not.toContain("decides: elif major == 12");
    },
  );

  it("names those who get in under a condition", async () => {
    const told = await answer(`def pick(device, wanted):
    major, minor = torch.cuda.get_device_capability(device)
    if major == 9 and wanted:
        return hopper()
    return older()
`);
    expect(told).toContain("admits 9.0 if wanted");
    expect(told).not.toContain("admits no device");
  });
});
