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
