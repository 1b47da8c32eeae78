/** The plain reader gives what the grammar's tree is converted to, or leaves a text to the grammar. */
import { readdirSync, readFileSync } from "node:fs";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { convert } from "../../../../server/src/python/convert";
import { brokenIn, type PythonParser } from "../../../../server/src/python/parse";
import { readPlain } from "../../../../server/src/python/read/read";
import type { Stmt } from "../../../../server/src/python/syntax";
import { pythonParser } from "../parser";

let grammar: PythonParser;
beforeAll(async () => {
  grammar = await pythonParser();
});

function byGrammar(text: string): { statements: Stmt[]; broken: boolean } {
  const tree = grammar.parse(text);
  return { statements: convert(tree, text, 7), broken: brokenIn(tree).length > 0 };
}

/** Whether it was read plainly; fails where that differs from the grammar. */
function readsAlike(text: string): boolean {
  const plain = readPlain(text, 7);
  if (plain === null) return false;
  const { statements, broken } = byGrammar(text);
  expect(broken, text).toBe(false);
  expect(plain, text).toEqual(statements);
  return true;
}

const PLAIN = [
  "import a.b as c, d\nfrom ..e.f import (g, h as i,)\nfrom . import j\nfrom k import *\nfrom __future__ import annotations\n",
  "x = y = [1, 0x1F, 1_000, 1.5e-3, .5, 2j, 0b11]\nx: int = 3\ny: 'Final[int]'\nz.a[0] //= 2\n",
  "a, *b = c\n(d, e), f = g,\nfor i, (j, k) in l, m:\n    pass\nelse:\n    continue\n",
  "s = 'a' r\"\\d\" b'c' '''d\ne''' u'f'\nf = f'{a!r:>{w}} {{}} {b[0]:.2f}{c=}' rf\"{d}\\n\" f''\n",
  "v = not a and b or c if d else e\nw = a < b <= c is not d not in e\nu = -a ** -b + ~c @ d << 2 & 3 | 4 ^ 5\n",
  "f(a, *b, c=d, **e)(g for g in h if i)[1:2, ::3, ...]\ng[:]\nh[1,]\nk(x := 1)\n(y := 2)\n",
  "l = lambda: 0\nm = lambda a, *b, c=1, **d: (a, b)\nn = [x for x in y for z in x if z if w]\n",
  "d = {**a, 'b': c, 1: {2, 3}, (): []}\ne = {k: v for k, v in d.items()}\nf = {a async for a in b}\n",
  "@dec(1)\n@a.b\nasync def f(self, a: int = 3, /, b: 'x' = 4, *args: T, c, **kw) -> Dict[str, int]:\n    return await g(), h\n",
  "class A(B, metaclass=M):\n    '''Doc.'''\n    x = 1  # why\n    # that\n\n    def f(self): return self.x; pass\n# end\n",
  "if a: b = 1\nelif (c): d()\nelse:\n\te()\n",
  "try:\n    a()\nexcept (B, C) as e:\n    raise D(e) from e\nexcept:\n    raise\nelse:\n    pass\nfinally:\n    del a, b\n",
  "with a as b, c(d) as e.f:\n    while x and \\\n        y:\n        break\n    assert z, 'm'\n",
  "def f():\n    global a, b\n    nonlocal c\n    yield\n    x = yield y\n    yield from z\n    return\n",
  "print(a)\nmatch = 1\ntype: str\nprint.x = 2\n",
  "if a:\r\n    b  # c\r\n    # d\r\ne\r\n",
  "if a:\n    b\n    # of the block\n# of nobody\nc\n",
  "def f():\n    if a:\n        b\n        # of the inner block\n    # of the outer one\n",
  "a; b; c = 1;\nd, e\n",
];

/** Ends of lines that are written away are no part of anything. */
const CONTINUED = [
  "a = b if c \\\n    else d\n",
  "f(a, \\\n  b)\n",
  "global a, \\\n  b\n",
  "x = [a, \\\n b]\n",
];

describe("plain Python", () => {
  it.each([...PLAIN, ...CONTINUED].map((text) => [text]))("is read as the grammar has it: %j", (text) => {
    expect(readsAlike(text)).toBe(true);
  });

  it("is read in the sources that are at hand", () => {
    const files = ["test/sample", "test/workspaces", "test/cases"].flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".py"))
        .map((name) => `${folder}/${name}`),
    );
    expect(files.length).toBeGreaterThan(5);
    for (const file of files) expect(readsAlike(readFileSync(file, "utf8")), file).toBe(true);
  });
});

describe("what is rare or broken", () => {
  it.each([
    "match x:\n    case 1:\n        pass\n",
    "type X = int\n",
    "print 'a'\n",
    "with (a as b):\n    pass\n",
    "def f[T](x: T): pass\n",
    "x = (\n",
    "if a\n    b\n",
    "  x = 1\n y = 2\n",
    "'abc\n",
    "a b\n",
    "x = 1 +\n",
    "f'{a'\n",
    "é = 1\n",
    "if a:\n \tb\n",
    "try:\n    a\n",
    "class A: x = *b.c, d\n",
    "a, (b) = c\n",
    "a = b, ( c) = d\n",
  ])("is left to the grammar: %j", (text) => {
    expect(readPlain(text, 0)).toBeNull();
  });

  it("nested beyond reason too", () => {
    const deep = 10_000;
    for (const [open, close] of ["()", "[]", "{}"]) {
      expect(readPlain(`x = ${open?.repeat(deep)}${close?.repeat(deep)}\n`, 0)).toBeNull();
    }
    expect(readPlain(`x = ${"not ".repeat(deep)}a\n`, 0)).toBeNull();
    expect(readPlain(`x = ${"lambda: ".repeat(deep)}a\n`, 0)).toBeNull();
    expect(readPlain(`x = ${"-".repeat(deep)}a\n`, 0)).toBeNull();
    expect(readPlain(`x = ${"a if b else ".repeat(deep)}c\n`, 0)).toBeNull();
  });
});

/** Programs put together from all forms, spaced and commented here and there. */
const programs = fc.letrec<{ expr: string; atom: string; target: string; simple: string; block: string }>(
  (tie) => {
    const [e, atom, target] = [tie("expr"), tie("atom"), tie("target")];
    const [simple, block] = [tie("simple"), tie("block")];
    const operand = fc.oneof(
      atom,
      e.map((text) => `(${text})`),
    );
    const some = (one: fc.Arbitrary<string>): fc.Arbitrary<string> =>
      fc.array(one, { maxLength: 3 }).map((all) => all.join(", "));
    const form = (pieces: TemplateStringsArray, ...parts: fc.Arbitrary<string>[]): fc.Arbitrary<string> =>
      fc.tuple(...parts).map((texts) => String.raw({ raw: pieces }, ...texts));
    const indented = (body: fc.Arbitrary<string>): fc.Arbitrary<string> =>
      fc
        .tuple(
          fc.array(body, { minLength: 1, maxLength: 3 }),
          fc.constantFrom("", "\n# out", "\n  # half", "\n    # in"),
        )
        .map(([all, more]) => all.join("\n").replace(/^/gm, "    ") + more);
    return {
      atom: fc.constantFrom(
        "a",
        "b.c",
        "1",
        "0.5",
        "'s'",
        '"""t\nu"""',
        "f'{a}{b:{c}}'",
        "None",
        "True",
        "...",
        "()",
        "[]",
      ),
      expr: fc.oneof(
        { depthSize: "small", withCrossShrink: true },
        atom,
        form`${e} + ${operand}`,
        form`-${operand} ** ${operand}`,
        form`(${e})`,
        form`(${e}, ${e})`,
        form`[${some(e)}]`,
        form`{${e}: ${e}, **${operand}}`,
        form`f(${e}, *${e}, k=${e})`,
        form`${e} if ${e} else ${e}`,
        form`not ${operand} and ${e}`,
        form`${e} or ${e} or ${e}`,
        form`${e} < ${operand} not in ${operand}`,
        form`(${e}).x[${e}:${e}]`,
        form`[${e} for x, y in ${operand} if ${operand}]`,
        form`(lambda x, y=${e}: ${e})`,
        form`(await ${operand})`,
      ),
      // The grammar takes a line that starts with a bracket for more of the line before it, now and then.
      target: fc.constantFrom("a", "a.b", "a[0]", "a, b", "a, *b", "a, (b, c)"),
      simple: fc.oneof(
        form`${target} = ${e}`,
        form`a = ${target} = ${e}, ${e}`,
        form`a: int = ${e}`,
        form`a += ${e}`,
        form`return ${e}`,
        form`raise ${e} from ${e}`,
        form`assert ${e}, ${e}`,
        form`f(${e}); pass`,
        form`f(${e})  # said`,
        fc.constant("import a.b"),
      ),
      block: fc.oneof(
        { depthSize: "small" },
        simple,
        form`if ${e}:\n${indented(block)}\nelif ${e}:\n${indented(block)}`,
        form`if ${e}: ${simple}\nelse:\n${indented(block)}`,
        form`for ${target} in ${e}:\n${indented(block)}`,
        form`while ${e}:\n${indented(block)}`,
        form`with a as b, ${operand}:\n${indented(block)}`,
        form`try:\n${indented(block)}\nexcept E as e:\n${indented(block)}`,
        form`@d(${e})\ndef f(a, b: int = ${e}, *, c=1, **k) -> ${e}:\n${indented(block)}`,
        form`class C(B, k=${e}):\n${indented(block)}`,
      ),
    };
  },
);

describe("any program", () => {
  it("is read alike, or left", () => {
    let plain = 0;
    let runs = 0;
    fc.assert(
      fc.property(fc.array(programs.block, { minLength: 1, maxLength: 3 }), (blocks) => {
        runs++;
        if (readsAlike(`${blocks.join("\n")}\n`)) plain++;
      }),
      { numRuns: 400 },
    );
    expect(plain / runs).toBeGreaterThan(0.3);
  });

  it("is read alike, or left, with characters taken out or put in", () => {
    const edit = fc.tuple(
      fc.nat(),
      fc.nat({ max: 3 }),
      fc.constantFrom("", " ", "\n", "(", ")", ":", '"', "#", "\\", "\t", ","),
    );
    fc.assert(
      fc.property(programs.block, edit, (program, [at, length, put]) => {
        const place = at % (program.length + 1);
        const text = `${program.slice(0, place)}${put}${program.slice(place + length)}\n`;
        const plain = readPlain(text, 7);
        if (plain === null || /^\s*[([]/m.test(text)) return;
        const { statements, broken } = byGrammar(text);
        // What the grammar cannot read it converts as best it can.
        if (!broken) expect(plain, text).toEqual(statements);
      }),
      { numRuns: 1500 },
    );
  });
});
