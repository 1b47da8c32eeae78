import type { TextEdit } from "../gates/edits";
import { changeBetween } from "../text/change";
import type { Hunk } from "./hunks";
import type { Located } from "./locate";

/** Edits that put the lost ones among the located changes back, in the line ends of the text; no larger than needed. */
export function reapply(text: string, located: readonly Located[]): TextEdit[] {
  const starts = startsOf(text);
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  return located.flatMap(({ state, line, hunk }) =>
    state !== "lost" || line === null
      ? []
      : runsOf(hunk, line).flatMap((run) => editOf(text, starts, run, end)),
  );
}

/** Lines that are replaced together. */
interface Run {
  /** Where they begin in the text, from 0. */
  readonly line: number;
  readonly gone: number;
  readonly come: readonly string[];
}

function runsOf({ lines }: Hunk, start: number): Run[] {
  const runs: Run[] = [];
  let line = start;
  let open: { line: number; gone: number; come: string[] } | null = null;
  for (const each of lines) {
    if (each.startsWith(" ")) {
      open = null;
      line += 1;
      continue;
    }
    if (open === null) runs.push((open = { line, gone: 0, come: [] }));
    if (each.startsWith("+")) open.come.push(each.slice(1));
    else {
      open.gone += 1;
      line += 1;
    }
  }
  return runs;
}

function editOf(text: string, starts: readonly number[], { line, gone, come }: Run, end: string): TextEdit[] {
  const startOf = (at: number): number => starts[at] ?? text.length;
  const isLast = line + gone >= starts.length;
  // Whole lines with their ends; at the end of the text the line end before them is theirs.
  const from = isLast && line > 0 ? lineEndBefore(text, startOf(line)) : startOf(line);
  const old = text.slice(from, startOf(line + gone));
  const now = come
    .map((each) => (isLast && line > 0 ? `${end}${each}` : `${each}${isLast ? "" : end}`))
    .join("");
  const { start, end: until, by } = changeBetween(old, now);
  if (start === until && until - by === start) return [];
  return [{ span: { start: from + start, end: from + until - by }, newText: now.slice(start, until) }];
}

function lineEndBefore(text: string, at: number): number {
  if (text[at - 1] !== "\n") return at;
  return text[at - 2] === "\r" ? at - 2 : at - 1;
}

/** Where each line starts, by the ends that a hunk knows. */
function startsOf(text: string): number[] {
  const starts = [0];
  for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
  return starts;
}
