/** Typing: what is kept of the last analysis tells the same as an analysis from nothing. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../server/src/gates/edits";
import type { Gate } from "../../../server/src/gates/gate";
import { analysePython } from "../../../server/src/python/analyse";
import { isPythonShape } from "../../../server/src/python/shape";
import { PythonSession } from "../../../server/src/python/modules/session";
import { memoryFiles } from "../../../server/src/text/files";
import { changeBetween } from "../../../server/src/text/change";
import { makeSource, type Span } from "../../../server/src/text/source";
import { pythonParser } from "./parser";

const PATH = "/project/pkg/kernels.py";
const TEXT = `import torch
from .helpers import ready, LIMIT

SUPPORTED = [9, 10]
TABLE = {9: "a", 10: "b"}
MODE = None
CACHED = None
MORE = SUPPORTED
EXTRA = [9]

cc = torch.cuda.get_device_capability()
major, minor = cc

# intentionally narrow
def is_big(device):
    return torch.cuda.get_device_capability(device)[0] >= 10

def pick(x):
    return TABLE[major] if major in SUPPORTED else None

def cached():
    global CACHED
    if CACHED is None:
        CACHED = major
    return CACHED

def widen(x):
    EXTRA.append(x)

def ask(x):
    assert cached() == 9 or major in MORE or major in EXTRA, "no"

class Runner:
    """Runs on SM90."""

    CAPABILITIES = (90, 100)

    def __init__(self, device):
        self.fast = major in (9, 10) or minor == 3

    def run(self, x):
        # said beside it
        if not is_big(x):
            raise ValueError("too old")
        if self.fast:
            return x
        return None

    def supported(self):
        return minor == 3 or Runner.limit == major

    def again(self, x):
        assert ready(x) and major < 12, "no"
        return [x for _ in range(3)]

Runner.limit = major

def choose(mode, arch):
    global MODE
    MODE = mode
    if arch == 90 and mode:
        return 1
    elif arch == 100:
        return 2
    raise ValueError(arch)
`;
const HELPERS =
  "import torch\nLIMIT = 3\ndef ready(x):\n    return torch.cuda.get_device_capability()[0] == 9\n";

function plain(span: Span | null): Span | null {
  return span && { start: span.start, end: span.end };
}

function seen(gates: readonly Gate[]): unknown {
  return gates.map((gate) => ({
    ...gate,
    operandFor: [1, 64, 1024, 4095].map((mask) => plain(gate.operandFor(mask))),
    claim: gate.claim && { ...gate.claim, span: plain(gate.claim.span) },
    exemptFor: [1, 64, 1024, 4095].map((mask) => gate.exemptFor(mask)),
    madeForOthers: [1, 64, 1024, 4095].map((mask) => gate.madeForOthers?.(mask)),
    shape:
      isPythonShape(gate.shape) && gate.shape.kind === "condition"
        ? [gate.shape.test, gate.shape.arms]
        : gate.shape,
  }));
}

describe("typing", () => {
  it("tells what an analysis from nothing tells", { timeout: 180_000 }, async () => {
    const parser = await pythonParser();
    const words = [
      "x",
      "\n",
      "(",
      ")",
      '"',
      "major",
      " = 9",
      "12",
      "    ",
      "# no sm_120\n",
      "def f(arch):\n    return arch > 90\n",
      "[",
      "import os\n",
      "global MODE",
      "MORE.append(12)",
      "EXTRA = []",
      'globals()["MODE"] = 9',
      "x.append(9)",
      "ALSO = EXTRA\n",
      "not on sm_120",
      "\nprint(major, cc)\n",
      "\nif x: is_big = 3\n",
      "\ndel SUPPORTED\n",
      "\ntorch\n",
      "\nMORE = SUPPORTED; x = 3\n",
      "\nfor major in cc: pass\n",
      "\nSUPPORTED[0] = 12\n",
      "\n(SUPPORTED := 3)\n",
      "\nRunner.limit = 4\n",
      "\ntry: MODE = 3\nexcept: pass\n",
    ];
    const edit = fc.record({
      at: fc.nat(TEXT.length - 1),
      cut: fc.constantFrom(0, 0, 0, 1, 4, 40),
      word: fc.constantFrom(...words),
      undo: fc.boolean(),
    });
    fc.assert(
      fc.property(fc.array(edit, { minLength: 3, maxLength: 8 }), (edits) => {
        const session = new PythonSession(parser);
        let text = TEXT;
        for (const { at, cut, word, undo } of [{ at: 0, cut: 0, word: "", undo: false }, ...edits]) {
          const before = text;
          const start = Math.min(at, text.length);
          const span = { start, end: Math.min(text.length, start + cut) };
          text = applyEdits(text, [{ span, newText: word }]);
          const options = (): Parameters<typeof analysePython>[2] => ({
            files: memoryFiles({
              [PATH]: text,
              "/project/pkg/helpers.py": HELPERS,
              "/project/pkg/__init__.py": "",
            }),
            roots: ["/project"],
          });
          const typed = analysePython(makeSource(PATH, text), parser, { ...options(), session });
          const fresh = analysePython(makeSource(PATH, text), parser, options());
          expect(seen(typed.gates)).toEqual(seen(fresh.gates));
          expect(seen(fresh.gates)).toBeInstanceOf(Array);
          if (undo) text = before;
        }
      }),
      { numRuns: 60, seed: 121 },
    );
  });

  it("knows what a name stands for behind a function that is kept", async () => {
    const parser = await pythonParser();
    const session = new PythonSession(parser);
    const text = (first: string): string =>
      `import torch\n${first}def is_big(x):\n    return torch.cuda.get_device_capability(x)[0] >= 10\n\n` +
      'if not is_big(0):\n    raise ValueError("too old")\n';
    const tell = (first: string, kept: PythonSession): unknown[] =>
      analysePython(makeSource(PATH, text(first)), parser, { session: kept }).gates.map(
        ({ span, form, admission }) => ({ span, form, admission }),
      );
    for (const first of ["", "if x: is_big = 3\n", "", "is_big = 3\n"]) {
      const fresh = tell(first, new PythonSession(parser));
      expect(fresh.length).toBeGreaterThan(0);
      expect(tell(first, session)).toEqual(fresh);
    }
  });

  const MAJOR = "torch.cuda.get_device_capability()[0]";
  const HEAD = `import torch\n\ndef other():\n    assert ${MAJOR} > 7\n\n`;
  it.each([
    ["an attribute of a class", "class T:\n    ok = @\n\ndef use():\n    assert T.ok\n"],
    [
      "an attribute that a method sets",
      "class T:\n    def __init__(self):\n        self.ok = @\n\n    def use(self):\n        assert self.ok\n",
    ],
    [
      "a variable that a function sets",
      "OK = True\n\ndef begin():\n    global OK\n    OK = @\n\ndef use():\n    assert OK\n",
    ],
    ["a variable", "OK = @\n\ndef use():\n    assert OK\n"],
  ])("follows %s that comes to depend on the device, and back", async (_, body) => {
    const parser = await pythonParser();
    const session = new PythonSession(parser);
    const tell = (value: string, kept: PythonSession): unknown[] =>
      analysePython(makeSource(PATH, HEAD + body.replace("@", value)), parser, { session: kept }).gates.map(
        ({ span, form, admission }) => ({ span, form, admission }),
      );
    const counts = ["True", `${MAJOR} == 9`, "True", `${MAJOR} == 9`].map((value) => {
      const fresh = tell(value, new PythonSession(parser));
      expect(tell(value, session)).toEqual(fresh);
      return fresh.length;
    });
    // Else nothing came or went.
    expect(counts[1]).toBeGreaterThan(counts[0] ?? 0);
  });

  it.each([
    ["a flag, by its name", "OK = @\n\ndef use():\n    assert OK\n", 'globals()["OK"] = True'],
    ["a flag, among others", "OK = @\n\ndef use():\n    assert OK\n", "globals().update(OK=True)"],
    ["an attribute", "class T:\n    ok = @\n\ndef use():\n    assert T.ok\n", "T.ok = True"],
    [
      "an attribute, by its name",
      "class T:\n    ok = @\n\ndef use():\n    assert T.ok\n",
      'setattr(x, "ok", True)',
    ],
    ["an attribute of whatever", "class T:\n    ok = @\n\ndef use():\n    assert T.ok\n", "x.ok = True"],
  ])("follows %s, that something else comes to set, and back", async (_, body, change) => {
    const parser = await pythonParser();
    const session = new PythonSession(parser);
    const text = (line: string): string =>
      `${HEAD}${body.replace("@", `${MAJOR} == 9`)}\ndef late(x):\n    ${line}\n`;
    const tell = (line: string, kept: PythonSession): unknown[] =>
      analysePython(makeSource(PATH, text(line)), parser, { session: kept }).gates.map(
        ({ span, form, admission }) => ({ span, form, admission }),
      );
    const all = ["pass", change, "pass", change].map((line) => {
      const fresh = tell(line, new PythonSession(parser));
      expect(tell(line, session)).toEqual(fresh);
      return fresh;
    });
    // Else nothing came or went.
    expect(all[1]).not.toEqual(all[0]);
  });

  it.each([
    ["a function of a module", "u.probe()"],
    ["what an instance answers", "u.info.gen()"],
    ["another name for the module", "m.probe()"],
    ["a class that is inherited", "A().gen()"],
  ])("follows %s that is asked for the first time, and no more", async (_, asked) => {
    const parser = await pythonParser();
    const session = new PythonSession(parser);
    const probe = "torch.cuda.get_device_capability()[0]";
    const other = `import torch\ndef probe():\n    return ${probe}\nclass Info:\n    def gen(self):\n        return ${probe}\ninfo = Info()\n`;
    const text = (line: string): string =>
      `# sm_90\nfrom . import u\nm = u\nclass A(u.Info):\n    pass\ndef late(x):\n    from . import u\n    ${line}\n    return x\n`;
    const tell = (line: string, kept: PythonSession): unknown[] => {
      const files = memoryFiles({
        [PATH]: text(line),
        "/project/pkg/u.py": other,
        "/project/pkg/__init__.py": "",
      });
      const options = { files, roots: ["/project"], session: kept };
      return analysePython(makeSource(PATH, text(line)), parser, options).gates.map(
        ({ span, form, admission }) => ({ span, form, admission }),
      );
    };
    const counts = ["pass", `assert ${asked} == 9`, "pass", `assert ${asked} == 9`].map((line) => {
      const fresh = tell(line, new PythonSession(parser));
      expect(tell(line, session)).toEqual(fresh);
      return fresh.length;
    });
    expect(counts).toEqual([0, 1, 0, 1]);
  });

  it("follows what other files say", async () => {
    const parser = await pythonParser();
    const session = new PythonSession(parser);
    const run = (helpers: string): unknown =>
      seen(
        analysePython(makeSource(PATH, TEXT), parser, {
          files: memoryFiles({
            [PATH]: TEXT,
            "/project/pkg/helpers.py": helpers,
            "/project/pkg/__init__.py": "",
          }),
          roots: ["/project"],
          session,
        }).gates,
      );
    const first = run(HELPERS);
    expect(run(HELPERS)).toEqual(first);
    expect(run(HELPERS.replace("== 9", ">= 9"))).not.toEqual(first);
    expect(run(HELPERS)).toEqual(first);
  });
});

describe("what two texts have in common", () => {
  it("is before and behind what was replaced", () => {
    const part = fc.string({ maxLength: 5000, unit: fc.constantFrom("a", "b", "\n") });
    fc.assert(
      fc.property(part, part, part, part, (before, old, now, behind) => {
        const [a, b] = [before + old + behind, before + now + behind];
        const { start, end, by } = changeBetween(a, b);
        expect(a.slice(0, start) + b.slice(start, end) + a.slice(end - by)).toBe(b);
        expect(end).toBeGreaterThanOrEqual(start);
        expect(end - by).toBeGreaterThanOrEqual(start);
        expect(end - start).toBeLessThanOrEqual(now.length);
      }),
    );
  });
});
