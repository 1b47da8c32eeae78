/** Finds `if` chains and the blocks that they stand in. */
import type { Code } from "../body/code";

/** Token indices, the end exclusive. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export interface Arm {
  /** The token index of its `if`. */
  readonly keyword: number;
  readonly condition: Range;
  readonly body: Range;
}

export interface IfChain {
  readonly arms: readonly Arm[];
  readonly otherwise: Range | null;
  /** The token index behind the whole chain. */
  readonly end: number;
  /** The token index of the brace that opens the block around it; -1 outside of all. */
  readonly block: number;
}

/** How deep inside others an `if` is read: each is looked through whole, and the ones inside it with it. */
const DEEPEST_IF = 64;

/** Every `if … else if … else`, in the order of their first `if`. */
export function ifChains(code: Code): IfChain[] {
  const { tokens } = code;
  const chains: IfChain[] = [];
  const blocks = blocksOf(code);
  const depths = new Int32Array(tokens.length);
  /** How many `if (…) if (…)` come to the one at hand without a brace. */
  let bare = 0;
  for (let at = 0; at < tokens.length; at++) {
    const around = blocks[at] ?? -1;
    depths[at] = around < 0 ? 0 : (depths[around] ?? 0) + 1;
    if (tokens[at]?.text !== "if" || tokens[at - 1]?.text === "else") continue;
    bare = tokens[at - 1]?.text === ")" ? bare + 1 : 0;
    if ((depths[at] ?? 0) + bare > DEEPEST_IF) continue;
    const chain = chainAt(code, at, blocks[at] ?? -1);
    if (chain !== null) chains.push(chain);
  }
  return chains;
}

/** For each token the opening brace of the block around it. */
export function blocksOf(code: Code): Int32Array {
  const blocks = new Int32Array(code.tokens.length).fill(-1);
  const open: number[] = [];
  code.tokens.forEach((token, at) => {
    const partner = code.partners[at] ?? -1;
    while (open.length > 0 && (code.partners[open.at(-1) ?? -1] ?? -1) <= at) open.pop();
    blocks[at] = open.at(-1) ?? -1;
    if (token.text === "{" && partner > at) open.push(at);
  });
  return blocks;
}

/** The token index of the brace that closes a block; of none, the end of the code. */
export function endOfBlock(code: Code, block: number): number {
  const partner = block < 0 ? -1 : (code.partners[block] ?? -1);
  return partner < 0 ? code.tokens.length : partner;
}

const labels = new WeakMap<Code, Map<number, readonly number[]>>();

/**
 * The part of a block that is entered from its start alone: all of it, and of a `switch` what stands under the same
 * label. From one label to the next nothing is handed on that is known of who came to the first.
 */
export function sectionAt(code: Code, block: number, at: number): Range {
  const whole = { from: block + 1, to: endOfBlock(code, block) };
  const open = block < 1 ? -1 : (code.partners[block - 1] ?? -1);
  if (code.tokens[block - 1]?.text !== ")" || code.tokens[open - 1]?.text !== "switch") return whole;
  const known = labels.get(code) ?? new Map<number, readonly number[]>();
  labels.set(code, known);
  const found = known.get(block) ?? labelsOf(code, whole);
  known.set(block, found);
  let next = 0;
  let high = found.length;
  while (next < high) {
    const middle = (next + high) >> 1;
    if ((found[middle] ?? 0) <= at) next = middle + 1;
    else high = middle;
  }
  return { from: found[next - 1] ?? whole.from, to: found[next] ?? whole.to };
}

function labelsOf({ tokens, partners }: Code, { from, to }: Range): number[] {
  const found: number[] = [];
  for (let at = from; at < to; at++) {
    if (/^(?:case|default)$/.test(tokens[at]?.text ?? "")) found.push(at);
    const partner = partners[at] ?? -1;
    if (partner > at) at = partner;
  }
  return found;
}

const LONGEST_LADDER = 200;

function chainAt(code: Code, first: number, block: number): IfChain | null {
  const arms: Arm[] = [];
  let at = first;
  while (arms.length < LONGEST_LADDER) {
    const arm = armAt(code, at);
    if (arm === null) return null;
    arms.push(arm);
    const next = arm.body.to;
    if (code.tokens[next]?.text !== "else") return { arms, otherwise: null, end: next, block };
    if (code.tokens[next + 1]?.text !== "if") {
      const end = endOfStatement(code, next + 1, 0);
      return { arms, otherwise: { from: next + 1, to: end }, end, block };
    }
    at = next + 1;
  }
  return { arms, otherwise: null, end: arms.at(-1)?.body.to ?? first, block };
}

function armAt(code: Code, keyword: number): Arm | null {
  let open = keyword + 1;
  if (code.tokens[open]?.text === "constexpr") open++;
  const close = code.tokens[open]?.text === "(" ? (code.partners[open] ?? -1) : -1;
  if (close <= open) return null;
  const body = { from: close + 1, to: endOfStatement(code, close + 1, 0) };
  return { keyword, condition: { from: afterInitialiser(code, open + 1, close), to: close }, body };
}

/** Behind the `;` of `if (int sm = f(); sm > 90)`. */
function afterInitialiser(code: Code, from: number, to: number): number {
  let start = from;
  for (let at = from; at < to; at++) {
    if (code.tokens[at]?.text === ";") start = at + 1;
    const partner = code.partners[at] ?? -1;
    if (partner > at) at = partner;
  }
  return start;
}

const DEEPEST = 50;

/** The token index behind the statement that starts at `at`. */
export function endOfStatement(code: Code, at: number, depth: number): number {
  const { tokens, partners } = code;
  const text = tokens[at]?.text ?? "";
  const partner = partners[at] ?? -1;
  if (text === "{") return partner > at ? partner + 1 : at + 1;
  if (depth < DEEPEST && /^(?:if|for|while|switch)$/.test(text)) {
    let open = at + 1;
    if (tokens[open]?.text === "constexpr") open++;
    const close = partners[open] ?? -1;
    if (close > open) {
      const end = endOfStatement(code, close + 1, depth + 1);
      return text === "if" && tokens[end]?.text === "else" ? endOfStatement(code, end + 1, depth + 1) : end;
    }
  }
  for (let index = at; index < tokens.length; index++) {
    const here = tokens[index]?.text ?? "";
    if (here === ";") return index + 1;
    if (here === "}") return index;
    const closing = partners[index] ?? -1;
    if (closing > index) index = closing;
  }
  return tokens.length;
}
