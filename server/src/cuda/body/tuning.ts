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

const ATTRIBUTE = /^(?:__launch_bounds__|__maxnreg__|__minnctapersm__|__maxntid__)$/;

export function tuningOf(code: Code, span: Span, enclosing: FunctionBody | null): Tuning {
  const { tokens } = code;
  const names = new Set<string>();
  let tunes = false;
  for (const { keyword, tokens: body } of directivesIn(code, span)) {
    const macro = keyword === "define" ? readDefinition(body) : null;
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
  return wasNumber(code, name, enclosing.open, at) && !isCompared(code, name, enclosing);
}

/** Whether the name held a number before, of its function. */
function wasNumber({ tokens }: Code, name: string, open: number, before: number): boolean {
  for (let at = before - 1; at > open; at--)
    if (tokens[at]?.text === name && tokens[at + 1]?.text === "=")
      return tokens[at + 3]?.text === ";" && isNumber(tokens[at + 2]);
  return false;
}

/** Whether the number chooses what is done, being held against others. */
function isCompared({ tokens }: Code, name: string, { open, close }: FunctionBody): boolean {
  for (let at = open; at < close; at++) {
    if (tokens[at]?.text !== name) continue;
    if (/^[=!]=$/.test(tokens[at + 1]?.text ?? "") || /^[=!]=$/.test(tokens[at - 1]?.text ?? "")) return true;
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
  return token?.kind === "number" && Number.parseInt(token.text, 10) >= 2;
}
