import type { Span } from "../../text/source";
import type { If, Stmt } from "../syntax/syntax";

/**
 * The lines that an arm that refuses takes up, where what is left without them is the rest of the program: a whole `if`
 * with statements behind it, or an `elif`. Null where more hangs on them.
 */
export function refusalLines(
  { arms, otherwise, start, end }: If,
  index: number,
  rest: readonly Stmt[],
  text: string,
): Span | null {
  const arm = arms[index];
  const last = arm?.body.at(-1);
  if (arm === undefined || last === undefined) return null;
  if (index === 0 && (arms.length > 1 || otherwise !== null || rest.length === 0)) return null;
  const span = index === 0 ? { start, end } : { start: arm.head.start, end: last.end };
  const lineStart = text.lastIndexOf("\n", span.start - 1) + 1;
  const behind = /^[ \t]*(?:#[^\n]*)?(?:\n|$)/.exec(text.slice(span.end));
  if (!/^[ \t]*$/.test(text.slice(lineStart, span.start)) || behind === null) return null;
  return { start: lineStart, end: span.end + behind[0].length };
}
