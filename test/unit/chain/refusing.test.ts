/** A matrix says no where every way through an entry turns the target away, and not where one serves it. */
import { describe, expect, it } from "vitest";
import { rowsOf } from "../../../server/src/chain/matrix";
import { workspaceOf } from "./library";

const HEAD = `import torch
from .other import needs_hopper

major = torch.cuda.get_device_capability()[0]
FAST = major in (9, 10)

def only_hopper(x):
    if major != 9:
        raise RuntimeError("only Hopper")
    return x

def not_for_new(x):
    if major > 9:
        raise RuntimeError("older ones")
    return x

def anybody(x):
    return x

def decide(x):
    return only_hopper(x)

`;
const OTHER = `import torch

def needs_hopper():
    if torch.cuda.get_device_capability()[0] != 9:
        raise RuntimeError("only Hopper")
`;

async function stateOf(body: string, target = "sm_120"): Promise<string> {
  const files = {
    "/lib/pyproject.toml": "",
    "/lib/kit/__init__.py": "",
    "/lib/kit/other.py": OTHER,
    "/lib/kit/ops.py": `${HEAD}def run(x, backend):\n    ${body.replaceAll("\n", "\n    ")}\n`,
  };
  const { maker } = await workspaceOf(files, { folders: ["/lib"], target });
  const rows = rowsOf("/lib/kit/ops.py", "features", [maker]);
  return rows.find(({ name }) => name === "run")?.cells[0]?.state ?? "no row";
}

describe("an entry is shut", () => {
  it.each([
    ["by what a flag of the module says", "assert FAST\nreturn x"],
    [
      "in both arms of a choice",
      'if backend == "a":\n    if major != 9:\n        raise ValueError(x)\n    return x\nif major != 10:\n    raise ValueError(x)\nreturn x',
    ],
    [
      "in each arm of a ladder that ends with a refusal",
      'if backend == "a":\n    if major != 9:\n        raise ValueError(x)\n    return x\nelif backend == "b":\n    assert FAST\n    return x\nraise ValueError(backend)',
    ],
    [
      "by what the else of others' arm calls",
      "if major in (9, 10):\n    return x\nelse:\n    return only_hopper(x)",
    ],
    ["by what is behind others' arm", "if FAST:\n    return x\nreturn only_hopper(x)"],
    ["by the other side of an expression", "return x if major in (9, 10) else only_hopper(x)"],
    ["by what its own arm calls", "if major == 12:\n    return decide(x)\nreturn x"],
    ["by a helper of another module", "if major == 12:\n    x = x + 1\nneeds_hopper()\nreturn x"],
  ])("%s", async (_, body) => {
    expect(await stateOf(body)).toBe("excludes");
  });
});

describe("an entry is not shut", () => {
  it.each([
    [
      "where one way serves",
      'if backend == "a":\n    if major != 9:\n        raise ValueError(x)\n    return x\nreturn anybody(x)',
      "partly",
    ],
    ["where its own arm serves", "if major == 12:\n    return anybody(x)\nreturn only_hopper(x)", "admits"],
    [
      "where a flag chooses between two ways",
      "if FAST:\n    return only_hopper(x)\nreturn anybody(x)",
      "no row",
    ],
    [
      "where what refuses is tried",
      "if major == 12:\n    x = x + 1\ntry:\n    return only_hopper(x)\nexcept RuntimeError:\n    return x",
      "admits",
    ],
    [
      "where a loop may not come by",
      "if major == 12:\n    x = x + 1\nfor one in x:\n    only_hopper(one)\nreturn x",
      "admits",
    ],
    [
      "where what refuses is asked under a condition",
      "if major == 12:\n    x = x + 1\nreturn backend and only_hopper(x)",
      "admits",
    ],
    ["where it is handed on", "if major == 12:\n    x = x + 1\nreturn anybody(only_hopper)", "admits"],
  ])("%s", async (_, body, state) => {
    expect(await stateOf(body)).toBe(state);
  });

  it("for a target that no gate leaves out", async () => {
    expect(await stateOf("assert FAST\nreturn not_for_new(x)", "sm_90")).toBe("admits");
    expect(await stateOf("assert FAST\nreturn not_for_new(x)", "sm_100")).toBe("excludes");
  });
});
