import type { Evidence } from "../gates/gate";
import { lineAt } from "../text/source";
import type { BuildFile } from "./build-file";

/** The comment lines right above `offset`, which may say why a list is as it is. */
export function remarksAbove(file: BuildFile, offset: number): Evidence[] {
  const { source, comments } = file;
  const found: Evidence[] = [];
  let line = lineAt(source, offset);
  for (
    let index = lastBefore(
      comments.map((comment) => comment.span.start),
      offset,
    );
    index >= 0;
    index--
  ) {
    const comment = comments[index];
    if (comment === undefined || lineAt(source, comment.span.end - 1) < line - 1) break;
    line = lineAt(source, comment.span.start);
    found.unshift({ span: comment.span, text: comment.text });
  }
  return found;
}

function lastBefore(ascending: readonly number[], offset: number): number {
  let low = -1;
  let high = ascending.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((ascending[middle] ?? 0) < offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
