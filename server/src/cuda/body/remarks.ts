/**
 * What people wrote beside a piece of code: comments above it and at its top, and the messages it prints or fails
 * with. Raw material: whether a text states a reason is not decided here.
 */
import type { Evidence } from "../../gates/gate";
import type { Span } from "../../text/source";
import { endOfLiteral, isDigitSeparator, toSource } from "../lexer";
import type { LogicalText } from "../lexer";
import { directivesIn, firstTokenAt } from "./code";
import type { Code } from "./code";

/** How far from the span's edges a comment still speaks of it, in lines. */
const LINES_ABOVE = 3;
const LINES_INTO = 6;
const MOST = 16;
const LONGEST = 400;

const MESSAGE_CALL =
  /^(?:printf|fprintf|puts|assert|static_assert|_Static_assert|\w*(?:ASSERT|CHECK|ERROR|error|WARN|throw|abort|fail)\w*)$/;

/** `comments`: all of the file's, as `commentsOf` gives them. */
export function remarksOf(code: Code, comments: readonly Evidence[], span: Span): Evidence[] {
  const { source } = code.logical;
  const above = linesBack(source, span.start, LINES_ABOVE);
  const into = Math.min(linesOn(source, span.start, LINES_INTO), Math.max(span.start, span.end));
  const beside = comments.slice(firstEndingAfter(comments, above), firstEndingAfter(comments, into) + 1);
  const near = beside.filter((comment) => comment.span.start < into);
  return [...near, ...messagesIn(code, span)].slice(0, MOST).sort((a, b) => a.span.start - b.span.start);
}

function firstEndingAfter(comments: readonly Evidence[], offset: number): number {
  let low = 0;
  let high = comments.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((comments[middle]?.span.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function linesBack(text: string, offset: number, lines: number): number {
  let at = text.lastIndexOf("\n", offset - 1);
  for (let count = 0; count < lines && at >= 0; count++) at = at === 0 ? -1 : text.lastIndexOf("\n", at - 1);
  return at + 1;
}

function linesOn(text: string, offset: number, lines: number): number {
  let at = offset;
  for (let count = 0; count < lines && at >= 0; count++) at = text.indexOf("\n", at + 1);
  return at < 0 ? text.length : at;
}

/** All comments of a file, in order. */
export function commentsOf(logical: LogicalText): Evidence[] {
  const { text } = logical;
  const found: Evidence[] = [];
  const interesting = /["'/]/g;
  for (let match = interesting.exec(text); match !== null; match = interesting.exec(text)) {
    const at = match.index;
    if (match[0] !== "/") {
      const separator = match[0] === "'" && isDigitSeparator(text, at);
      interesting.lastIndex = separator ? at + 1 : Math.max(at + 1, endOfLiteral(logical, at));
      continue;
    }
    const end = endOfCommentAt(text, at);
    if (end === at) continue;
    interesting.lastIndex = end;
    found.push({
      span: { start: toSource(logical, at), end: toSource(logical, end) },
      text: plain(text.slice(at, end)),
    });
  }
  return found;
}

function endOfCommentAt(text: string, at: number): number {
  if (text[at + 1] === "/") {
    const end = text.indexOf("\n", at);
    return end < 0 ? text.length : end;
  }
  if (text[at + 1] !== "*") return at;
  const end = text.indexOf("*/", at + 2);
  return end < 0 ? text.length : end + 2;
}

/** A comment without its marks, on one line. */
function plain(comment: string): string {
  return comment
    .replace(/^\/[/*]+[!<]?|\*+\/$/g, "")
    .replace(/\s*\r?\n[ \t]*\**[ \t]*/g, " ")
    .trim()
    .slice(0, LONGEST);
}

function messagesIn(code: Code, span: Span): Evidence[] {
  const found: Evidence[] = [];
  const to = firstTokenAt(code.tokens, span.end);
  for (let index = firstTokenAt(code.tokens, span.start); index < to && found.length < MOST; index++) {
    const token = code.tokens[index];
    if (token?.kind !== "name" || code.tokens[index + 1]?.text !== "(" || !MESSAGE_CALL.test(token.text))
      continue;
    const close = code.partners[index + 1] ?? -1;
    for (let inside = index + 2; inside < close; inside++) {
      const literal = code.tokens[inside];
      if (literal?.kind !== "string") continue;
      const text = literal.text.replace(/^\w*"|"$/g, "").slice(0, LONGEST);
      found.push({ span: { start: literal.start, end: literal.end }, text });
    }
    index = Math.max(index, close);
  }
  for (const directive of directivesIn(code, span)) {
    if (directive.keyword !== "error" && directive.keyword !== "warning") continue;
    const place = { start: directive.start, end: directive.lineEnd };
    found.push({
      span: place,
      text: code.logical.source.slice(place.start, place.end).trim().slice(0, LONGEST),
    });
  }
  return found;
}
