import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { byteOffsets, decode, encode } from "../../../server/src/workspace/decode";
import { editBytes } from "../../../server/src/workspace/edit-bytes";

const bytes = (...values: number[]): Uint8Array => Uint8Array.from(values);
const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text);

describe("decoding", () => {
  it("leaves the byte order mark out of the text", () => {
    expect(decode(bytes(0xef, 0xbb, 0xbf, 0x61))).toMatchObject({
      text: "a",
      encoding: "utf-8",
      bomLength: 3,
    });
    expect(decode(bytes(0xff, 0xfe, 0x61, 0))).toMatchObject({
      text: "a",
      encoding: "utf-16le",
      bomLength: 2,
    });
    expect(decode(bytes(0xfe, 0xff, 0, 0x61))).toMatchObject({
      text: "a",
      encoding: "utf-16be",
      bomLength: 2,
    });
  });

  it("takes a mark in the middle for a character", () => {
    expect(decode(utf8("a\uFEFFb")).text).toBe("a\uFEFFb");
  });

  it("knows UTF-16 without a mark by where its NULs are, and other NULs as binary", () => {
    expect(decode(encode("#if 1\n", "utf-16le"))).toMatchObject({ text: "#if 1\n", encoding: "utf-16le" });
    expect(decode(encode("#if 1\n", "utf-16be"))).toMatchObject({ text: "#if 1\n", encoding: "utf-16be" });
    expect(decode(utf8("#if 1\0\n"))).toMatchObject({ text: "#if 1\0\n", encoding: "utf-8", binary: true });
    expect(decode(utf8("#if 1\n")).binary).toBe(false);
  });

  it("decodes any bytes, each ill-formed part to one replacement", () => {
    expect(decode(bytes(0x61, 0xff, 0xe2, 0x82, 0x62)).text).toBe("a\uFFFD\uFFFDb");
  });

  it("finds the byte of every offset, in any bytes", () => {
    const parts = fc.oneof(
      fc.uint8Array({ maxLength: 6 }),
      fc.string({ unit: "grapheme", maxLength: 4 }).map(utf8),
      fc.constantFrom(bytes(0xf0, 0x9f, 0x98), bytes(0xed, 0xa0, 0x80), bytes(0xe2, 0x82), bytes(0xf4, 0x90)),
    );
    const anyBytes = fc
      .array(parts, { maxLength: 12 })
      .map((all) => Uint8Array.from(all.flatMap((part) => [...part])));
    fc.assert(
      fc.property(anyBytes, (content) => {
        const decoded = decode(content);
        if (decoded.encoding !== "utf-8") return;
        const offsets = Array.from(decoded.text).reduce<number[]>(
          (starts, character) => [...starts, (starts.at(-1) ?? 0) + character.length],
          [0],
        );
        const cuts = byteOffsets(content, decoded, offsets);
        // The pieces between the cuts decode one by one to what they are in the whole.
        const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
        const pieces = cuts.slice(1).map((end, index) => decoder.decode(content.subarray(cuts[index], end)));
        expect(pieces.join("")).toBe(decoded.text);
        expect(cuts.at(-1)).toBe(content.length);
      }),
      { numRuns: 2000 },
    );
  });
});

describe("editing bytes", () => {
  const replace = (content: Uint8Array, find: string, newText: string): Uint8Array => {
    const start = decode(content).text.indexOf(find);
    return editBytes(content, [{ span: { start, end: start + find.length }, newText }]);
  };

  it("keeps everything else to the byte", () => {
    const before = bytes(0xef, 0xbb, 0xbf, 0xff, 0xe9, 0x0d, 0x0a, ...utf8("x < 1200\r\n"), 0xf0, 0x9f);
    const after = bytes(0xef, 0xbb, 0xbf, 0xff, 0xe9, 0x0d, 0x0a, ...utf8("x < 1300\r\n"), 0xf0, 0x9f);
    expect(replace(before, "1200", "1300")).toEqual(after);
  });

  it("writes in the file's own encoding", () => {
    for (const encoding of ["utf-16le", "utf-16be"] as const) {
      const mark = encoding === "utf-16le" ? [0xff, 0xfe] : [0xfe, 0xff];
      const before = bytes(...mark, ...encode("é 1200\r\n", encoding));
      expect(replace(before, "1200", "1300")).toEqual(bytes(...mark, ...encode("é 1300\r\n", encoding)));
    }
  });

  it("applies several edits in any order and refuses overlapping ones", () => {
    const edit = (start: number, end: number, newText: string) => ({ span: { start, end }, newText });
    expect(editBytes(utf8("abcd"), [edit(3, 4, "D"), edit(0, 1, "A")])).toEqual(utf8("AbcD"));
    expect(() => editBytes(utf8("abcd"), [edit(0, 2, ""), edit(1, 3, "")])).toThrow(RangeError);
  });
});
