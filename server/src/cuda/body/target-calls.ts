/**
 * Calls of CCCL's `NV_IF_TARGET(NV_PROVIDES_SM_90, (code), (code))` and its like, each piece of which is compiled for
 * some targets alone, with no directive to say so: what stands in them is no evidence of what all targets must have.
 * Source: nv/target of CUDA 13.0.
 */
import { firstStartingAt } from "./code";
import type { Code } from "./code";
import type { Span } from "../../text/source";

const TARGET_CALLS = new Set(["NV_IF_TARGET", "NV_IF_ELSE_TARGET", "NV_DISPATCH_TARGET"]);
/** What every target that code can be compiled for is. */
const ANY_DEVICE = new Set(["NV_IS_DEVICE", "NV_ANY_TARGET"]);

const known = new WeakMap<Code, readonly Span[]>();

/**
 * Whether the offset lies in a piece of code that is compiled for some targets alone, as seen from `from` on: who reads
 * such a piece itself asks from its start.
 */
export function isForSomeTargets(code: Code, offset: number, from: number): boolean {
  let calls = known.get(code);
  if (calls === undefined) known.set(code, (calls = targetCallsIn(code)));
  const last = firstStartingAt(calls, offset + 1) - 1;
  for (let index = last; index >= 0 && index > last - DEEPEST; index--) {
    const call = calls[index];
    if (call === undefined || call.start < from) return false;
    if (offset < call.end) return true;
  }
  return false;
}

/** How many calls back one is looked for that holds the offset: it keeps the work linear. */
const DEEPEST = 64;

/** In source order, those inside others too. */
function targetCallsIn({ tokens, partners }: Code): Span[] {
  const found: Span[] = [];
  for (let at = 0; at < tokens.length; at++) {
    const token = tokens[at];
    if (token?.kind !== "name" || !TARGET_CALLS.has(token.text) || tokens[at + 1]?.text !== "(") continue;
    const close = partners[at + 1] ?? -1;
    const last = tokens[close];
    if (last === undefined || close <= at || ANY_DEVICE.has(tokens[at + 2]?.text ?? "")) continue;
    found.push({ start: token.start, end: last.end });
  }
  return found;
}
