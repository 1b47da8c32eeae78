import type { Hunk } from "./hunks";
import { changedOf, contextOf, originalOf, places, trimmed, unified } from "./hunks";

/** Where a remembered change is now. */
export interface Located {
  /** "in place": its lines are there. "lost": the lines from before it are. "changed": neither. */
  readonly state: "in place" | "lost" | "changed";
  /** The line at which it begins, from 0; null where it is not found. */
  readonly line: number | null;
  /** The hunk with as much context as fits there. */
  readonly hunk: Hunk;
}

/**
 * Finds the hunks of one file in its text of today. A hunk is looked for with all of its context first, then with less;
 * of several places the one nearest to where the hunks before it have moved.
 */
export function locate(text: string, hunks: readonly Hunk[]): Located[] {
  const lines = unified(text).split("\n");
  let moved = 0;
  return hunks.map((hunk) => {
    const found = locateOne(lines, hunk, moved);
    if (found.line !== null) moved = found.line + 1 - found.hunk.line;
    return found;
  });
}

function locateOne(lines: readonly string[], hunk: Hunk, moved: number): Located {
  for (const [start, end, isBare] of trimmings(hunk)) {
    const smaller = trimmed(hunk, start, end);
    const expected = smaller.line - 1 + moved;
    const kept = nearest(places(lines, changedOf(smaller)), expected, isBare);
    const original = nearest(places(lines, originalOf(smaller)), expected, isBare);
    if (kept !== null && (original === null || isKept(smaller, kept, original, expected)))
      return { state: "in place", line: kept, hunk: smaller };
    if (original !== null) return { state: "lost", line: original, hunk: smaller };
  }
  return { state: "changed", line: null, hunk };
}

/**
 * Which of both texts stands there. Where lines were only taken out, or only put in, at an end of the file, the shorter
 * text is a part of the longer one: then the longer one says what is there.
 */
function isKept(hunk: Hunk, kept: number, original: number, expected: number): boolean {
  const [keptEnd, originalEnd] = [kept + changedOf(hunk).length, original + originalOf(hunk).length];
  const isPart = kept >= original && keptEnd <= originalEnd;
  const hasPart = original >= kept && originalEnd <= keptEnd;
  if (isPart !== hasPart) return hasPart;
  return distance(kept, expected) <= distance(original, expected);
}

/**
 * How much context to leave out at both ends, least first. Without any, one place is as good as another: then only a
 * single one counts.
 */
function trimmings(hunk: Hunk): [start: number, end: number, isBare: boolean][] {
  const most = contextOf(hunk);
  const all: [number, number, boolean][] = [];
  for (let start = 0; start <= most.start; start++) {
    for (let end = 0; end <= most.end; end++) {
      all.push([start, end, start === most.start && end === most.end && start + end > 0]);
    }
  }
  return all.sort(([a, b], [c, d]) => a + b - (c + d));
}

function nearest(found: readonly number[], expected: number, only: boolean): number | null {
  if (only && found.length > 1) return null;
  return found.reduce<number | null>(
    (best, at) => (best === null || distance(at, expected) < distance(best, expected) ? at : best),
    null,
  );
}

function distance(a: number, b: number): number {
  return Math.abs(a - b);
}
