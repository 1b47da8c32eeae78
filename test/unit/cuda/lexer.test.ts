import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { scanDirectives } from "../../../server/src/cuda/directives";
import { takeOutSplices, toLogical, toSource, tokenise } from "../../../server/src/cuda/lexer";

function tokens(text: string): string[] {
  const logical = takeOutSplices(text);
  return tokenise(logical, 0, logical.text.length).map((token) => `${token.kind} ${token.text}`);
}

const keywords = (text: string): string[] => scanDirectives(text).directives.map((one) => one.keyword);

describe("tokens", () => {
  it.each([
    ["a splice in a name", "de\\\nfined", ["name defined"]],
    ["a splice with blanks and CRLF", "12\\  \r\n00", ["number 1200"]],
    ["digit separators", "1'200'0", ["number 1'200'0"]],
    ["a character after a number", "1+'a'", ["number 1", "punctuator +", "char 'a'"]],
    ["exponents", "1e+5 0x1p-3", ["number 1e+5", "number 0x1p-3"]],
    ["a raw string", 'R"x(a)" "b)x" c', ['string R"x(a)" "b)x"', "name c"]],
    ["a splice in a raw string", 'R"(a\\\nb)" c', ['string R"(ab)"', "name c"]],
    ["prefixes", 'u8"a" L\'b\' xR"("', ['string u8"a"', "char L'b'", "name xR", 'string "("']],
    ["comments", "a/**/b // c\nd", ["name a", "name b", "name d"]],
    ["operators", "a<=b&&c", ["name a", "punctuator <=", "name b", "punctuator &&", "name c"]],
    ["an open string", '"abc', ['string "abc']],
  ])("take %s", (_, text, expected) => {
    expect(tokens(text)).toEqual(expected);
  });

  it("cover what they stand for, in order", () => {
    const parts = fc.constantFrom(
      "a",
      "12",
      "'",
      '"',
      "\\\n",
      "\\",
      " ",
      "\n",
      "/*",
      "*/",
      "//",
      "#",
      'R"(',
      ')"',
      "é",
      "\r",
    );
    fc.assert(
      fc.property(fc.array(parts), (pieces) => {
        const logical = takeOutSplices(pieces.join(""));
        let at = 0;
        for (const token of tokenise(logical, 0, logical.text.length)) {
          expect(token.start).toBeGreaterThanOrEqual(at);
          expect(token.end).toBeGreaterThan(token.start);
          at = token.end;
        }
        expect(at).toBeLessThanOrEqual(logical.source.length);
        for (let offset = 0; offset < logical.text.length; offset++) {
          expect(toLogical(logical, toSource(logical, offset))).toBe(offset);
          expect(logical.source[toSource(logical, offset)]).toBe(logical.text[offset]);
        }
      }),
    );
  });
});

describe("directives", () => {
  it.each([
    ["after a byte order mark", "\uFEFF#if 1\n#endif", ["if", "endif"]],
    [
      "with blanks and comments before them",
      "  # /* c */ ifdef X\n/* d */ #endif\n%:else",
      ["ifdef", "endif", "else"],
    ],
    ["over splices", "#i\\\nf 1\n#end\\\r\nif", ["if", "endif"]],
    ["not in comments, strings and code", '// #if 1\n/*\n#if 2\n*/ x #if 3\nR"(\n#if 4\n)"', []],
    [
      "after digit separators and apostrophes",
      "int x = 1'000;\n#if 1\nchar c = '\"';\n#endif",
      ["if", "endif"],
    ],
    ["ended by CR alone", "#if 1\r#endif\r", ["if", "endif"]],
    ["with nothing on them", "#\n#if 1\n#endif", ["", "if", "endif"]],
    ["of which the text need not be well-formed", "#error don't\n#if 1\n#endif", ["error", "if", "endif"]],
  ])("are found %s", (_, text, expected) => {
    expect(keywords(text)).toEqual(expected);
  });
});
