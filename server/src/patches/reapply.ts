import type { TextEdit } from "../gates/edits";
import { makeSource, offsetAt } from "../text/source";
import { changedOf, originalOf } from "./hunks";
import type { Located } from "./locate";

/** Edits that put the lost ones among the located changes back, in the line ends of the text. */
export function reapply(text: string, located: readonly Located[]): TextEdit[] {
  const source = makeSource("", text);
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  return located.flatMap(({ state, line, hunk }) => {
    if (state !== "lost" || line === null) return [];
    const last = line + originalOf(hunk).length - 1;
    const lastText = text.split("\n")[last]?.replace(/\r$/, "") ?? "";
    const span = {
      start: offsetAt(source, { line, character: 0 }),
      end: offsetAt(source, { line: last, character: lastText.length }),
    };
    return [{ span, newText: changedOf(hunk).join(end) }];
  });
}
