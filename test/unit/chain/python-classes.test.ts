/** A class and a Python file as entries: what happens when an object is made and used, and all that a file has. */
import { describe, expect, it } from "vitest";
import { chainIn, COMPUTE, told, workspaceOf } from "./library";

const IMPORT = "from .compute import is_sm90_supported\n";
const GATE = "if is_sm90_supported():";

/** The gates on the way from an entry in an application that has these files. */
async function gatesFrom(entry: string, files: Record<string, string>): Promise<string[]> {
  const named = Object.entries(files).map(([name, text]) => [`/app/serving/${name}`, text] as const);
  const workspace = await workspaceOf({
    "/app/pyproject.toml": "",
    "/app/serving/__init__.py": "",
    "/app/serving/compute.py": COMPUTE,
    ...Object.fromEntries(named),
  });
  const chain = chainIn(workspace, entry);
  const gates = told(workspace, chain);
  expect(chain.noGate).toBe(gates.length === 0);
  return gates.filter((line) => !line.startsWith("compute.py"));
}

const ENGINE = `${IMPORT}
class Engine:
    """Uses what is fast where it can."""

    def run(self, x):
        ${GATE}
            return fast(x)
        return self.plan(x)

    def plan(self, x):
        ${GATE}
            return fast(x)
        return x

    def __init__(self):
        self.is_ready = False
        ${GATE}
            self.is_ready = True

    def name(self):
        return "engine"

def fast(x):
    return x
`;

describe("a class as an entry", () => {
  it.each(["Engine", "serving.engine.Engine", "engine.py:Engine", "engine.py:3"])(
    "has the gates of what makes an object first, then those of its methods, each once: %s",
    async (entry) => {
      expect(await gatesFrom(entry, { "engine.py": ENGINE })).toEqual([
        "engine.py:18 decides excludes",
        "engine.py:7 decides excludes",
        "engine.py:12 decides excludes",
      ]);
    },
  );

  it.each(["__new__", "__init__", "__post_init__"])("is made by %s", async (name) => {
    const text = `${IMPORT}
class Engine:
    def run(self):
        ${GATE}
            self.go()

    def ${name}(self):
        ${GATE}
            self.go()
`;
    expect(await gatesFrom("Engine", { "engine.py": text })).toEqual([
      "engine.py:9 decides excludes",
      "engine.py:5 decides excludes",
    ]);
  });

  it("has what answers in it, where another of its methods asks that first", async () => {
    const text = `${IMPORT}
class Engine:
    def __init__(self):
        self.is_fast = self.may_be_fast()

    def may_be_fast(self):
        return is_sm90_supported()
`;
    const alone = await gatesFrom("Engine.may_be_fast", { "engine.py": text });
    expect(alone).toHaveLength(1);
    expect(await gatesFrom("Engine", { "engine.py": text })).toEqual(expect.arrayContaining(alone));
  });

  const BASE = `${IMPORT}
class Base:
    def __init__(self):
        ${GATE}
            self.is_fast = True

    def run(self):
        ${GATE}
            return 1
        return 0
`;
  it.each([
    [
      "inherits",
      "def stop(self):\n        return 0\n",
      ["base.py:5 decides excludes", "base.py:9 decides excludes"],
    ],
    ["does not replace", "def run(self):\n        return 0\n", ["base.py:5 decides excludes"]],
    [
      "replaces and calls all the same",
      "def run(self):\n        return super().run()\n",
      ["base.py:5 decides excludes", "base.py:9 decides excludes"],
    ],
  ])("has what it %s", async (_, method, expected) => {
    const derived = `from .base import Base\n\nclass Derived(Base):\n    ${method}`;
    const gates = await gatesFrom("Derived", { "base.py": BASE, "derived.py": derived });
    expect(gates.sort()).toEqual(expected);
  });

  it("whose bases go round in a circle comes to an end", async () => {
    const text = `${IMPORT}
class One(Two):
    def run(self):
        ${GATE}
            return 1

class Two(One):
    def stop(self):
        return 0
`;
    expect(await gatesFrom("Two", { "engine.py": text })).toEqual(["engine.py:5 decides excludes"]);
  });

  it("has no gate where there is none, whatever stands beside it", async () => {
    const text = `${ENGINE}
class Plain:
    def run(self, x):
        return x
`;
    expect(await gatesFrom("Plain", { "engine.py": text })).toEqual([]);
  });
});

describe("a Python file as an entry", () => {
  it("has the gates of its functions and of the methods of its classes", async () => {
    const text = `${ENGINE}
def start():
    ${GATE}
        return Engine()
    return None
`;
    expect((await gatesFrom("serving/engine.py", { "engine.py": text })).sort()).toEqual([
      "engine.py:12 decides excludes",
      "engine.py:18 decides excludes",
      "engine.py:28 decides excludes",
      "engine.py:7 decides excludes",
    ]);
  });

  it("has those that it comes by when it is imported", async () => {
    const text = `${IMPORT}
def start():
    return 1

${GATE}
    start()
`;
    expect(await gatesFrom("serving/engine.py", { "engine.py": text })).toEqual([
      "engine.py:6 entry excludes",
    ]);
  });

  it("has no gate where there is none", async () => {
    expect(await gatesFrom("serving/plain.py", { "plain.py": "def run(x):\n    return x\n" })).toEqual([]);
  });
});
