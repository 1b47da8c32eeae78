/**
 * Whether code refuses, or returns for, whoever runs it. `if (x) throw …` does not: what that hangs on is no
 * architecture, whatever condition on one stands around it.
 */
import type { Code } from "../body/code";
import { handlersOf } from "./caught";
import { outcomeOf, refusesHere, type OutcomeOf } from "./outcomes";
import { endOfStatement, type Range } from "./statements";

const DEEPEST = 20;

/** Whether code that does nothing else refuses, or returns, only under a further condition: it shuts nobody out. */
export function leavesSometimes(code: Code, range: Range): boolean {
  return outcomeOf(code, range).outcome !== "works" && mayLeave(code, range) && !alwaysLeaves(code, range);
}

/** Whether every run of the code comes to a statement that refuses, or to a `return`. */
export function alwaysLeaves(code: Code, range: Range): boolean {
  return firstLeaving(code, range, 0) !== null;
}

/** What code comes to that may refuse on its way: `if (strict) throw …; return;` only returns, as far as is known. */
export function surelyComesTo(code: Code, range: Range): OutcomeOf {
  const result = outcomeOf(code, range);
  const { tokens, partners } = code;
  if (result.outcome !== "raises" && result.outcome !== "returns false") return result;
  const isBlock = tokens[range.from]?.text === "{" && partners[range.from] === range.to - 1;
  const leaving = firstLeaving(code, isBlock ? { from: range.from + 1, to: range.to - 1 } : range, 0);
  return leaving === null ? result : { ...result, outcome: outcomeOf(code, leaving).outcome };
}

function mayLeave(code: Code, { from, to }: Range): boolean {
  for (let at = from; at < to; at++) if (leavesAtOnce(code, { from: at, to })) return true;
  return false;
}

/** The longest start of a statement that tells whether it refuses. */
const START = 12;

function leavesAtOnce(code: Code, { from, to }: Range): boolean {
  const start = code.tokens.slice(from, Math.min(to, from + START));
  return start[0]?.text === "return" || refusesHere(code, start);
}

function sequenceLeaves(code: Code, range: Range, depth: number): boolean {
  return firstLeaving(code, range, depth) !== null;
}

/** The first statement of a sequence that is left in every run. */
function firstLeaving(code: Code, { from, to }: Range, depth: number): Range | null {
  for (let at = from; at < to;) {
    const text = code.tokens[at]?.text;
    const close = text === "try" && code.tokens[at + 1]?.text === "{" ? (code.partners[at + 1] ?? -1) : -1;
    if (close > at && depth <= DEEPEST) {
      const leaving = firstLeaving(code, { from: at + 2, to: Math.min(close, to) }, depth + 1);
      if (leaving !== null && !isSwallowed(code, leaving, close)) return leaving;
      at = close + 1;
      continue;
    }
    const after = text === "catch" ? (code.partners[at + 1] ?? -1) + 1 : at + 1;
    if (text === "do" || text === "try" || (text === "catch" && after > at)) {
      // of a `catch` no run is sure
      at = text === "catch" ? endOfStatement(code, after, 0) : after;
      continue;
    }
    const end = Math.max(endOfStatement(code, at, 0), at + 1);
    const statement = { from: at, to: Math.min(end, to) };
    if (statementLeaves(code, statement, depth)) return statement;
    at = end;
  }
  return null;
}

/** Whether what the statement throws out of a `try` block is caught, and the run goes on behind it. */
function isSwallowed(code: Code, leaving: Range, close: number): boolean {
  if (outcomeOf(code, leaving).outcome !== "raises") return false;
  return handlersOf(code, close).some((body) => outcomeOf(code, body).outcome === "nothing");
}

function statementLeaves(code: Code, { from, to }: Range, depth: number): boolean {
  if (depth > DEEPEST) return false;
  const { tokens, partners } = code;
  const text = tokens[from]?.text ?? "";
  if (text === "{") return sequenceLeaves(code, { from: from + 1, to: to - 1 }, depth + 1);
  if (text === "do") return sequenceLeaves(code, { from: from + 1, to }, depth + 1);
  if (isLabel(text)) return statementLeaves(code, { from: afterLabel(code, from, to), to }, depth + 1);
  if (!/^(?:if|for|while|switch)$/.test(text)) return leavesAtOnce(code, { from, to });
  const open = tokens[from + 1]?.text === "constexpr" ? from + 2 : from + 1;
  const close = partners[open] ?? -1;
  if (close < open || close >= to) return false;
  if (text === "switch") return switchLeaves(code, { from: close + 1, to }, depth + 1);
  const condition = { from: open + 1, to: close };
  const end = text === "if" ? Math.min(endOfStatement(code, close + 1, 0), to) : to;
  const body = { from: close + 1, to: end };
  if (!statementLeaves(code, body, depth + 1)) return false;
  if (holdsAlways(code, condition)) return true;
  if (text !== "if") return false;
  if (tokens[end]?.text === "else") return statementLeaves(code, { from: end + 1, to }, depth + 1);
  return holdsForSomeThread(code, condition) && outcomeOf(code, body).outcome === "raises";
}

/** One that runs on from each label to the last, which leaves. */
function switchLeaves(code: Code, { from, to }: Range, depth: number): boolean {
  let last = from + 1;
  let servesAll = false;
  for (let at = from + 1; at < to - 1; at++) {
    const text = code.tokens[at]?.text ?? "";
    if (/^(?:break|continue|goto)$/.test(text)) return false;
    if (text === "default") servesAll = true;
    if (isLabel(text)) last = at;
  }
  return servesAll && sequenceLeaves(code, { from: last, to: to - 1 }, depth);
}

function isLabel(text: string): boolean {
  return text === "case" || text === "default";
}

function afterLabel({ tokens }: Code, from: number, to: number): number {
  let at = from;
  while (at < to && tokens[at]?.text !== ":") at++;
  return Math.min(at + 1, to);
}

/** `while (true)`, `for (;;)`, `if (1)`. */
function holdsAlways({ tokens }: Code, { from, to }: Range): boolean {
  const spelled = tokens.slice(from, to).map(({ text }) => text);
  return /^(?:true|1|;;)$/.test(spelled.join(""));
}

const OF_A_THREAD = /^(?:threadIdx|blockIdx|cute|elect_one_sync|and|not)$|tid|lane|thread/i;

/** `threadIdx.x == 0 && blockIdx.x == 0`: there is such a thread in every launch, and a trap in one ends them all. */
function holdsForSomeThread({ tokens }: Code, { from, to }: Range): boolean {
  const parts = tokens.slice(from, to);
  return parts.every(({ text, kind }, at) => {
    if (kind !== "name") return text === "0" || /^[.!()=&:]+$/.test(text);
    return parts[at - 1]?.text === "." ? /^[xyz]$/.test(text) : OF_A_THREAD.test(text);
  });
}
