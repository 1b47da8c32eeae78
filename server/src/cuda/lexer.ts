/**
 * From bytes to tokens, as a C++ preprocessor sees them. Splices (a backslash at the end of a line) are taken out
 * first; every offset handed on is one of the source again.
 */
import type { Span } from "../text/source";

export type TokenKind = "name" | "number" | "char" | "string" | "punctuator" | "other";

export interface Token extends Span {
  readonly kind: TokenKind;
  /** Spelled without splices. */
  readonly text: string;
  /** Whether white space or a comment stands before it. */
  readonly spaced: boolean;
}

/** A text with its splices taken out, and the way back to source offsets. */
export interface LogicalText {
  readonly text: string;
  readonly source: string;
  /** For each splice: where it stood in `text`. Ascending. */
  readonly at: readonly number[];
  /** For each splice: how many source characters have been taken out up to and with it. */
  readonly removed: readonly number[];
}

// GCC takes blanks between the backslash and the line's end as part of the splice, with a warning.
const LONE_CR = /\r(?!\n)/g;
const SPLICE = /\\[ \t\f\v]*(?:\r\n|\n)/g;

export function takeOutSplices(given: string): LogicalText {
  const source = given.includes("\r") ? given.replace(LONE_CR, "\n") : given;
  const at: number[] = [];
  const removed: number[] = [];
  if (!source.includes("\\")) return { text: source, source, at, removed };
  const pieces: string[] = [];
  let from = 0;
  let total = 0;
  SPLICE.lastIndex = 0;
  for (let match = SPLICE.exec(source); match !== null; match = SPLICE.exec(source)) {
    pieces.push(source.slice(from, match.index));
    from = SPLICE.lastIndex;
    at.push(match.index - total);
    total += match[0].length;
    removed.push(total);
  }
  pieces.push(source.slice(from));
  return { text: at.length === 0 ? source : pieces.join(""), source, at, removed };
}

/** How many of the ascending `values` are at most `limit`. */
function countUpTo(values: readonly number[], limit: number): number {
  let low = 0;
  let high = values.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((values[middle] ?? 0) <= limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The source offset of the character at `offset` of the logical text (after a splice that stands there). */
export function toSource(logical: LogicalText, offset: number): number {
  const splices = countUpTo(logical.at, offset);
  return splices === 0 ? offset : offset + (logical.removed[splices - 1] ?? 0);
}

/** The source offset right after the character before `offset` (before a splice that stands there). */
export function endToSource(logical: LogicalText, offset: number): number {
  return offset === 0 ? 0 : toSource(logical, offset - 1) + 1;
}

/** The logical offset of a source offset. */
export function toLogical(logical: LogicalText, offset: number): number {
  let low = 0;
  let high = logical.at.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const splicedTo = (logical.at[middle] ?? 0) + (logical.removed[middle] ?? 0);
    if (splicedTo <= offset) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? offset : offset - (logical.removed[low - 1] ?? 0);
}

const RAW_PREFIX = /(?:^|[^A-Za-z0-9_$])(?:u8|u|U|L)?R$/;
const RAW_DELIMITER = /[^ ()\\\t\v\f\r\n"]{0,16}\(/y;

/**
 * The end (logical offset, exclusive) of the string or character literal whose quote stands at `quote`. A raw
 * string runs to its delimiter; any other literal that does not close ends before the line's end.
 */
export function endOfLiteral(logical: LogicalText, quote: number): number {
  const { text } = logical;
  if (text[quote] === '"' && RAW_PREFIX.test(text.slice(Math.max(0, quote - 4), quote))) {
    const end = endOfRawString(logical, quote);
    if (end !== null) return end;
  }
  const stop = text.charCodeAt(quote);
  for (let at = quote + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === stop) return at + 1;
    if (code === 10) return at;
    if (code === 92 && text.charCodeAt(at + 1) !== 10) at++;
  }
  return text.length;
}

/** In a raw string splices do not count, so its delimiter is looked for in the source. */
function endOfRawString(logical: LogicalText, quote: number): number | null {
  const from = toSource(logical, quote) + 1;
  RAW_DELIMITER.lastIndex = from;
  const opening = RAW_DELIMITER.exec(logical.source)?.[0];
  if (opening === undefined) return null;
  const closing = `)${opening.slice(0, -1)}"`;
  const found = logical.source.indexOf(closing, from + opening.length);
  return found < 0 ? logical.text.length : toLogical(logical, found + closing.length);
}

/** Numbers are not longer; looking further back would make a line of apostrophes quadratic. */
const LONGEST_NUMBER = 200;

/** Whether the apostrophe at `at` separates digits: it stands inside a number, between two of its characters. */
export function isDigitSeparator(text: string, at: number): boolean {
  if (!/[0-9A-Za-z_]/.test(text[at + 1] ?? "")) return false;
  let from = at;
  const furthest = Math.max(0, at - LONGEST_NUMBER);
  while (from > furthest && /[0-9A-Za-z_.']/.test(text[from - 1] ?? "")) from--;
  return from < at && /[0-9.]/.test(text[from] ?? "") && /^\.?[0-9]/.test(text.slice(from, from + 2));
}

const BLANK = /[ \t\f\v\r\0]+/y;
const NAME = /[A-Za-z_$\u0080-\uFFFF][A-Za-z0-9_$\u0080-\uFFFF]*/y;
const NUMBER = /\.?[0-9](?:[eEpP][+-]|'+[0-9A-Za-z_]|[0-9A-Za-z_.])*/y;
const PUNCTUATOR =
  /%:%:|<<=|>>=|\.\.\.|->\*|<=>|##|<<|>>|<=|>=|==|!=|&&|\|\||\+\+|--|->|::|\+=|-=|\*=|\/=|%=|&=|\|=|\^=|%:|<%|%>|<:|:>|[-+*/%^&|~!=<>?:;,.(){}[\]#]/y;
const LITERAL_PREFIX = /^(?:u8|u|U|L)?R?$/;

const SPACE = 32;
const FULL_STOP = 46;
const SLASH = 47;

/** What a token can be is told by its first character: a pattern is tried only where it can fit. */
function isDigit(code: number): boolean {
  return code >= 48 && code <= 57;
}

function startsName(code: number): boolean {
  const letter = code | 32;
  return (letter >= 97 && letter <= 122) || code === 95 || code === 36 || code >= 0x80;
}

/** Tokens of `[from, to)` of the logical text, over as many lines as there are; comments count as white space. */
export function tokenise(logical: LogicalText, from: number, to: number): Token[] {
  const { text } = logical;
  const tokens: Token[] = [];
  let at = from;
  let spaced = false;
  const emit = (kind: TokenKind, end: number): void => {
    const bounded = Math.min(Math.max(end, at + 1), to);
    tokens.push({
      kind,
      text: text.slice(at, bounded),
      spaced,
      start: toSource(logical, at),
      end: endToSource(logical, bounded),
    });
    at = bounded;
    spaced = false;
  };
  while (at < to) {
    const code = text.charCodeAt(at);
    const end = code <= SPACE || code === SLASH ? endOfBlank(text, at) : at;
    if (end > at) {
      at = end;
      spaced = true;
      continue;
    }
    const number = isDigit(code) || code === FULL_STOP ? matchAt(NUMBER, text, at) : at;
    if (number > at) {
      emit("number", number);
      continue;
    }
    const name = startsName(code) ? matchAt(NAME, text, at) : at;
    if (name > at) {
      const quoted = text[name] === '"' || text[name] === "'";
      if (quoted && LITERAL_PREFIX.test(text.slice(at, name))) {
        emit(text[name] === '"' ? "string" : "char", endOfLiteral(logical, name));
      } else emit("name", name);
      continue;
    }
    if (text[at] === '"' || text[at] === "'") {
      emit(text[at] === '"' ? "string" : "char", endOfLiteral(logical, at));
      continue;
    }
    const punctuator = matchAt(PUNCTUATOR, text, at);
    if (punctuator > at) emit("punctuator", punctuator);
    else emit("other", at + 1);
  }
  return tokens;
}

function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at;
}

/** The end of the white space, line ends and comments that start at `at`. */
function endOfBlank(text: string, at: number): number {
  if (text[at] === "\n") return at + 1;
  if (text[at] === "/" && text[at + 1] === "/") {
    const end = text.indexOf("\n", at);
    return end < 0 ? text.length : end;
  }
  if (text[at] === "/" && text[at + 1] === "*") {
    const end = text.indexOf("*/", at + 2);
    return end < 0 ? text.length : end + 2;
  }
  return matchAt(BLANK, text, at);
}
