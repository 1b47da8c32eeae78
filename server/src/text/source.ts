/**
 * One file's text with its line table. Offsets are UTF-16 code units from 0; lines and characters count
 * from 0. A line ends at `\n`, `\r\n` or a lone `\r`, as both editors and compilers count them.
 */
export interface Span {
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

export interface Position {
  readonly line: number;
  readonly character: number;
}

export interface SourceText {
  /** The file's key: a '/'-separated path, or a URI where the file system is not the local one. */
  readonly path: string;
  readonly text: string;
  /** Offset at which each line starts. */
  readonly lineStarts: readonly number[];
}

export function makeSource(path: string, text: string): SourceText {
  return { path, text, lineStarts: lineStartsOf(text) };
}

function lineStartsOf(text: string): number[] {
  const starts = [0];
  if (text.includes("\r")) {
    const ending = /\r\n?|\n/g;
    while (ending.exec(text) !== null) starts.push(ending.lastIndex);
  } else {
    for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  }
  return starts;
}

/** The line (from 0) that holds `offset`; offsets past either end belong to the first or last line. */
export function lineAt(source: SourceText, offset: number): number {
  let low = 0;
  let high = source.lineStarts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((source.lineStarts[middle] ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}

export function positionAt(source: SourceText, offset: number): Position {
  const line = lineAt(source, offset);
  return { line, character: Math.max(0, offset - (source.lineStarts[line] ?? 0)) };
}

export function offsetAt(source: SourceText, position: Position): number {
  const start = source.lineStarts[position.line];
  if (start === undefined) return position.line < 0 ? 0 : source.text.length;
  const end = source.lineStarts[position.line + 1] ?? source.text.length;
  return Math.min(start + Math.max(0, position.character), end);
}

/** The text of one line without its line ending. */
export function lineText(source: SourceText, line: number): string {
  const start = source.lineStarts[line];
  if (start === undefined) return "";
  return source.text.slice(start, source.lineStarts[line + 1] ?? source.text.length).replace(/[\r\n]+$/, "");
}

export function sliceOf(source: SourceText, span: Span): string {
  return source.text.slice(span.start, span.end);
}
