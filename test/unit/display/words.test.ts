import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { code, markdown, plainText } from "../../../server/src/display/words";

const linkTo = ({ path, line }: { path: string; line: number }): string => `${path}#L${line + 1}`;

describe("sentences", () => {
  it("become Markdown with code and links, or plain text", () => {
    const sentence = [
      "Why: ",
      code("a  <\n b"),
      " on ",
      { place: { path: "/x.h", line: 6 }, text: "line 7" },
      ".",
    ];
    expect(markdown(sentence, linkTo)).toBe("Why: `a < b` on [line 7](/x.h#L7).");
    expect(plainText(sentence)).toBe("Why: a < b on line 7.");
  });

  it("keep what a source says from being taken for Markdown", () => {
    expect(markdown(["a*b <img> [x] #1 | `c`"], linkTo)).toBe("a\\*b \\<img\\> \\[x\\] \\#1 \\| \\`c\\`");
    expect(markdown(["'__CUDA_ARCH__ >= 1' in sm_90, _x, x_"], linkTo)).toBe(
      "'\\_\\_CUDA_ARCH\\_\\_ \\>= 1' in sm_90, \\_x, x\\_",
    );
    expect(markdown([code("a ``b`` c")], linkTo)).toBe("``` a ``b`` c ```");
    expect(markdown([code("__CUDA_ARCH__")], linkTo)).toBe("`__CUDA_ARCH__`");
  });

  it("never leave a code span open", () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const span = markdown([code(text)], linkTo);
        const fence = /^`+/.exec(span)?.[0] ?? "";
        expect(span.endsWith(fence)).toBe(true);
        expect(span.slice(fence.length, -fence.length)).not.toContain(fence);
      }),
    );
  });
});
