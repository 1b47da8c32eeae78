/** A file is analysed for a chain only where a function in it can have to do with the device. */
import { describe, expect, it } from "vitest";
import { ChainTree } from "../../../server/src/chain/tree";
import { Telling } from "../../../server/src/chain/telling";

const WORDS = /capabilit|sm_?\d/;

function tellingOver(files: Record<string, string>): (path: string, name: string) => boolean {
  const tree = new ChainTree({
    roots: ["/p"],
    paths: Object.keys(files),
    text: (path) => files[path] ?? null,
    mayDecide: (_, text) => WORDS.test(text),
    facts: () => null,
  });
  const telling = new Telling(tree);
  return (path, name) => {
    const text = files[path] ?? "";
    const start = text.indexOf(`def ${name}(`);
    const end = text.indexOf("\n\n", start);
    const span = { start, end: end < 0 ? text.length : end };
    const none = { conditions: [], perhaps: [], references: [], reads: [], writes: [], words: [] };
    return telling.may({
      path,
      fn: { name, span, nameSpan: span, sources: [], builds: [], ways: NO_WAYS, lookups: [], ...none },
    });
  };
}

const NO_WAYS = { tries: [], raises: [], flow: [] };

describe("a function can have to do with the device", () => {
  const may = tellingOver({
    "/p/a.py": `import p.other
from .b import is_wide, plain as simple
from . import b

FAST = get_capability()[0] == 9
LONG = (
    1 +
    get_capability()
)
SLOW = 3

class Layer:
    def __init__(self):
        self.wide = is_sm90()
        self.size = 1

    def by_attribute(self):
        return self.wide

    def by_size(self):
        return self.size

def by_words():
    return get_capability()

def by_constant():
    return FAST

def by_long_constant():
    return LONG

def by_other_constant():
    return SLOW

def by_function():
    return by_constant()

def by_import():
    return is_wide()

def by_module():
    return b.is_wide()

def by_plain():
    return simple() or b.plain()

def round_one():
    return round_two()

def round_two():
    return round_one()
`,
    "/p/b.py": `from .c import *
from .c import is_wider as is_wide

def plain():
    return SLOW
`,
    "/p/c.py": "def is_wider():\n    return get_capability() > 9\n",
    "/p/__init__.py": "",
  });

  it.each([
    "by_attribute",
    "by_words",
    "by_constant",
    "by_long_constant",
    "by_function",
    "by_import",
    "by_module",
  ])("%s", (name) => {
    expect(may("/p/a.py", name)).toBe(true);
  });

  it.each(["by_size", "by_other_constant", "by_plain", "round_one", "round_two"])("or not: %s", (name) => {
    expect(may("/p/a.py", name)).toBe(false);
  });

  it("is told in time that grows with the text", () => {
    const functions = Array.from(
      { length: 3000 },
      (_, at) => `def f${at}():\n    return f${(at + 1) % 3000}()\n`,
    );
    const long = tellingOver({ "/p/long.py": functions.join("\n"), "/p/__init__.py": "" });
    for (let at = 0; at < 3000; at++) expect(long("/p/long.py", `f${at}`)).toBe(false);
  });
});
