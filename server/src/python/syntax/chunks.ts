import { changeBetween } from "../../text/change";
import type { Span } from "../../text/source";

/**
 * A module cut into its top-level statements, and classes into their members, by indentation alone. Only the chunks
 * that a question needs are parsed, and an edit re-parses the one chunk it stands in.
 */
export interface Chunk extends Span {
  readonly kind: "def" | "class" | "statement";
  /** The name of a function or class; "" for statements. */
  readonly name: string;
  /** Where the statement itself begins, behind its indentation; decorators count as part of it. */
  readonly first: number;
  /** A class's members; its own header ends where they begin. */
  readonly members: readonly Chunk[];
}

export interface Outline {
  readonly text: string;
  readonly chunks: readonly Chunk[];
  readonly comments: readonly Span[];
  readonly lines: readonly Line[];
}

export interface Line extends Span {
  /** Offset of the first character that is not white space. */
  readonly first: number;
  readonly indent: number;
  readonly kind: "def" | "class" | "decorator" | "continued" | "other";
  readonly name: string;
}

const TAB = 8;
/** Never the start of a continuation line inside brackets: an unclosed bracket ends before it. */
const RECOVERY =
  /(?:(?:async[ \t]+def|def|class)[ \t]+\w+[ \t]*[([:]|import[ \t]+\w|from[ \t]+[\w.]+[ \t]+import\b)/y;
const HEAD = /(?:(?:async[ \t]+)?(def)|(class))[ \t]+(\w+)|(@)|(?:elif|else|except|finally)\b/y;

/** Of an earlier text, lines that are the same are taken over. */
export function outline(text: string, earlier: Outline | null = null): Outline {
  const comments: Span[] = [];
  const lines = earlier === null ? logicalLines(text, comments) : changedLines(text, comments, earlier);
  return { text, chunks: group(lines, 0, lines.length, true), comments, lines };
}

/** Where a logical line begins nothing of what stands before it matters. */
function changedLines(text: string, comments: Span[], earlier: Outline): Line[] {
  const { start, end, by } = changeBetween(earlier.text, text);
  // The end of a line is told by the line behind it too.
  const untouched = firstEndingAfter(earlier.lines, start) - 2;
  const before = untouched <= 0 ? [] : earlier.lines.slice(0, untouched);
  const from = before.at(-1)?.end ?? 0;
  for (const comment of earlier.comments) if (comment.end <= from) comments.push(comment);
  const lines = [...before];
  const meets = (at: number): boolean => {
    if (at < end) return false;
    const place = firstEndingAfter(earlier.lines, at - by);
    if (earlier.lines[place]?.start !== at - by) return false;
    for (let i = place; i < earlier.lines.length; i++) {
      const line = earlier.lines[i];
      if (line === undefined) break;
      const { start: first, end: last, first: code } = line;
      lines.push(by === 0 ? line : { ...line, start: first + by, end: last + by, first: code + by });
    }
    for (const comment of earlier.comments) {
      if (comment.start >= at - by) comments.push({ start: comment.start + by, end: comment.end + by });
    }
    return true;
  };
  readLines(text, from, lines, comments, meets);
  return lines;
}

/** The first line that ends behind the offset. */
function firstEndingAfter(lines: readonly Line[], offset: number): number {
  let low = 0;
  let high = lines.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle]?.end ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

function logicalLines(text: string, comments: Span[]): Line[] {
  const lines: Line[] = [];
  readLines(text, 0, lines, comments, () => false);
  return lines;
}

/** `isDone` is asked at the beginning of each line. */
function readLines(
  text: string,
  from: number,
  lines: Line[],
  comments: Span[],
  isDone: (at: number) => boolean,
): void {
  let at = from === 0 && text.startsWith("\uFEFF") ? 1 : from;
  while (at < text.length) {
    if (isDone(at)) return;
    const start = at;
    let indent = 0;
    for (; at < text.length; at++) {
      const char = text[at];
      if (char === " ") indent++;
      else if (char === "\t") indent += TAB - (indent % TAB);
      else if (char !== "\f") break;
    }
    const first = at;
    const char = text[at];
    if (char === "\n" || char === "\r" || char === undefined) {
      at++;
      continue;
    }
    at = endOfLogicalLine(text, at, comments);
    if (char !== "#") lines.push({ start, first, indent, end: at, ...headOf(text, first) });
  }
}

function headOf(text: string, first: number): Pick<Line, "kind" | "name"> {
  HEAD.lastIndex = first;
  const match = HEAD.exec(text);
  if (match === null) return { kind: "other", name: "" };
  if (match[1] !== undefined) return { kind: "def", name: match[3] ?? "" };
  if (match[2] !== undefined) return { kind: "class", name: match[3] ?? "" };
  return { kind: match[4] !== undefined ? "decorator" : "continued", name: "" };
}

/** The offset behind the line ending that ends the statement which has text at `at`. */
function endOfLogicalLine(text: string, at: number, comments: Span[]): number {
  let depth = 0;
  while (at < text.length) {
    const char = text[at] ?? "";
    if (char === "#") {
      const end = endOfPhysicalLine(text, at);
      comments.push({ start: at, end });
      at = end;
    } else if (char === '"' || char === "'") {
      at = endOfString(text, at);
    } else if (char === "\\") {
      at += text.startsWith("\r\n", at + 1) ? 3 : 2;
    } else if (char === "\n" || char === "\r") {
      at += char === "\r" && text[at + 1] === "\n" ? 2 : 1;
      if (depth <= 0 || recovers(text, at)) return at;
    } else {
      if (char === "(" || char === "[" || char === "{") depth++;
      else if (char === ")" || char === "]" || char === "}") depth--;
      at++;
    }
  }
  return text.length;
}

function endOfPhysicalLine(text: string, at: number): number {
  while (at < text.length && text[at] !== "\n" && text[at] !== "\r") at++;
  return at;
}

/** Of a string whose quotes begin at `at`. One that is not closed on its line ends with the line; a triple-quoted one with the file. */
export function endOfString(text: string, at: number): number {
  const quote = text[at] ?? "";
  const triple = text.startsWith(quote.repeat(3), at);
  at += triple ? 3 : 1;
  while (at < text.length) {
    const char = text[at];
    if (char === "\\") at += 2;
    else if (char === quote && (!triple || text.startsWith(quote.repeat(3), at)))
      return at + (triple ? 3 : 1);
    else if (!triple && (char === "\n" || char === "\r")) return at;
    else at++;
  }
  return text.length;
}

function recovers(text: string, at: number): boolean {
  while (text[at] === " " || text[at] === "\t") at++;
  RECOVERY.lastIndex = at;
  return RECOVERY.test(text);
}

/** Chunks of the lines [from, to), all those at the first line's indentation; deeper ones belong to them. */
function group(lines: readonly Line[], from: number, to: number, intoClasses: boolean): Chunk[] {
  const chunks: Chunk[] = [];
  const base = lines[from]?.indent ?? 0;
  let at = from;
  while (at < to) {
    let head = at;
    while (head < to - 1 && lines[head]?.kind === "decorator") head++;
    let next = head + 1;
    while (next < to) {
      const line = lines[next];
      if (line === undefined || (line.indent <= base && line.kind !== "continued")) break;
      next++;
    }
    const first = lines[at];
    const headLine = lines[head];
    const last = lines[next - 1];
    if (first === undefined || headLine === undefined || last === undefined) break;
    const kind = headLine.kind === "def" || headLine.kind === "class" ? headLine.kind : "statement";
    chunks.push({
      kind,
      name: headLine.name,
      start: first.start,
      first: first.first,
      end: last.end,
      members: kind === "class" && intoClasses ? group(lines, head + 1, next, true) : [],
    });
    at = next;
  }
  return chunks;
}
