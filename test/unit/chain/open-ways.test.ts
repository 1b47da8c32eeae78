/** A closed gate on one way says nothing of the others: what is said of them has to be known of every condition on them. */
import { describe, expect, it } from "vitest";
import { chainSummary } from "../../../server/src/display/chain-answer";
import { isClosed } from "../../../server/src/chain/chain";
import { chainIn, files, HEADER, workspaceOf } from "./library";
import type { ChainWorkspace } from "../../../server/src/workspace/chain-files";

const JIT = `import torch
from .core import gen_jit_spec, nvcc_flags

def gen_hopper():
    return gen_jit_spec("hopper", ["csrc/hopper.cu"], extra_cuda_cflags=nvcc_flags(supported_major_versions=[9]))

def gen_wide():
    return gen_jit_spec("wide", ["csrc/wide.cu"], extra_cuda_cflags=nvcc_flags(supported_major_versions=[9, 12]))

def gen_plain():
    return gen_jit_spec("plain", ["csrc/plain.cu"])
`;
const CORE = `import torch

def nvcc_flags(supported_major_versions=None):
    major, _ = torch.cuda.get_device_capability()
    if major not in supported_major_versions:
        raise RuntimeError("no supported architecture")
    return [f"-gencode=arch=compute_{major}0"]
`;
const HEAD = `import torch
from .jit import gen_hopper, gen_wide, gen_plain

major = torch.cuda.get_device_capability()[0]

def load_hopper():
    return gen_hopper().build_and_load()

def load_wide():
    return gen_wide().build_and_load()

def load_plain():
    return gen_plain().build_and_load()

def check():
    if major != 9:
        raise ValueError("not for this device")

def only_hopper():
    if major != 9:
        raise ValueError("not for this device")
    return True

def anybody():
    return True

`;

function libraryWith(body: string): Promise<ChainWorkspace> {
  return workspaceOf(
    {
      "/lib/pyproject.toml": "",
      "/lib/kit/__init__.py": "",
      "/lib/kit/core.py": CORE,
      "/lib/kit/jit.py": JIT,
      "/lib/kit/ops.py": HEAD + body,
      "/lib/csrc/hopper.cu": "",
      "/lib/csrc/wide.cu": "",
      "/lib/csrc/plain.cu": "",
    },
    { folders: ["/lib"] },
  );
}

async function waysOf(body: string): Promise<{ ways: readonly string[]; summary: string }> {
  const chain = chainIn(await libraryWith(body), "run");
  expect(chain.steps.some(isClosed)).toBe(true);
  // What is closed on one way is not the first closed gate of all.
  expect(chain.firstClosed === null).toBe(chain.openWays.length > 0);
  return { ways: chain.openWays, summary: chainSummary(chain) };
}

describe("the ways past a closed gate", () => {
  it.each([
    [
      "arms that a setting chooses",
      `def run(backend):
    if backend == "hopper":
        return load_hopper()
    elif backend == "wide":
        return load_wide()
    raise ValueError(backend)
`,
      ["wide"],
    ],
    [
      "what is left where an arm returns",
      `def run(fast):
    if fast:
        return load_hopper()
    return load_plain()
`,
      ["plain"],
    ],
    [
      "either side of an expression",
      `def run(fast):
    return load_hopper() if fast else load_plain()
`,
      ["plain"],
    ],
    [
      "what a table makes when it is asked",
      `def run(backend):
    makers = {"hopper": lambda: load_hopper(), "wide": lambda: load_wide(), "plain": lambda: load_plain()}
    return makers[backend]()
`,
      ["wide", "plain"],
    ],
    [
      "an arm of the target's own in a ladder of devices",
      `def pick():
    if major == 9:
        return load_hopper()
    elif major == 12:
        return load_wide()
    else:
        raise ValueError(major)

def run(backend):
    if backend == "hopper":
        return load_hopper()
    return pick()
`,
      ["wide"],
    ],
    [
      "the backends whose requirement lets it in",
      `@backend_requirement({"hopper": only_hopper, "wide": anybody})
def run(backend):
    makers = {"hopper": lambda: load_plain(), "wide": lambda: load_wide()}
    return makers[backend]()
`,
      ["wide"],
    ],
  ])("are told: %s", async (_, body, expected) => {
    const { ways, summary } = await waysOf(body);
    expect(ways).toEqual(expected);
    expect(summary).toContain(`Another way is open: from run to ${expected[0] ?? ""}`);
  });

  it.each([
    [
      "what is called in any case is closed",
      `def run(fast):
    load_hopper()
    if fast:
        return load_wide()
    return load_hopper()
`,
    ],
    [
      "a check before both turns it away",
      `def run(fast):
    check()
    if fast:
        return load_hopper()
    return load_plain()
`,
    ],
    [
      "the function turns it away itself",
      `def run(fast):
    if major != 9:
        raise ValueError(major)
    if fast:
        return load_hopper()
    return load_plain()
`,
    ],
    [
      "the other arm is what other devices get",
      `def run(fast):
    if fast:
        return load_hopper()
    if major >= 12:
        return load_hopper()
    else:
        return load_plain()
`,
    ],
    [
      "its own requirement is closed",
      `@backend_requirement({"hopper": anybody, "plain": only_hopper})
def run(backend):
    makers = {"hopper": lambda: load_hopper(), "plain": lambda: load_plain()}
    return makers[backend]()
`,
    ],
    [
      "nothing tells for which backend it is",
      `@backend_requirement({"hopper": only_hopper, "plain": anybody})
def run(fast):
    if fast:
        return load_hopper()
    return load_plain()
`,
    ],
    [
      "both may be called",
      `def run(fast, log):
    if log:
        load_plain()
    if fast:
        return load_hopper()
`,
    ],
  ])("are not told where %s", async (_, body) => {
    const { ways, summary } = await waysOf(body);
    expect(ways).toEqual([]);
    expect(summary).not.toContain("Another way is open");
  });
});

describe("what comes behind or beside an arm", () => {
  it.each([
    ["that the target leaves by", "if major != 9:\n        return load_plain()\n    return load_hopper()"],
    [
      "that it may leave by and others do",
      "if major != 9 or knows():\n        return load_plain()\n    return load_hopper()",
    ],
    ["that is its own", "if major >= 12:\n        return load_wide()\n    return load_hopper()"],
    [
      "that leaves the rest an else",
      "if major != 9:\n        one = load_plain()\n    else:\n        one = load_hopper()\n    return one",
    ],
    ["of an expression", "return load_plain() if major != 9 else load_hopper()"],
  ])("%s is others'", async (_, body) => {
    const chain = chainIn(await libraryWith(`def run(flag):\n    ${body}\n`), "run");
    expect(chain.firstClosed).toBeNull();
    expect(chain.steps.find(({ title }) => title === "module hopper")?.isOthers).toBe(true);
    expect(chainSummary(chain)).toMatch(/^All \d+ gates on this path let sm_120 through\.$/);
  });

  it.each([
    ["is taken under a flag", "if flag:\n        if major != 9:\n            return load_plain()"],
    ["asks for more", "if major != 9 and flag:\n        return load_plain()"],
    ["goes on", "if major != 9:\n        load_plain()"],
    ["comes after another one", "if flag:\n        pass\n    elif major != 9:\n        return load_plain()"],
    ["is older devices'", "if major < 9:\n        return load_plain()"],
    ["turns older ones away", "if major < 9:\n        return None"],
  ])("is the target's as well where the arm %s", async (_, body) => {
    for (const name of ["run", "use_run"]) {
      const library = await libraryWith(`def ${name}(flag):\n    ${body}\n    return load_hopper()\n`);
      const chain = chainIn(library, name);
      expect(chain.steps.some(isClosed)).toBe(true);
      expect(chain.steps.find(({ title }) => title === "module hopper")?.isOthers).toBeUndefined();
    }
  });

  it("is the target's as well where it is called another time", async () => {
    const body = "if flag:\n        load_hopper()\n    if major != 9:\n        return load_plain()";
    const library = await libraryWith(`def run(flag):\n    ${body}\n    return load_hopper()\n`);
    expect(chainIn(library, "run").firstClosed).not.toBeNull();
  });
});

describe("a list of what is compiled ahead", () => {
  const AHEAD = "Nothing but lists of what is compiled ahead is closed";
  const OPEN = HEADER.replaceAll("1200", "1300");

  it.each([
    ["[9, 10, 12]", OPEN, true],
    ["[9, 10, 12]", HEADER, false],
    ["[9, 10]", OPEN, false],
  ])("shuts nobody out of what is compiled on demand: with %s", async (majors, header, isAlone) => {
    const workspace = await workspaceOf(files(majors, header), { folders: ["/lib"] });
    expect(chainSummary(chainIn(workspace, "fused_norm")).includes(AHEAD)).toBe(isAlone);
  });
});
