/**
 * Finds the directives of a file. Code between them is only skipped over: comments and literals are stepped across,
 * nothing else is looked at, so that a scan costs little more than reading the file.
 */
import { endOfLiteral, endToSource, isDigitSeparator, takeOutSplices, toSource, tokenise } from "./lexer";
import type { LogicalText, Token } from "./lexer";
import type { Span } from "../text/source";

/** A directive line: from its `#` to the end of its last token. */
export interface Directive extends Span {
  /** `if`, `define`, …; "" for a lone `#`. */
  readonly keyword: string;
  readonly keywordSpan: Span;
  /** What follows the keyword; comments are left out. */
  readonly tokens: readonly Token[];
  /** Where the logical line ends (source offset), comments included. */
  readonly lineEnd: number;
}

export interface DirectiveScan {
  readonly logical: LogicalText;
  readonly directives: readonly Directive[];
}

/** Of directives in source order, those that start in the span. */
export function directivesWithin(
  directives: readonly Directive[],
  { start, end }: Span,
): readonly Directive[] {
  return directives.slice(firstFrom(directives, start), firstFrom(directives, end));
}

function firstFrom(directives: readonly Directive[], offset: number): number {
  let low = 0;
  let high = directives.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((directives[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

const INTERESTING = /[\n"'/]/g;
const LINE_OPENING = /[ \t\f\v\r\0]*/y;
const BYTE_ORDER_MARK = "\uFEFF";

/** Keywords whose tokens matter; the text of others (`#error don't`) need not even be well-formed. */
const WITH_TOKENS = new Set(
  "if ifdef ifndef elif elifdef elifndef else endif define undef include include_next import pragma".split(
    " ",
  ),
);

export function scanDirectives(source: string): DirectiveScan {
  const logical = takeOutSplices(source);
  const { text } = logical;
  const directives: Directive[] = [];
  let at = text.startsWith(BYTE_ORDER_MARK) ? 1 : 0;
  let lineOpens = true;
  while (at < text.length) {
    if (lineOpens) {
      LINE_OPENING.lastIndex = at;
      LINE_OPENING.test(text);
      at = LINE_OPENING.lastIndex;
      if (text[at] === "#" || text.startsWith("%:", at)) {
        const end = endOfDirective(logical, at);
        directives.push(readDirective(logical, at, end));
        at = end + 1;
        continue;
      }
      lineOpens = text.startsWith("/*", at);
    }
    INTERESTING.lastIndex = at;
    const match = INTERESTING.exec(text);
    if (match === null) break;
    at = match.index;
    const character = match[0];
    if (character === "\n") {
      at++;
      lineOpens = true;
    } else if (character === "/") {
      const next = text[at + 1];
      if (next === "/") at = endOfLine(text, at);
      else if (next === "*") at = endOfComment(text, at);
      else {
        at++;
        lineOpens = false;
      }
    } else {
      const end = character === "'" && isDigitSeparator(text, at) ? at + 1 : endOfLiteral(logical, at);
      const pragma = character === '"' ? pragmaOperator(logical, at, end) : null;
      if (pragma !== null) directives.push(pragma);
      at = end;
      lineOpens = false;
    }
  }
  return { logical, directives };
}

/** In front of the text of a `_Pragma`. */
const PRAGMA_OPERATOR = /(?:^|[^\w$])_Pragma[ \t]{0,8}\([ \t]{0,8}L?$/;
const LONGEST_OPERATOR = 28;
const KEEPS_MACRO = /^"(push_macro|pop_macro)\s*\(\s*\\"(\w+)\\"\s*\)\s*"$/;

/** `_Pragma("push_macro(\"X\")")` in the midst of code, as the directive that it stands for; no other one matters. */
function pragmaOperator(logical: LogicalText, from: number, to: number): Directive | null {
  const { text } = logical;
  if (!PRAGMA_OPERATOR.test(text.slice(Math.max(0, from - LONGEST_OPERATOR), from))) return null;
  const [, what, name] = KEEPS_MACRO.exec(text.slice(from, to)) ?? [];
  if (what === undefined || name === undefined) return null;
  const span = { start: toSource(logical, from), end: endToSource(logical, to) };
  const token = (kind: Token["kind"], spelled: string): Token => ({
    kind,
    text: spelled,
    spaced: false,
    ...span,
  });
  const tokens = [token("name", what), token("punctuator", "("), token("string", `"${name}"`)];
  return { keyword: "pragma", keywordSpan: span, tokens, ...span, lineEnd: span.end };
}

function endOfLine(text: string, at: number): number {
  const end = text.indexOf("\n", at);
  return end < 0 ? text.length : end;
}

function endOfComment(text: string, at: number): number {
  const end = text.indexOf("*/", at + 2);
  return end < 0 ? text.length : end + 2;
}

/** The end of the logical line that starts at `at`; a block comment carries it over line ends. */
function endOfDirective(logical: LogicalText, from: number): number {
  const { text } = logical;
  let at = from;
  for (;;) {
    INTERESTING.lastIndex = at;
    const match = INTERESTING.exec(text);
    if (match === null) return text.length;
    at = match.index;
    if (match[0] === "\n") return at;
    if (match[0] === "/") {
      const next = text[at + 1];
      if (next === "/") return endOfLine(text, at);
      at = next === "*" ? endOfComment(text, at) : at + 1;
    } else at = match[0] === "'" && isDigitSeparator(text, at) ? at + 1 : endOfLiteral(logical, at);
  }
}

function readDirective(logical: LogicalText, from: number, to: number): Directive {
  const hash = logical.text[from] === "#" ? 1 : 2;
  const tokens = tokenise(logical, from + hash, to);
  const first = tokens[0];
  const named = first?.kind === "name";
  const keyword = named ? first.text : "";
  const rest = WITH_TOKENS.has(keyword) ? tokens.slice(1) : [];
  const last = rest[rest.length - 1] ?? (named ? first : undefined);
  const start = toSource(logical, from);
  return {
    keyword,
    keywordSpan: named ? { start: first.start, end: first.end } : { start, end: start + hash },
    tokens: rest,
    start,
    end: last?.end ?? start + hash,
    lineEnd: endToSource(logical, to),
  };
}
