/** Flags that decide later: `if (!done) throw`, `CHECK(ok)`, `return ok`. */
import type { Consequence } from "../../gates/gate";
import { alwaysLeaves } from "./leaving";
import type { Checks } from "./check-macros";
import { outcomeOf } from "./outcomes";
import type { HostReader } from "./reader";
import { endOfStatement, type Range } from "./statements";

/** How far behind the last arm the flag is asked for. */
const REACH = 400;

/** How code in the range refuses when the flag is not set; null where it does not. */
export function refusalOfFlag(
  reader: HostReader,
  flag: string,
  range: Range,
  checks: Checks,
): Consequence | null {
  const { code } = reader;
  const to = Math.min(range.to, range.from + REACH);
  for (let at = range.from; at < to; at++) {
    if (code.tokens[at]?.text !== flag) continue;
    const check = checks.get(at);
    if (check?.condition.to === at + 1 && check.comparison === undefined) return "raises";
    const [before, negation] = [code.tokens[at - 1]?.text, code.tokens[at - 2]?.text];
    if (before === "return" && code.tokens[at + 1]?.text === ";") return "returns false";
    if (before === "!" && negation === "(" && code.tokens[at + 1]?.text === ")") {
      const { outcome } = outcomeOf(code, { from: at + 2, to: endOfStatement(code, at + 2, 0) });
      if (outcome === "raises" || outcome === "returns false") return outcome;
    }
  }
  return null;
}

/** Whether `if (!flag) return;` stands ahead of the work that is left in the range. */
export function isSkippedWithout({ code }: HostReader, flag: string, range: Range): boolean {
  const to = Math.min(range.to, range.from + REACH);
  for (let at = range.from; at < to; at++) {
    const spelled = [-3, -2, -1, 0, 1].map((step) => code.tokens[at + step]?.text ?? "").join(" ");
    if (spelled !== `if ( ! ${flag} )`) continue;
    const body = { from: at + 2, to: endOfStatement(code, at + 2, 0) };
    if (!alwaysLeaves(code, body) || outcomeOf(code, body).outcome !== "nothing") continue;
    return outcomeOf(code, { from: body.to, to: range.to }).outcome === "works";
  }
  return false;
}
