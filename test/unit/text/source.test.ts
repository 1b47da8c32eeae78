import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lineAt, lineText, makeSource, offsetAt, positionAt } from "../../../server/src/text/source";

describe("a source's lines", () => {
  it.each([
    ["LF", "a\nb\n", [0, 2, 4]],
    ["CRLF", "a\r\nb\r\n", [0, 3, 6]],
    ["CR", "a\rb\r", [0, 2, 4]],
    ["all three", "a\rb\nc\r\n\nd", [0, 2, 4, 7, 8]],
    ["none", "", [0]],
    ["a byte order mark", "\uFEFFa\nb", [0, 3]],
  ])("start after %s", (_, text, starts) => {
    expect(makeSource("/a", text).lineStarts).toEqual(starts);
  });

  it("are shown without their endings", () => {
    const source = makeSource("/a", "a\rb\nc\r\nd");
    expect([0, 1, 2, 3, 4, -1].map((line) => lineText(source, line))).toEqual(["a", "b", "c", "d", "", ""]);
  });

  it("take offsets past either end", () => {
    const source = makeSource("/a", "a\nb");
    expect(lineAt(source, -5)).toBe(0);
    expect(lineAt(source, 50)).toBe(1);
    expect(offsetAt(source, { line: 7, character: 0 })).toBe(3);
    expect(offsetAt(source, { line: -1, character: 4 })).toBe(0);
    expect(offsetAt(source, { line: 0, character: 99 })).toBe(2);
  });

  it("lead from offsets to positions and back", () => {
    const texts = fc
      .array(fc.constantFrom("a", "\r", "\n", "\r\n", "é", "😀"))
      .map((parts) => parts.join(""));
    fc.assert(
      fc.property(texts, fc.nat(), (text, seed) => {
        const source = makeSource("/a", text);
        const offset = seed % (text.length + 1);
        expect(offsetAt(source, positionAt(source, offset))).toBe(offset);
      }),
    );
  });
});
