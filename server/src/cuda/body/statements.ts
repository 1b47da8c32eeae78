/** Cuts code into simple statements, whatever control flow or scope they stand in. */
import type { Token } from "../lexer";
import type { Code } from "./code";

export interface Statement {
  /** Token indices; `to` is exclusive and leaves the semicolon out. */
  readonly from: number;
  readonly to: number;
}

/** Words before a parenthesised condition, which is a statement of its own here, the rest coming after it. */
const WITH_CONDITION = new Set(["if", "while", "switch"]);
const ALONE = new Set(["else", "do", "try"]);
const OPENS_SCOPE = new Set(["namespace", "extern", "struct", "class", "union"]);

/**
 * The statements among the tokens `[from, to)`. Blocks, bodies of functions and of namespaces and the branches of
 * control flow are cut open; initialisers, lambdas and arguments are not. One at a time: who asks has mostly seen enough
 * after a few.
 */
export function* statementsOf(code: Code, from: number, to: number): Generator<Statement, void> {
  let start = from;
  let at = from;
  while (at < to) {
    const token = code.tokens[at];
    if (token === undefined) break;
    const text = token.text;
    if (text === ";" || text === "}") {
      if (at > start) yield { from: start, to: at };
      start = ++at;
    } else if (at === start && ALONE.has(text)) start = ++at;
    else if (at === start && (text === "case" || text === "default")) start = at = afterLabel(code, at, to);
    else if (at === start && (WITH_CONDITION.has(text) || text === "for")) {
      const end = endOfCondition(code, at, to);
      // The condition may do work itself: `while (!try_wait(bar));`
      if (end > at + 1) yield { from: at, to: end };
      start = at = end;
    } else if (text === "{") {
      const close = closeOf(code, at, to);
      if (isInitialiser(code, start, at)) at = close;
      else {
        if (at > start && !opensNamed(code, start, at)) yield { from: start, to: at };
        start = ++at;
      }
    } else if (text === "(" || text === "[") at = closeOf(code, at, to);
    else at++;
  }
  const end = Math.min(at, to);
  if (end > start) yield { from: start, to: end };
}

function closeOf(code: Code, at: number, to: number): number {
  const partner = code.partners[at] ?? -1;
  return partner > at && partner < to ? partner + 1 : at + 1;
}

function afterLabel(code: Code, at: number, to: number): number {
  let end = at;
  while (end < to && code.tokens[end]?.text !== ":" && code.tokens[end]?.text !== ";") end++;
  return Math.min(end + 1, to);
}

function endOfCondition(code: Code, at: number, to: number): number {
  let open = at + 1;
  if (code.tokens[open]?.text === "constexpr") open++;
  return code.tokens[open]?.text === "(" ? closeOf(code, open, to) : at + 1;
}

/** Whether the brace at `at` belongs to the statement's expression: `= {…}`, `T{…}`, `f({…})`, `[&] {…}`. */
function isInitialiser(code: Code, start: number, at: number): boolean {
  const before = code.tokens[at - 1];
  if (at === start || before === undefined) return false;
  const head = code.tokens.slice(start, Math.min(at, start + 64));
  if (head.some((token) => OPENS_SCOPE.has(token.text) || token.text === "enum")) return false;
  if (head.some((token) => token.text === "=" || token.text === "return")) return true;
  if (before.text === "," || before.text === "]") return true;
  // `T x{…}` against `void f() const {…}`: only the latter has had parentheses.
  return before.kind === "name" && !head.some((token) => token.text === "(");
}

/** The condition that decides whether the token at `at` is reached from `from`; null where nothing does. */
export function conditionBefore(code: Code, from: number, at: number): readonly Token[] | null {
  for (let index = from; index < at; index++) {
    const text = code.tokens[index]?.text ?? "";
    if (!WITH_CONDITION.has(text) && text !== "for") continue;
    const behind = endOfCondition(code, index, at);
    const end = endOfControlled(code, behind, at);
    if (end >= at) return code.tokens.slice(index, behind);
    // What stands inside ends there too.
    index = end;
  }
  return null;
}

/** Of a block or one statement; an `else` goes on with it. No further than `to`. */
function endOfControlled({ tokens, partners }: Code, from: number, to: number): number {
  let end = from;
  for (let start = from; ; start = end + 2) {
    let at = start;
    while (at < to && tokens[at]?.text !== ";" && tokens[at]?.text !== "{") at++;
    end = tokens[at]?.text === "{" ? Math.max(partners[at] ?? to, at) : at;
    if (end >= to) return to;
    if (tokens[end + 1]?.text !== "else") return end;
  }
}

/** The header of a function or a namespace is no statement: what it opens is looked at instead. */
function opensNamed(code: Code, start: number, at: number): boolean {
  for (let index = start; index < at; index++) {
    const text = code.tokens[index]?.text ?? "";
    if (text === "struct" || text === "class" || text === "union") return code.tokens[at - 1]?.text === ")";
    if (text === "(" || OPENS_SCOPE.has(text)) return true;
  }
  return false;
}

export function tokensOf(code: Code, statement: Statement): readonly Token[] {
  return code.tokens.slice(statement.from, statement.to);
}
