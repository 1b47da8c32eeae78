import type { TextEdit } from "../gates/edits";
import { byteOffsets, decode, encode } from "./decode";

/**
 * Applies edits, given in UTF-16 offsets of the decoded text, to a file's bytes. Everything outside the edits keeps
 * its bytes: byte order mark, line endings, text that is not valid in its encoding. The edits must not overlap.
 */
export function editBytes(bytes: Uint8Array, edits: readonly TextEdit[]): Uint8Array {
  const ordered = [...edits].sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
  const decoded = decode(bytes);
  const cuts = byteOffsets(
    bytes,
    decoded,
    ordered.flatMap((edit) => [edit.span.start, edit.span.end]),
  );
  const overlapping = ordered.some((edit, index) => edit.span.start < (ordered[index - 1]?.span.end ?? 0));
  if (overlapping) throw new RangeError("edits overlap");
  const parts: Uint8Array[] = [];
  let at = 0;
  ordered.forEach((edit, index) => {
    const start = cuts[2 * index] ?? bytes.length;
    const end = cuts[2 * index + 1] ?? bytes.length;
    parts.push(bytes.subarray(at, start), encode(edit.newText, decoded.encoding));
    at = end;
  });
  parts.push(bytes.subarray(at));
  return concatenate(parts);
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const result = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    result.set(part, at);
    at += part.length;
  }
  return result;
}

export function sameBytes(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}
