/** What a function that builds an extension calls ahead of it may refuse the device. */
import { describe, expect, it } from "vitest";
import { rowsOf } from "../../../server/src/chain/matrix";
import { chainIn, told, workspaceOf } from "./library";

const files = (body: string): Record<string, string> => ({
  "/lib/pyproject.toml": "",
  "/lib/kit/__init__.py": "",
  "/lib/kit/env.py": `import torch

def check():
    if torch.cuda.get_device_capability()[0] != 10:
        raise RuntimeError("needs 10.x")
    return open("/dev/null")

def choose():
    return 1 if torch.cuda.get_device_capability()[0] == 10 else 2
`,
  "/lib/kit/ops.py": `from torch.utils.cpp_extension import load
from . import env
from .env import check, choose

${body}

def use(x):
    return build().run(x)
`,
  "/lib/kit/a.cu": "__global__ void kern() {}\n",
});

const LOAD = 'load("kit_ext", sources=["a.cu"])';

describe("a function that builds an extension", () => {
  it.each([
    ["a call", `def build():\n    check()\n    return ${LOAD}`],
    ["through a module", `def build():\n    env.check()\n    return ${LOAD}`],
    ["with", `def build():\n    with check():\n        return ${LOAD}`],
    ["a helper of the file", `def build():\n    near()\n    return ${LOAD}\n\ndef near():\n    check()\n`],
  ])("is shut where its helper refuses: %s", async (_, body) => {
    const workspace = await workspaceOf(files(body));
    const chain = chainIn(workspace, "use");
    expect(told(workspace, chain)).toContain("env.py:4 builds excludes");
    expect(chain.firstClosed).not.toBeNull();
    const [row] = rowsOf("/lib/kit/ops.py", "features", [workspace.forTarget("sm_120")]);
    expect(row?.cells[0]?.state).toBe("excludes");
    const [open] = rowsOf("/lib/kit/ops.py", "features", [workspace.forTarget("sm_100")]);
    expect(open?.cells[0]?.state).toBe("admits");
  });

  it.each([
    [
      "hands on a choice to a helper",
      `def build():\n    near(False)\n    return ${LOAD}\n\ndef near(strict):\n    if strict:\n        check()\n`,
    ],
    [
      "asks a helper that refuses under a condition",
      `import torch\n\ndef build():\n    near(False)\n    return ${LOAD}\n\ndef near(strict):\n    if strict:\n        if torch.cuda.get_device_capability()[0] != 10:\n            raise RuntimeError("no")\n`,
    ],
    [
      "asks under a condition",
      `def build(strict=False):\n    if strict:\n        check()\n    return ${LOAD}`,
    ],
    [
      "catches it",
      `def build():\n    try:\n        check()\n    except RuntimeError:\n        pass\n    return ${LOAD}`,
    ],
    ["only chooses", `def build():\n    choose()\n    return ${LOAD}`],
  ])("is not where it %s", async (_, body) => {
    const workspace = await workspaceOf(files(body));
    expect(chainIn(workspace, "use").firstClosed).toBeNull();
  });
});
