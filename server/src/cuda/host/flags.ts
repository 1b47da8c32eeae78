/** Flags that decide later: `if (!done) throw`, `CHECK(ok)`, `return ok`. */
import type { Consequence } from "../../gates/gate";
import type { Check } from "./checks";
import { outcomeOf } from "./outcomes";
import type { HostReader } from "./reader";
import type { Range } from "./statements";

/** How far behind the last arm the flag is asked for. */
const REACH = 400;

/** How code in the range refuses when the flag is not set; null where it does not. */
export function refusalOfFlag(
  reader: HostReader,
  flag: string,
  range: Range,
  checks: readonly Check[],
): Consequence | null {
  const { code } = reader;
  const to = Math.min(range.to, range.from + REACH);
  for (let at = range.from; at < to; at++) {
    if (code.tokens[at]?.text !== flag) continue;
    const [before, negation] = [code.tokens[at - 1]?.text, code.tokens[at - 2]?.text];
    if (before === "return" && code.tokens[at + 1]?.text === ";") return "returns false";
    if (before === "!" && negation === "(" && code.tokens[at + 1]?.text === ")") {
      const body = { from: at + 2, to: Math.min(to, at + 60) };
      const { outcome } = outcomeOf(code, {
        from: body.from,
        to: endOfRefusal(code.partners, code.tokens[body.from]?.text, body),
      });
      if (outcome === "raises" || outcome === "returns false") return outcome;
    }
  }
  const checked = checks.some((check) => {
    const { from, to: end } = check.condition;
    return check.at >= range.from && check.at < to && end === from + 1 && code.tokens[from]?.text === flag;
  });
  return checked ? "raises" : null;
}

function endOfRefusal(partners: Int32Array, opener: string | undefined, body: Range): number {
  const partner = partners[body.from] ?? -1;
  return opener === "{" && partner > body.from ? partner + 1 : body.to;
}
