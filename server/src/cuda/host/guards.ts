/** The preprocessor conditions that a place stands under, as text. */
import type { Code } from "../body/code";

export interface Guards {
  /** The innermost condition around an offset, include guards left out; null where there is none. */
  textAt(offset: number): string | null;
}

interface Change {
  readonly offset: number;
  readonly text: string | null;
}

const INCLUDE_GUARD = /_(?:H|HPP|HH|CUH|INC|INL|INCLUDED)_*$/i;

export function guardsOf(code: Code): Guards {
  const changes: Change[] = [{ offset: 0, text: null }];
  const open: { readonly outer: string | null; readonly condition: string }[] = [];
  for (const { keyword, tokens, lineEnd } of code.directives) {
    const spelled = tokens.map((token) => token.text).join(" ");
    const around = changes.at(-1)?.text ?? null;
    if (keyword === "if" || keyword === "ifdef" || keyword === "ifndef") {
      const condition = keyword === "if" ? spelled : `${keyword === "ifdef" ? "" : "!"}defined(${spelled})`;
      open.push({ outer: around, condition });
      changes.push({
        offset: lineEnd,
        text: keyword === "ifndef" && INCLUDE_GUARD.test(spelled) ? around : condition,
      });
    } else if (keyword === "endif") changes.push({ offset: lineEnd, text: open.pop()?.outer ?? null });
    else if (keyword.startsWith("el"))
      changes.push({ offset: lineEnd, text: `!(${open.at(-1)?.condition ?? "…"})` });
  }
  return { textAt: (offset) => changes[lastUpTo(changes, offset)]?.text ?? null };
}

function lastUpTo(changes: readonly Change[], offset: number): number {
  let low = 0;
  let high = changes.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((changes[middle]?.offset ?? 0) <= offset) low = middle;
    else high = middle - 1;
  }
  return low;
}
