/** Flags that decide later: `if (!done) throw`, `CHECK(ok)`, `return ok`. */
import type { Consequence } from "../../gates/gate";
import { isIdleAround } from "../body/facts";
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

export interface BehindFlag {
  readonly code: readonly Range[];
  /** `empty` where it is all that a kernel does. */
  readonly consequence: "empty" | "skipped";
}

/** The code that is left out without the flag, `if (flag) { … }` or what is behind `if (!flag) return;`, with nothing instead. */
export function behindFlag(reader: HostReader, flag: string, range: Range): BehindFlag | null {
  const { code, evaluator } = reader;
  const owner = evaluator.scope.functionAt(range.from);
  if (owner === null) return null;
  const to = Math.min(range.to, range.from + REACH);
  for (let at = range.from; at < to; at++) {
    if (code.tokens[at]?.text !== flag || code.tokens[at + 1]?.text !== ")") continue;
    const isNegated = code.tokens[at - 1]?.text === "!";
    const open = isNegated ? at - 2 : at - 1;
    const keyword = code.tokens[open - 1]?.text === "constexpr" ? open - 2 : open - 1;
    if (code.tokens[open]?.text !== "(" || code.tokens[keyword]?.text !== "if") continue;
    const body = { from: at + 2, to: endOfStatement(code, at + 2, 0) };
    if (code.tokens[body.to]?.text === "else") return null;
    const leaves = alwaysLeaves(code, body) && outcomeOf(code, body).outcome === "nothing";
    if (isNegated !== leaves) return null;
    const end = isNegated ? owner.close : body.to;
    const span = { start: code.tokens[keyword].start, end: code.tokens[end - 1]?.end ?? 0 };
    const isAll = owner.kind === "kernel" && isIdleAround(code, owner, span);
    return {
      code: [isNegated ? { from: body.to, to: owner.close } : body],
      consequence: isAll ? "empty" : "skipped",
    };
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
