import type { Span } from "../text/source";

export interface TextEdit {
  /** Another file than the gate's own, else undefined. */
  readonly file?: string;
  readonly span: Span;
  readonly newText: string;
}

/** Applies edits of one file; they must not overlap. Text outside the spans stays to the byte. */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const ordered = [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  let result = "";
  let at = 0;
  for (const edit of ordered) {
    if (edit.span.start < at) throw new RangeError("edits overlap");
    result += text.slice(at, edit.span.start) + edit.newText;
    at = edit.span.end;
  }
  return result + text.slice(at);
}

/** Whether two sets of edits touch the same place; touching ends count, for their order would matter. */
export function editsOverlap(a: readonly TextEdit[], b: readonly TextEdit[]): boolean {
  return a.some((one) =>
    b.some(
      (two) => one.file === two.file && one.span.start <= two.span.end && two.span.start <= one.span.end,
    ),
  );
}
