/** What helpers beside a way decide about it, and where they do not. */
import { describe, expect, it } from "vitest";
import { GUARDED, stepsOf } from "./python-library";

describe("what is called on the way and asked nothing", () => {
  const setup = (call: string): Record<string, string> => ({
    "/app/serving/engine.py": `${GUARDED}from wavekit import fused_norm

def choose_other():
    global OTHER
    OTHER = "plain"
    if is_sm90_supported():
        OTHER = "fast"

def refuse():
    if not is_sm90_supported():
        raise RuntimeError("only Hopper")

class Engine:
    def __init__(self, other):
${call}
        fused_norm(self)
`,
  });
  it("decides nothing by a choice of its own", async () => {
    expect(await stepsOf(setup("        choose_other()"))).toEqual([]);
  });

  it("decides by what it refuses", async () => {
    expect(await stepsOf(setup("        refuse()"))).toEqual(["engine.py:11 decides excludes"]);
  });

  it.each([
    ["an arm", "        if other:\n            refuse()"],
    ["an else", "        if other:\n            pass\n        else:\n            refuse()"],
  ])("decides nothing in %s that the way need not come by", async (_, call) => {
    expect(await stepsOf(setup(call))).toEqual([]);
  });

  it("decides in an arm where it is asked for its answer", async () => {
    const call = "        if other and is_sm90_supported():\n            return";
    expect(await stepsOf(setup(call))).not.toEqual([]);
  });
});

describe("a function beside the way", () => {
  const HELPERS = {
    "/app/serving/limits.py": `${GUARDED}
def largest(capability):
    if not is_sm90_supported():
        return None
    return 64
`,
    "/app/serving/entry.py": `from wavekit import fused_norm
from .limits import largest

try:
    from .fast import fast_norm
except ImportError:
    fast_norm = None

def most_rows():
    return largest(0)

def can_use(x):
    if fast_norm is None:
        return False
    return most_rows() is not None

def entry_norm(x):
    if can_use(x):
        return fast_norm(x)
    return x
`,
    "/app/serving/fast.py": `${GUARDED}from wavekit import fused_norm

def fast_norm(x):
    if not is_sm90_supported():
        raise RuntimeError("only Hopper")
    return fused_norm(x)
`,
  };

  it("is followed through helpers of its file to what the last one asks, before what it lets in", async () => {
    expect(await stepsOf(HELPERS, "entry_norm")).toEqual([
      "entry.py:18 decides excludes",
      "entry.py:15 decides excludes",
      "limits.py:4 decides excludes",
      "fast.py:5 decides excludes",
    ]);
  });
});

describe("a file that says nothing of devices", () => {
  const app = (flags: string): Record<string, string> => ({
    "/app/serving/flags.py": flags,
    "/app/serving/layer.py": `from wavekit import fused_norm
from .flags import FAST

def layer(x):
    if FAST:
        return fused_norm(x)
    return x
`,
  });

  it("is read for a flag of another module that it asks", async () => {
    const flags = `${GUARDED}
FAST = is_sm90_supported()
`;
    expect(await stepsOf(app(flags))).toContain("layer.py:5 decides excludes");
  });

  it("decides nothing by a flag that no device decides", async () => {
    const flags = `import os

FAST = os.environ.get("FAST") == "1"
`;
    expect(await stepsOf(app(flags))).toEqual([]);
  });
});
