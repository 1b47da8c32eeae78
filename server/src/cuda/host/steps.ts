/** What becomes of a variable on a straight way: `bool ok = true; ok &= sm == 90; ok |= sm == 100;`. */
import { directivesIn, type Code } from "../body/code";
import type { Assignment } from "./assignments";
import { blocksOf, endOfBlock } from "./statements";

/** Longer ways are not followed. */
const MOST_STEPS = 16;

const blocksByCode = new WeakMap<Code, Int32Array>();

function blocksIn(code: Code): Int32Array {
  let blocks = blocksByCode.get(code);
  if (blocks === undefined) blocksByCode.set(code, (blocks = blocksOf(code)));
  return blocks;
}

/**
 * The last value that a name was given ahead of `at`, and what was joined to it since, each of them in every run: no
 * branch, no `#if` and no loop decides whether they happen. Null where that is not so.
 *
 * @param all what it is given ahead of `at` in the same function, in source order
 * @param changes whether it may be changed within a range in another way
 */
export function stepsTo(
  code: Code,
  all: readonly Assignment[],
  at: number,
  changes: (from: number, to: number) => boolean,
): readonly Assignment[] | null {
  const first = all.findLastIndex((one) => one.operator === "=");
  const steps = all.slice(first);
  const [start] = steps;
  const last = steps.at(-1);
  if (first < 0 || start === undefined || last === undefined || steps.length > MOST_STEPS) return null;
  const blocks = blocksIn(code);
  const home = blocks[start.at] ?? -1;
  if (!steps.every((one) => blocks[one.at] === home && isOnItsOwn(code, one))) return null;
  let until = at;
  for (let block = blocks[at] ?? -1; block !== home; block = blocks[block] ?? -1) {
    if (block < 0) return null;
    if (isLoop(code, block)) until = code.partners[block] ?? at;
    else if (isLambda(code, block)) until = endOfBlock(code, home);
  }
  if (decidesBetween(code, start.at, last.at) || (!start.declares && isConditional(code, start.at, at)))
    return null;
  return start.constant || !changes(start.at, until) ? steps : null;
}

/** Whether it is a statement, or the start of one, and no condition stands ahead of it. */
function isOnItsOwn({ tokens }: Code, { at, declares }: Assignment): boolean {
  return declares || /^[;{}]$/.test(tokens[at - 1]?.text ?? "");
}

/** Whether a block may be run again: the body of `for`, `while` or `do`. */
function isLoop({ tokens, partners }: Code, block: number): boolean {
  if (tokens[block - 1]?.text === "do") return true;
  const open = tokens[block - 1]?.text === ")" ? (partners[block - 1] ?? -1) : -1;
  return open > 0 && /^(?:for|while)$/.test(tokens[open - 1]?.text ?? "");
}

/** Whether a block is a lambda's, which may be run later. */
function isLambda({ tokens, partners }: Code, block: number): boolean {
  for (let at = block - 1; at > 0 && block - at < 12; at--) {
    const text = tokens[at]?.text ?? "";
    if (text === "]") return true;
    if (text === ")") at = partners[at] ?? at;
    else if (tokens[at]?.kind !== "name" && !/^(?:->|::|[*&<>])$/.test(text)) return false;
  }
  return false;
}

/** Whether an `#if` or the end of one stands between two tokens. */
function decidesBetween(code: Code, from: number, to: number): boolean {
  return conditionalsBetween(code, from, to).length > 0;
}

/** Whether the branch of an `#if` that a token stands in ends ahead of another one. */
function isConditional(code: Code, from: number, to: number): boolean {
  let depth = 0;
  for (const keyword of conditionalsBetween(code, from, to)) {
    if (keyword.startsWith("if")) depth++;
    else if (keyword === "endif") depth--;
    else if (depth === 0) return true;
    if (depth < 0) return true;
  }
  return false;
}

function conditionalsBetween(code: Code, from: number, to: number): string[] {
  const { tokens } = code;
  const span = { start: tokens[from]?.start ?? 0, end: tokens[to]?.start ?? 0 };
  return directivesIn(code, span)
    .map(({ keyword }) => keyword)
    .filter((keyword) => /^(?:if|el|endif)/.test(keyword));
}
