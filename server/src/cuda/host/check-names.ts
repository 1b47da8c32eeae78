/** Macros that refuse when what they are given is false, by their names, and where their first argument ends. */
import type { Code } from "../body/code";

export const CHECK = /(?:CHECK|ASSERT|REQUIRE|ENFORCE)\w*$|^assert$/;

const TRAIT = /^is_\w+$|_v$|_t$/;

/** The first comma that is in no brackets and in no `is_same<…>`. */
export function endOfFirstArgument({ tokens, partners }: Code, from: number, close: number): number {
  let angles = 0;
  for (let at = from; at < close; at++) {
    const text = tokens[at]?.text ?? "";
    if (text === "," && angles === 0) return at;
    if (text === "<" && (angles > 0 || TRAIT.test(tokens[at - 1]?.text ?? ""))) angles++;
    else if (text === ">" && angles > 0) angles--;
    const partner = partners[at] ?? -1;
    if (partner > at) at = partner;
  }
  return close;
}
