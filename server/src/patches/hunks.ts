import { structuredPatch } from "diff";

/**
 * A change of some lines between lines that stay, as a unified diff writes it: each line begins with ' ', '-' or '+'.
 * It is found again by these lines and not by its number.
 */
export interface Hunk {
  /** Where it began when it was remembered, from 1: no more than a hint. */
  readonly line: number;
  readonly lines: readonly string[];
}

/** Lines kept around a change; more where fewer would fit at several places of the file. */
const CONTEXTS = [3, 6, 12, 24];

/** What turns one text into the other. Line ends do not count: a package may come with others next time. */
export function hunksBetween(before: string, after: string): Hunk[] {
  const [old, edited] = [unified(before), unified(after)];
  const lines = old.split("\n");
  let hunks: Hunk[] = [];
  for (const context of CONTEXTS) {
    const made = structuredPatch("", "", old, edited, undefined, undefined, { context });
    hunks = made.hunks.map((hunk) => ({
      line: hunk.oldStart,
      lines: hunk.lines.filter((line) => !line.startsWith("\\")),
    }));
    if (hunks.every((hunk) => places(lines, originalOf(hunk)).length === 1)) break;
  }
  return hunks;
}

/** The lines before the change, context included. */
export function originalOf({ lines }: Hunk): string[] {
  return lines.filter((line) => !line.startsWith("+")).map((line) => line.slice(1));
}

/** The lines after it. */
export function changedOf({ lines }: Hunk): string[] {
  return lines.filter((line) => !line.startsWith("-")).map((line) => line.slice(1));
}

/** The same hunk the other way round. */
export function reversed({ line, lines }: Hunk): Hunk {
  const swap: Readonly<Record<string, string>> = { "-": "+", "+": "-" };
  return { line, lines: lines.map((each) => (swap[each.slice(0, 1)] ?? " ") + each.slice(1)) };
}

/** Without some lines of context at its start and at its end. */
export function trimmed({ line, lines }: Hunk, start: number, end: number): Hunk {
  return { line: line + start, lines: lines.slice(start, lines.length - end) };
}

/** Lines of context at the start and at the end. */
export function contextOf({ lines }: Hunk): { readonly start: number; readonly end: number } {
  const first = lines.findIndex((line) => !line.startsWith(" "));
  const last = lines.findLastIndex((line) => !line.startsWith(" "));
  return first < 0 ? { start: 0, end: 0 } : { start: first, end: lines.length - 1 - last };
}

/** Indices of the lines at which a block of lines stands. */
export function places(lines: readonly string[], block: readonly string[]): number[] {
  const found: number[] = [];
  const [first] = block;
  if (first === undefined) return found;
  for (let at = lines.indexOf(first); at >= 0; at = lines.indexOf(first, at + 1)) {
    if (block.every((line, index) => lines[at + index] === line)) found.push(at);
  }
  return found;
}

export function unified(text: string): string {
  return text.replaceAll("\r\n", "\n");
}
