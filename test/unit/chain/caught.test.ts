/** A refusal that is caught is no end of the way; one that is raised again, or not caught by its class, is. */
import { describe, expect, it } from "vitest";
import { chainSummary } from "../../../server/src/display/chain-answer";
import type { Chain } from "../../../server/src/chain/chain";
import { stateOf } from "../../../server/src/chain/chain";
import { chainIn, workspaceOf } from "./library";

const HEAD = `import contextlib
import torch
from .core import flags

class NotHere(RuntimeError):
    pass

def fast(x):
    return flags(supported_major_versions=[9, 10])

def slow(x):
    return flags(supported_major_versions=[9, 10, 12])

def told(x):
    if torch.cuda.get_device_capability()[0] != 9:
        raise NotHere("only Hopper")
    return x

`;
const CORE = `import torch

def flags(supported_major_versions):
    if torch.cuda.get_device_capability()[0] not in supported_major_versions:
        raise RuntimeError("no supported architecture")
    return []
`;

async function chainOf(body: string): Promise<Chain> {
  const files = {
    "/lib/pyproject.toml": "",
    "/lib/kit/__init__.py": "",
    "/lib/kit/core.py": CORE,
    "/lib/kit/ops.py": `${HEAD}${body}\n`,
  };
  return chainIn(await workspaceOf(files, { folders: ["/lib"] }), "run");
}

const indented = (body: string): string => `def run(x, flag):\n    ${body.replaceAll("\n", "\n    ")}`;

describe("a refusal on the way", () => {
  it.each([
    ["in an arm of its own", "try:\n    return fast(x)\nexcept RuntimeError:\n    return slow(x)"],
    [
      "as one of several classes",
      "try:\n    return fast(x)\nexcept (KeyError, RuntimeError):\n    return slow(x)",
    ],
    ["by a class above its own", "try:\n    return told(x)\nexcept RuntimeError:\n    return slow(x)"],
    ["whatever it is", "try:\n    return fast(x)\nexcept:\n    return slow(x)"],
    [
      "past a handler of something else",
      "try:\n    return fast(x)\nexcept KeyError:\n    raise\nexcept Exception:\n    return slow(x)",
    ],
    ["to go on behind", "try:\n    return fast(x)\nexcept RuntimeError:\n    pass\nreturn slow(x)"],
    ["by suppressing it", "with contextlib.suppress(RuntimeError):\n    return fast(x)\nreturn slow(x)"],
    [
      "further out",
      "try:\n    try:\n        return fast(x)\n    except KeyError:\n        return x\nexcept RuntimeError:\n    return slow(x)",
    ],
    [
      "while others are tried",
      "for one in (fast, slow):\n    try:\n        return one(x)\n    except RuntimeError:\n        continue\nraise ValueError(x)",
    ],
  ])("ends nothing where it is caught %s", async (_, body) => {
    const chain = await chainOf(indented(body));
    expect(chain.firstClosed).toBeNull();
    expect(chain.steps.filter(({ caught }) => caught?.when === null).length).toBeGreaterThan(0);
    expect(chainSummary(chain)).toContain("is caught");
  });

  it.each([
    ["it is raised again", "try:\n    return fast(x)\nexcept RuntimeError:\n    raise"],
    [
      "another one is raised",
      "try:\n    return fast(x)\nexcept RuntimeError as e:\n    raise ValueError(x) from e",
    ],
    ["another class is caught", "try:\n    return fast(x)\nexcept KeyError:\n    return slow(x)"],
    ["a class below its own is caught", "try:\n    return fast(x)\nexcept NotHere:\n    return slow(x)"],
    ["the answer is no", "try:\n    fast(x)\n    return True\nexcept RuntimeError:\n    return False"],
    ["a refusal follows", "try:\n    return fast(x)\nexcept RuntimeError:\n    pass\nraise ValueError(x)"],
    ["nothing follows", "try:\n    return fast(x)\nexcept RuntimeError:\n    pass"],
    ["it is called once more", "try:\n    fast(x)\nexcept RuntimeError:\n    pass\nreturn fast(x)"],
    ["it stands in the handler", "try:\n    return slow(x)\nexcept RuntimeError:\n    return fast(x)"],
    [
      "all that is tried refuses",
      "for one in (fast, told):\n    try:\n        return one(x)\n    except RuntimeError:\n        continue\nraise ValueError(x)",
    ],
    [
      "it comes from a function that is called without",
      "try:\n    inner(x)\nexcept RuntimeError:\n    pass\nreturn inner(x)\n\ndef inner(x):\n    return fast(x)",
    ],
  ])("ends the way where %s", async (_, body) => {
    const [own = "", inner] = body.split("\n\n");
    const chain = await chainOf(`${inner ?? ""}\n\n${indented(own)}`);
    expect(chain.firstClosed).not.toBeNull();
  });

  it.each([
    [
      "a condition may raise in the handler",
      "try:\n    return fast(x)\nexcept RuntimeError:\n    if flag:\n        raise\n    return slow(x)",
    ],
    [
      "what was tried is asked for later",
      "one = None\ntry:\n    one = fast(x)\nexcept RuntimeError:\n    pass\nif one is None:\n    raise ValueError(x)\nreturn one",
    ],
    [
      "it is not known what a loop tries",
      "for one in x:\n    try:\n        return fast(one)\n    except RuntimeError:\n        continue\nraise ValueError(x)",
    ],
    [
      "a class of another library is caught",
      "try:\n    return fast(x)\nexcept other.Refused:\n    return slow(x)",
    ],
  ])("is said to depend where %s", async (_, body) => {
    const chain = await chainOf(indented(body));
    expect(chain.firstClosed).toBeNull();
    const [step] = chain.steps.filter(({ caught }) => caught !== undefined);
    expect(step?.caught?.when).not.toBeNull();
    expect(step === undefined ? null : stateOf(step)).toBe("depends");
    expect(chainSummary(chain)).toContain("depends on what is not known");
  });
});

describe("a flag of the module", () => {
  const FLAG = "FAST = torch.cuda.get_device_capability()[0] in (9, 10)\n\n";

  it.each([
    ["chooses between two ways", "if FAST:\n    return fast(x)\nreturn slow(x)", false],
    [
      "stands over an arm, and an else serves the rest",
      "if FAST:\n    y = fast(x)\nelse:\n    y = slow(x)\nreturn y",
      false,
    ],
    ["is asked by an expression", "return fast(x) if FAST else slow(x)", false],
    ["refuses the rest", "assert FAST\nreturn fast(x)", true],
    ["leaves the rest a refusal", "if FAST:\n    return fast(x)\nraise ValueError(x)", true],
    ["leaves the rest a closed way", "if FAST:\n    return slow(x)\nreturn told(x)", true],
  ])("that %s", async (_, body, isShut) => {
    expect((await chainOf(FLAG + indented(body))).firstClosed !== null).toBe(isShut);
  });
});
