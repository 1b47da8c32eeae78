import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { lexCMake } from "../../../server/src/build/cmake-lexer";
import { LINEAR, growth } from "../support/growth";

const argumentsOf = (text: string): string[] =>
  lexCMake(text).commands[0]?.arguments.map((argument) => argument.text) ?? [];

describe("lexCMake", () => {
  it.each([
    ["set(A b c)", ["A", "b", "c"]],
    ['SET ( A\n "b c" # d\n e )', ["A", "b c", "e"]],
    ["set(A [==[x ] y]]==] z)", ["A", "x ] y]", "z"]],
    ['set(A "x \\" y" "")', ["A", 'x \\" y', ""]],
    ["set(A ${B} $<X:y> -O3 a\\ b)", ["A", "${B}", "$<X:y>", "-O3", "a\\ b"]],
    ["set(A #[[ not ) this ]] b)", ["A", "b"]],
    ["if(A AND (B OR C))", ["A", "AND", "(", "B", "OR", "C", ")"]],
    ['set(A x="y z" w)', ["A", 'x="y z"', "w"]],
    ["set(A", ["A"]],
    ['set(A "open', ["A", "open"]],
    ["set(A [[open", ["A", "open"]],
  ])("reads %s", (text, expected) => {
    expect(argumentsOf(text)).toEqual(expected);
  });

  it("gives the name in lower case and the span of the whole command", () => {
    const text = "  # set(NOT this)\n  List(APPEND A b)\n";
    const { commands, comments } = lexCMake(text);
    expect(commands).toHaveLength(1);
    expect(commands[0]?.name).toBe("list");
    expect(text.slice(commands[0]?.span.start, commands[0]?.span.end)).toBe("List(APPEND A b)");
    expect(comments.map((comment) => comment.text)).toEqual(["# set(NOT this)"]);
  });

  it("gives spans that are the text, for any text", () => {
    const pieces = fc.constantFrom(
      "set(",
      "if(",
      ")",
      "(",
      '"',
      "#",
      "[[",
      "]]",
      "[=[",
      "\\",
      "\n",
      " ",
      "a",
      "${B}",
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 40 }), (parts) => {
        const text = parts.join("");
        for (const command of lexCMake(text).commands) {
          for (const { span, outer, text: own } of command.arguments) {
            expect(text.slice(span.start, span.end)).toBe(own);
            expect(outer.start <= span.start && span.end <= outer.end).toBe(true);
          }
        }
      }),
    );
  });

  it("is linear", () => {
    for (const unit of ['set(A "', "[", "set(A [==", "# ", "((", 'a="', "set(A x)\n"]) {
      expect(
        growth((count) => () => void lexCMake(unit.repeat(count))),
        unit,
      ).toBeLessThan(LINEAR);
    }
  });
});
