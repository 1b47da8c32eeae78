/** What is looked up and then called: followed where it is written down, else said not to be known. */
import { describe, expect, it } from "vitest";
import { chainSummary } from "../../../server/src/display/chain-answer";
import type { Chain } from "../../../server/src/chain/chain";
import { chainIn, workspaceOf } from "./library";

const HEAD = `import torch
from . import ways

def flags(supported_major_versions):
    if torch.cuda.get_device_capability()[0] not in supported_major_versions:
        raise RuntimeError("no supported architecture")
    return []

def fast(x):
    return flags(supported_major_versions=[9, 10])

def slow(x):
    return flags(supported_major_versions=[9, 10, 12])

BOTH = {"fast": fast, "slow": slow}
CLOSED = (fast, ways.hopper)
BUILT = make_table()

`;
const WAYS = `import torch

def hopper(x):
    if torch.cuda.get_device_capability()[0] != 9:
        raise RuntimeError("only Hopper")
    return x
`;

async function chainOf(body: string): Promise<Chain> {
  const files = {
    "/lib/pyproject.toml": "",
    "/lib/kit/__init__.py": "",
    "/lib/kit/ways.py": WAYS,
    "/lib/kit/ops.py": `${HEAD}def run(x, how):\n    ${body}\n`,
  };
  return chainIn(await workspaceOf(files, { folders: ["/lib"] }), "run");
}

const gatesOf = ({ steps }: Chain): number => steps.filter(({ judged }) => judged !== null).length;

describe("a function that is looked up", () => {
  it.each([
    ["by a key", "return BOTH[how](x)"],
    ["by a method of the table", "return BOTH.get(how)(x)"],
  ])("in a table that is written down is followed: %s", async (_, body) => {
    const chain = await chainOf(body);
    expect(gatesOf(chain)).toBe(2);
    expect(chain.firstClosed).toBeNull();
    expect(chainSummary(chain)).toContain("1 gate depends on what is not known");
    expect(chain.unknown).toEqual([]);
  });

  it("in a table of closed ones is closed", async () => {
    const chain = await chainOf("return CLOSED[how](x)");
    expect(gatesOf(chain)).toBe(2);
    expect(chain.firstClosed).not.toBeNull();
  });

  it("is closed where it is called besides", async () => {
    const chain = await chainOf("fast(x)\n    return BOTH[how](x)");
    expect(chain.firstClosed).not.toBeNull();
  });

  it("by a name that is spelled out is followed", async () => {
    const chain = await chainOf('return getattr(ways, "hopper")(x)');
    expect(gatesOf(chain)).toBe(1);
    expect(chain.firstClosed).not.toBeNull();
  });

  it.each([
    ["by a name", "return getattr(ways, how)(x)", "getattr()"],
    ["in what is made at run time", "return BUILT[how](x)", "BUILT"],
    ["in what is handed over", "return how[0](x)", "how"],
  ])("%s is said not to be known", async (_, body, name) => {
    const chain = await chainOf(body);
    expect(chain.unknown.join()).toContain(name);
    expect(chainSummary(chain)).toContain("as far as it could be followed");
  });

  it("in a table of the function's own needs no such word", async () => {
    const chain = await chainOf('own = {"a": fast}\n    return own[how](x)');
    expect(chain.unknown).toEqual([]);
    expect(gatesOf(chain)).toBe(1);
  });
});
