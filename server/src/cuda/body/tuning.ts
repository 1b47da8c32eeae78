/**
 * Code that only tunes: launch bounds, `#pragma unroll`, a number in place of the one that was set before. Whoever is
 * left out of it runs the same code. A table of numbers, one for each target, is none: the wrong one may not fit.
 */
import type { Span } from "../../text/source";
import { directivesIn, firstTokenAt, readDefinition, type Code } from "./code";
import type { FunctionBody } from "./functions";
import { statementsOf, type Statement } from "./statements";
import type { Token } from "../lexer";

/** The macros that another branch must define as well; null where the code does anything beside tuning. */
export type Tuning = ReadonlySet<string> | null;

/** Pragmas about how code is compiled, not about what it does. */
const TUNES = /^(?:unroll|nounroll|nv_diag\w*|diag_\w+|nv_exec_check_disable|hd_warning_disable)$/;
const ATTRIBUTE = /^(?:__launch_bounds__|__maxnreg__|__minnctapersm__|__maxntid__)$/;

export function tuningOf(code: Code, span: Span, enclosing: FunctionBody | null): Tuning {
  const { tokens } = code;
  const names = new Set<string>();
  let tunes = false;
  for (const { keyword, tokens: body } of directivesIn(code, span)) {
    const macro = keyword === "define" ? readDefinition(body) : null;
    if (keyword === "pragma" && !TUNES.test(body[0]?.text ?? "")) return null;
    if (keyword !== "pragma" && (macro?.parameters !== null || !isBounds(macro.body))) return null;
    if (macro !== null) names.add(macro.name);
    tunes = true;
  }
  const [from, to] = [firstTokenAt(tokens, span.start), firstTokenAt(tokens, span.end)];
  for (const statement of statementsOf(code, from, to)) {
    if (!isTuning(code, statement, enclosing)) return null;
    tunes = true;
  }
  return tunes ? names : null;
}

/** Whether those left out of such code lose nothing by it, given what stands in for it. */
export function losesNothing(tuning: Tuning, other: Tuning): boolean {
  if (tuning === null) return false;
  return tuning.size === 0 || (other !== null && [...tuning].every((one) => other.has(one)));
}

/** Nothing but attributes, or a number for a variable that has one. */
function isTuning(code: Code, { from, to }: Statement, enclosing: FunctionBody | null): boolean {
  const { tokens, partners } = code;
  let at = from;
  while (at < to && ATTRIBUTE.test(tokens[at]?.text ?? "") && tokens[at + 1]?.text === "(")
    at = (partners[at + 1] ?? to) + 1;
  if (at >= to) return true;
  const name = tokens[at]?.text ?? "";
  if (to - at !== 3 || tokens[at + 1]?.text !== "=" || !isNumber(tokens[at + 2]) || enclosing === null)
    return false;
  return wasNumber(code, name, enclosing.open, at) && !mayChoose(code, name, enclosing);
}

/** Whether the name held a number before, of its function. */
function wasNumber({ tokens }: Code, name: string, open: number, before: number): boolean {
  for (let at = before - 1; at > open; at--)
    if (tokens[at]?.text === name && tokens[at + 1]?.text === "=")
      return tokens[at + 3]?.text === ";" && isNumber(tokens[at + 2]);
  return false;
}

/**
 * Whether the number may choose what is done: it is held against others, handed to a call or to another name, or stands
 * in a condition. What then comes of it is not followed.
 */
function mayChoose({ tokens, partners }: Code, name: string, { open, close }: FunctionBody): boolean {
  /** Behind the parenthesis that is closed last. */
  let insideTo = open;
  for (let at = open + 1; at < close; at++) {
    const text = tokens[at]?.text ?? "";
    if (text === "(") insideTo = Math.max(insideTo, partners[at] ?? insideTo);
    if (text !== name || tokens[at + 1]?.text === "=") continue;
    if (at < insideTo || CHOOSES.test(around(tokens, at)) || isHandedOn(tokens, open, at)) return true;
  }
  return false;
}

/** The tokens of the statement around a token, as text. */
function around(tokens: readonly Token[], at: number): string {
  let [from, to] = [at, at];
  while (from > 0 && !ENDS.test(tokens[from - 1]?.text ?? "")) from--;
  while (to < tokens.length && !ENDS.test(tokens[to]?.text ?? "")) to++;
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join(" ");
}

const ENDS = /^[;{}]$/;
const CHOOSES =
  /(?:^| )(?:[<>]=?|[=!]=|<=>|&&|\|\||[?!%&|^]|if|while|for|switch|case|return|goto|and|or|not)(?: |$)/;

/** Whether another name is given what the number comes to: `int y = 2 * x`. */
function isHandedOn(tokens: readonly Token[], open: number, at: number): boolean {
  for (let back = at - 1; back > open && !ENDS.test(tokens[back]?.text ?? ""); back--) {
    if (/^[-+*/|&^%]?=$/.test(tokens[back]?.text ?? "")) return tokens[back - 1]?.kind === "name";
  }
  return false;
}

/** Launch bounds, or none of them. */
function isBounds(body: readonly Token[]): boolean {
  const isCall = body.findIndex(({ text }) => text === ")") === body.length - 1;
  return body.length === 0 || (ATTRIBUTE.test(body[0]?.text ?? "") && isCall);
}

/** 0 and 1 rather say "no" and "yes". */
function isNumber(token: Token | undefined): boolean {
  return token?.kind === "number" && Number(token.text.replace(/(?<=\d)[uUlL]+$|'/g, "")) >= 2;
}
