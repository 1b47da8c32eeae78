/** A tree copied by the compiled functions is the one that the library's own cursor goes through. */
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import fc from "fast-check";
import { beforeAll, describe, expect, it } from "vitest";
import { Language, Parser } from "web-tree-sitter";
import { fromTreeSitter } from "../../../server/src/python/syntax/tree-sitter";
import type { PythonParser } from "../../../server/src/python/syntax/parse";

let steps: PythonParser;
let cursor: PythonParser;
let runtime: Record<string, unknown>;

beforeAll(async () => {
  runtime = {};
  await Parser.init(runtime);
  const grammar = createRequire(import.meta.url).resolve(
    "@vscode/tree-sitter-wasm/wasm/tree-sitter-python.wasm",
  );
  const parser = new Parser();
  parser.setLanguage(await Language.load(readFileSync(grammar)));
  steps = fromTreeSitter(parser, runtime);
  cursor = fromTreeSitter(parser, {});
});

const PIECE = fc.constantFrom(
  ..."( ) [ ] { } : , . = == != not in is and or if else elif for while def class return lambda x f(9, match".split(
    " ",
  ),
  ...'*args **kw @a \'ü𝄞\' f\'{m!r:>10}\' """d""" 12.0 0x1F := -> try except raise async await … \u{1F600} \\'.split(
    " ",
  ),
  "not in",
  "is not",
  "\n",
  "\n    ",
  "\r\n",
  "# why\n",
);

describe("a tree copied out of the parser", () => {
  it("is copied by the compiled functions, which this version of the library has", () => {
    expect(Object.keys(runtime).filter((name) => name.startsWith("_ts_tree_cursor_")).length).toBeGreaterThan(
      10,
    );
  });

  it("is the same either way, whatever the text", () => {
    fc.assert(
      fc.property(fc.array(PIECE, { maxLength: 40 }), (pieces) => {
        const text = pieces.join(" ");
        expect(steps.parse(text)).toEqual(cursor.parse(text));
      }),
      { numRuns: 400 },
    );
  });

  it("is whole where it is deep, and leaves the parser as it was", () => {
    const text = `x = ${"(".repeat(2000)}1${")".repeat(2000)}\n`;
    expect(JSON.stringify(steps.parse("if a: pass"))).toBe(JSON.stringify(cursor.parse("if a: pass")));
    const count = (parser: PythonParser): number => {
      let nodes = 0;
      const open = [parser.parse(text)];
      for (let node = open.pop(); node !== undefined; node = open.pop()) {
        nodes++;
        open.push(...node.children);
      }
      return nodes;
    };
    expect(count(steps)).toBe(count(cursor));
    expect(count(steps)).toBeGreaterThan(6000);
  });
});
