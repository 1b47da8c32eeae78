/** Of several ways one is taken: a closed one shuts nobody out where another one is open. */
import { describe, expect, it } from "vitest";
import { chainSummary } from "../../../server/src/display/chain-answer";
import type { Chain } from "../../../server/src/chain/chain";
import { chainIn, workspaceOf } from "./library";

const CORE = `import torch

def flags(supported_major_versions):
    if torch.cuda.get_device_capability()[0] not in supported_major_versions:
        raise RuntimeError("no supported architecture")
    return []

def fast(x):
    return flags(supported_major_versions=[9, 10])

def slow(x):
    return flags(supported_major_versions=[9, 10, 12])

def plain(x):
    return x
`;
const HEAD = `import torch
from .core import fast, slow, plain

major = torch.cuda.get_device_capability()[0]
`;

async function chainOf(module: string, more: Record<string, string> = {}): Promise<Chain> {
  const files = {
    "/lib/pyproject.toml": "",
    "/lib/kit/__init__.py": "",
    "/lib/kit/core.py": CORE,
    "/lib/kit/ops.py": HEAD + module,
    ...more,
  };
  return chainIn(await workspaceOf(files, { folders: ["/lib"] }), "run");
}

const ran = (body: string): Promise<Chain> => chainOf(`def run(x, how):\n    ${body}\n`);

describe("one of several ways", () => {
  it.each([
    ["a name bound by an expression", "f = fast if how else slow\n    return f(x)"],
    ["a name bound in arms", "if how:\n        f = fast\n    else:\n        f = slow\n    return f(x)"],
    ["what an expression gives", "return (fast if how else slow)(x)"],
    ["a list that is written beside", "return [fast, slow][how](x)"],
    ["a dictionary", 'impl = {"a": fast, "b": slow}[how]\n    return impl(x)'],
    ["a dictionary that is asked", 'return {"a": fast}.get(how, slow)(x)'],
    ["what is left behind an arm", 'if how == "a":\n        return fast(x)\n    return slow(x)'],
    ["what has no gate", 'if how == "a":\n        return fast(x)\n    return plain(x)'],
    [
      "arms of a ladder",
      "if how:\n        return fast(x)\n    elif x:\n        return slow(x)\n    raise KeyError",
    ],
    [
      "a gate of its own",
      "if how:\n        if major not in (9, 10):\n            raise RuntimeError(major)\n        return x\n    return plain(x)",
    ],
    [
      "a gate behind an arm",
      "if how:\n        return slow(x)\n    if major == 12:\n        raise RuntimeError\n    return x",
    ],
  ])("is not closed where another one is open: %s", async (_, body) => {
    const chain = await ran(body);
    expect(chain.firstClosed).toBeNull();
    expect(chainSummary(chain)).toContain("1 gate depends on what is not known");
  });

  it.each([
    [
      "the other one ends in a refusal",
      "if how:\n        return fast(x)\n    plain(x)\n    raise ValueError(how)",
    ],
    ["the target does not come to it", "if major == 12:\n        return fast(x)\n    return slow(x)"],
    ["the other one is no way", "if how:\n        plain(x)\n    return fast(x)"],
    ["all are called", "return [fast(x), slow(x)][how]"],
    [
      "the other one is closed as well",
      "if how:\n        return fast(x)\n    assert major == 9\n    return slow(x)",
    ],
    ["it is called besides", "if how:\n        fast(x)\n        return slow(x)\n    return fast(x)"],
  ])("is closed where %s", async (_, body) => {
    expect((await ran(body)).firstClosed).not.toBeNull();
  });
});

const RUN = "\ndef run(x, how):\n    return T[how](x)\n";

describe("a table", () => {
  it.each([
    ["is given another member", `T = {"a": fast}\nT["b"] = slow\n${RUN}`],
    ["is asked by a key and grows", 'T = {"a": fast}\nT["b"] = slow\ndef run(x):\n    return T["b"](x)\n'],
    ["is brought up to date", `T = {"a": fast}\nT.update(b=slow)\n${RUN}`],
    ["is appended to", `T = [fast]\nT.append(slow)\n${RUN}`],
    ["takes in another one", `U = {"b": slow}\nT = {"a": fast, **U}\n${RUN}`],
    ["holds what has no name", `T = {"a": fast, "b": lambda x: slow(x)}\n${RUN}`],
    [
      "is filled by a decorator",
      `T = {"a": fast}\ndef adds(n):\n    def deco(f):\n        T[n] = f\n        return f\n    return deco\n${RUN}`,
    ],
    ["is handed on", `T = {"a": fast}\nfill(T)\n${RUN}`],
    ["has another name", `T = {"a": fast}\nU = T\nU["b"] = slow\n${RUN}`],
    ["is bound anew", `T = {"a": fast}\ndef grow():\n    global T\n    T = {"b": slow}\n${RUN}`],
  ])("that %s is known at run time", async (_, module) => {
    const chain = await chainOf(module);
    expect(chain.firstClosed).toBeNull();
    expect(chain.unknown.join()).toMatch(/takes from T and calls is known at run time/);
    expect(chain.steps.some(({ caught }) => caught?.when === "another member is taken")).toBe(true);
  });

  it("that another module changes is known at run time", async () => {
    const module = `T = {"a": fast}\n${RUN}`;
    const more = { "/lib/kit/more.py": "from . import ops\nops.T['b'] = print\n" };
    expect((await chainOf(module, more)).firstClosed).toBeNull();
    expect((await chainOf(module)).firstClosed).not.toBeNull();
  });

  it("that is only read holds what is written down", async () => {
    const reads =
      'T = {"a": fast}  # T.update(b=slow)\nnames = list(T)\ndef has(n):\n    return n in T and len(T) > 1\n';
    const chain = await chainOf(reads + RUN);
    expect(chain.firstClosed).not.toBeNull();
    expect(chain.unknown).toEqual([]);
  });

  it("of another module is one of several as well", async () => {
    const table = 'from .core import fast, slow\nT = {"a": fast, "b": slow}\n';
    const chain = await chainOf(`from .tab import T\n${RUN}`, { "/lib/kit/tab.py": table });
    expect(chain.firstClosed).toBeNull();
    expect(chain.unknown).toEqual([]);
  });
});
