/** Flags that decide later: `if (!done) throw`, `CHECK(ok)`, `return ok`. */
import type { Consequence } from "../../gates/gate";
import type { Code } from "../body/code";
import { PLAIN_TYPE } from "./assignments";
import { isIdleAround } from "../body/facts";
import { isCaught } from "./caught";
import type { Checks } from "./check-macros";
import { isNeverRun } from "./dead";
import { alwaysLeaves, leavesSometimes, surelyComesTo } from "./leaving";
import { outcomeOf } from "./outcomes";
import type { HostReader } from "./reader";
import { endOfStatement, type Range } from "./statements";

/** How far behind the last arm the flag is asked for. */
const REACH = 400;

/** A place that refuses by a flag. */
export interface Refusal {
  readonly consequence: Consequence;
  /** The token at which the flag, or a copy of it, is asked for. */
  readonly at: number;
}

/**
 * Where code in the range refuses when the flag is not set, or a copy of it is not, in source order.
 *
 * @param refused what the flag is when it is refused
 */
export function* refusalsOfFlag(
  reader: HostReader,
  flag: string,
  range: Range,
  checks: Checks,
  refused = false,
  depth = 0,
): Generator<Refusal, void> {
  const { code, evaluator } = reader;
  const to = Math.min(range.to, range.from + REACH);
  for (let at = range.from; at < to; at++) {
    if (code.tokens[at]?.text !== flag || isAnother(reader, flag, range.from, at)) continue;
    if (isNeverRun(evaluator.scope, reader.blocks, at)) continue;
    const isNegated = isNot(code, at - 1);
    const first = isNegated ? at - 1 : at;
    const consequence = isNegated === refused ? checkedAt(reader, at, checks) : refusedByArm(reader, at);
    if (consequence !== null) yield { consequence, at };
    const copy = depth < DEEPEST ? copyAt(reader, first, at) : null;
    if (copy === null || copy === flag) continue;
    const rest = { from: at + 1, to: range.to };
    if (evaluator.scope.setAgain(copy, rest) !== null) continue;
    yield* refusalsOfFlag(reader, copy, rest, checks, refused !== isNegated, depth + 1);
  }
}

/** How code in the range refuses first, as `refusalsOfFlag` finds it; null where it does not. */
export function refusalOfFlag(
  reader: HostReader,
  flag: string,
  range: Range,
  checks: Checks,
  refused = false,
): Consequence | null {
  for (const { consequence } of refusalsOfFlag(reader, flag, range, checks, refused)) return consequence;
  return null;
}

/** `CHECK(flag)`, `return flag;`, and the same of `!flag`. */
function checkedAt({ code, blocks }: HostReader, at: number, checks: Checks): Consequence | null {
  const first = isNot(code, at - 1) ? at - 1 : at;
  const check = checks.get(first);
  const isChecked = check?.condition.to === at + 1 && check.comparison === undefined;
  if (isChecked && !isCaught(code, blocks, at)) return "raises";
  const isReturned = code.tokens[first - 1]?.text === "return" && code.tokens[at + 1]?.text === ";";
  return isReturned ? "returns false" : null;
}

/** `if (flag) throw …;`: an arm that refuses whoever takes it, as it would with the condition itself. */
function refusedByArm({ code, blocks }: HostReader, at: number): Consequence | null {
  const first = isNot(code, at - 1) ? at - 1 : at;
  const isAsked = code.tokens[first - 1]?.text === "(" && code.tokens[at + 1]?.text === ")";
  if (!isAsked || !isIf(code, first - 1)) return null;
  const body = { from: at + 2, to: endOfStatement(code, at + 2, 0) };
  const { outcome } = surelyComesTo(code, body);
  if ((outcome !== "raises" && outcome !== "returns false") || leavesSometimes(code, body)) return null;
  return outcome === "raises" && isCaught(code, blocks, at) ? null : outcome;
}

/** Whether the name means another one there: a member of a class, or one declared since in a block around the place. */
function isAnother({ code, blocks, evaluator }: HostReader, flag: string, from: number, at: number): boolean {
  // a class within the function cannot use the function's variables
  for (let block = blocks[at] ?? -1; block > from; block = blocks[block] ?? -1)
    if (/^(?:struct|class)$/.test(code.tokens[block - 2]?.text ?? "")) return true;
  if (isInBrackets(code, flag, from, at)) return true;
  const declared = evaluator.scope.assignedIn(flag, { from, to: at }).filter((one) => one.declares);
  if (declared.length === 0) return false;
  const homes = new Set(declared.map((one) => blocks[one.at] ?? -1));
  for (let block = blocks[at] ?? -1; block >= 0; block = blocks[block] ?? -1)
    if (homes.has(block)) return true;
  return false;
}

/** `for (bool flag : all) …`, `[](bool flag) { … }`, `catch (bool flag) { … }` around the place, or it is the parameter itself. */
function isInBrackets(code: Code, flag: string, from: number, at: number): boolean {
  const { tokens, partners } = code;
  for (let place = from + 1; place <= at; place++) {
    if (tokens[place]?.text !== flag || !/^[:,)=]$/.test(tokens[place + 1]?.text ?? "")) continue;
    const isReference = /^(?:\*|&&?)$/.test(tokens[place - 1]?.text ?? "");
    if (!PLAIN_TYPE.test(tokens[isReference ? place - 2 : place - 1]?.text ?? "")) continue;
    let open = place;
    while (open > from && !(tokens[open]?.text === "(" && (partners[open] ?? -1) > place)) open--;
    const close = partners[open] ?? -1;
    if (open > from && close > place && at < endOfStatement(code, close + 1, 0)) return true;
  }
  return false;
}

/** `flag = false;`, in braces or not, and nothing else. */
export function flagSetIn(code: Code, { from, to }: Range): { flag: string; value: boolean } | null {
  const isBlock = code.tokens[from]?.text === "{" && code.partners[from] === to - 1;
  const [first, last] = isBlock ? [from + 1, to - 1] : [from, to];
  const end = code.tokens[last - 2]?.text === "break" ? last - 2 : last;
  const [name, equals, value, semicolon] = code.tokens.slice(first, end);
  if (end - first !== 4 || name?.kind !== "name" || equals?.text !== "=" || semicolon?.text !== ";")
    return null;
  const isTruth = value?.text === "true" || value?.text === "false";
  return isTruth ? { flag: name.text, value: value.text === "true" } : null;
}

/** How the range refuses a flag that is what is given at its start, where nothing makes it anything else until then. */
export function refusalOnceSet(
  reader: HostReader,
  flag: string,
  range: Range,
  checks: Checks,
  refused: boolean,
): Consequence | null {
  const { code, evaluator } = reader;
  const again = evaluator.scope
    .assignedIn(flag, range)
    .filter(({ operator }) => refused || operator !== "&=")
    .find(({ from, operator }) => operator !== "=" || code.tokens[from]?.text !== String(refused))?.at;
  const to = Math.min(again ?? range.to, range.to);
  if (evaluator.scope.isLentIn(flag, { from: range.from, to })) return null;
  return refusalOfFlag(reader, flag, { from: range.from, to }, checks, refused);
}

/** How many copies of copies are followed. */
const DEEPEST = 3;

/** The name that is given what stands there alone: `c = !flag;`, `bool c{flag};`. */
function copyAt({ code, evaluator }: HostReader, first: number, at: number): string | null {
  const [before, after] = [code.tokens[first - 1]?.text, code.tokens[at + 1]?.text];
  const name = code.tokens[first - 2];
  if (name?.kind !== "name") return null;
  if (before === "=") return after === ";" ? name.text : null;
  return evaluator.scope.bracketed.some((one) => one.at === first - 2 && one.to === at + 1)
    ? name.text
    : null;
}

function isNot({ tokens }: Code, at: number): boolean {
  return /^(?:!|not)$/.test(tokens[at]?.text ?? "");
}

function isIf({ tokens }: Code, open: number): boolean {
  const before = tokens[open - 1]?.text;
  return before === "if" || (before === "constexpr" && tokens[open - 2]?.text === "if");
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
    const isNegated = isNot(code, at - 1);
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

/** Where `if (!flag) return;` stands ahead of the work that is left in the range: the token of the flag; null where it does not. */
export function skippedWithout({ code }: HostReader, flag: string, range: Range): number | null {
  const to = Math.min(range.to, range.from + REACH);
  for (let at = range.from; at < to; at++) {
    if (code.tokens[at]?.text !== flag || code.tokens[at + 1]?.text !== ")" || !isNot(code, at - 1)) continue;
    if (code.tokens[at - 2]?.text !== "(" || code.tokens[at - 3]?.text !== "if") continue;
    const body = { from: at + 2, to: endOfStatement(code, at + 2, 0) };
    if (!alwaysLeaves(code, body) || outcomeOf(code, body).outcome !== "nothing") continue;
    return outcomeOf(code, { from: body.to, to: range.to }).outcome === "works" ? at : null;
  }
  return null;
}
