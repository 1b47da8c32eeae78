/**
 * What a short function comes to, as one expression: declarations and queries ahead of it, then `if (…) return …;` one
 * after another, and a `return` at the end.
 */
import type { Code } from "../body/code";
import { CHECK, endOfFirstArgument } from "./check-names";
import { parseExpression, type Expression } from "./expression";
import { alwaysLeaves } from "./leaving";
import { outcomeOf } from "./outcomes";
import { endOfStatement } from "./statements";

export interface Result {
  readonly expression: Expression;
  /** The token that names in it are seen from: the last `return`. */
  readonly at: number;
  /** Whether it stands there as one `return` and nothing else. */
  readonly isPlain: boolean;
}

/** Longer functions are not read. */
const LONGEST = 300;

/** The result of the body between two braces, given as token indices; null where it is made in another way. */
export function resultOf(code: Code, open: number, close: number): Result | null {
  if (close - open > LONGEST) return null;
  const { tokens } = code;
  const early: { readonly test: Expression; readonly value: Expression }[] = [];
  for (let at = open + 1; at < close;) {
    const text = tokens[at]?.text ?? "";
    const end = endOfStatement(code, at, 0);
    if (text === "return") {
      const last = valueAt(code, at, end);
      if (last === null || end !== close) return null;
      return { expression: folded(early, last), at, isPlain: at === open + 1 };
    }
    if (text === "if") {
      const arm = earlyReturn(code, at, end);
      if (arm === null) return null;
      early.push(arm);
    } else if (tokens[at]?.kind !== "name" || /^(?:for|while|do|switch|try|goto|throw|else)$/.test(text))
      return null;
    at = end;
  }
  return null;
}

/** `if (sm != N) throw …;`, `CHECK(sm == N, …);` behind declarations, and nothing else: what must hold to get past it. */
export function requirementOf(code: Code, open: number, close: number): Result | null {
  if (close - open > LONGEST) return null;
  const { tokens, partners } = code;
  let at = open + 1;
  let end = endOfStatement(code, at, 0);
  for (; end < close; at = end, end = endOfStatement(code, at, 0))
    if (tokens[at]?.kind !== "name" || CONTROL.test(tokens[at]?.text ?? "")) return null;
  if (end !== close) return null;
  const isIf = tokens[at]?.text === "if";
  const first = at + (isIf && tokens[at + 1]?.text === "constexpr" ? 2 : 1);
  const last = tokens[first]?.text === "(" ? (partners[first] ?? -1) : -1;
  if (last < 0) return null;
  if (!isIf) {
    if (!CHECK.test(tokens[at]?.text ?? "") || last + 2 !== end) return null;
    const expression = parseExpression(tokens, first + 1, endOfFirstArgument(code, first + 1, last));
    return expression === null ? null : { expression, at, isPlain: false };
  }
  const test = parseExpression(tokens, first + 1, last);
  const { outcome } = outcomeOf(code, { from: last + 1, to: end });
  if (test === null || outcome !== "raises" || !alwaysLeaves(code, { from: last + 1, to: end })) return null;
  const { start, end: stop } = test;
  return {
    expression: { kind: "unary", operator: "!", operand: test, start, end: stop },
    at,
    isPlain: false,
  };
}

const CONTROL = /^(?:if|for|while|do|switch|try|goto|throw|else|return)$/;

/** `return x;` */
function valueAt({ tokens }: Code, at: number, end: number): Expression | null {
  if (tokens[at]?.text !== "return" || tokens[end - 1]?.text !== ";") return null;
  return parseExpression(tokens, at + 1, end - 1);
}

/** `if (test) return x;`, in braces or not, without an `else`. */
function earlyReturn(code: Code, at: number, end: number): { test: Expression; value: Expression } | null {
  const { tokens, partners } = code;
  const open = tokens[at + 1]?.text === "constexpr" ? at + 2 : at + 1;
  const close = tokens[open]?.text === "(" ? (partners[open] ?? -1) : -1;
  if (close < 0) return null;
  const braced = tokens[close + 1]?.text === "{" && partners[close + 1] === end - 1;
  const value = braced ? valueAt(code, close + 2, end - 1) : valueAt(code, close + 1, end);
  const test = parseExpression(tokens, open + 1, close);
  return test === null || value === null ? null : { test, value };
}

function folded(early: readonly { test: Expression; value: Expression }[], last: Expression): Expression {
  return early.reduceRight<Expression>(
    (no, { test, value }) => ({ kind: "conditional", test, yes: value, no, start: test.start, end: no.end }),
    last,
  );
}

/** `[] { … }()`, a function that is called where it stands, among the tokens `[from, to)`. */
export function calledLambda(code: Code, from: number, to: number): Result | null {
  const { tokens, partners } = code;
  if (tokens[from]?.text !== "[") return null;
  let open = (partners[from] ?? -1) + 1;
  if (tokens[open]?.text === "(") open = (partners[open] ?? -1) + 1;
  while (open > 0 && open < to && tokens[open]?.text !== "{") open++;
  const close = tokens[open]?.text === "{" ? (partners[open] ?? -1) : -1;
  const isCalled = tokens[close + 1]?.text === "(" && tokens[close + 2]?.text === ")" && close + 3 === to;
  return close > 0 && isCalled ? resultOf(code, open, close) : null;
}
