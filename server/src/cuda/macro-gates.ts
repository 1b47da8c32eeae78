/** Guards that test a macro which is defined under another guard, here or in a header: the finding belongs to the definition. */
import type { Mask } from "../logic/sets";
import { decidesByTarget, possibleIn } from "./chain";
import { directivesWithin } from "./directives";
import type { CudaFile } from "./file";
import type { Span } from "../text/source";
import type { Branch } from "./branch";

export interface MacroGate {
  readonly branch: Branch;
  /** The path of the file it stands in. */
  readonly file: string;
}

/**
 * The guard under which a macro that `branch` tests is defined, where that guard is what keeps the asked targets out;
 * null where the branch's own condition, or a macro from unseen text, does.
 */
export function macroGateOf(file: CudaFile, branch: Branch, asked: Mask): MacroGate | null {
  for (const token of branch.tokens) {
    if (token.kind !== "name" || isNamedForTargets(token.text)) continue;
    for (const site of file.presence.table.definitionsOf(token.text)) {
      if (site.at >= branch.at) break;
      const gate = gateAround(file, site.around, asked);
      if (gate !== null && gate.chain !== branch.chain) return { branch: gate, file: site.file };
    }
  }
  return null;
}

/**
 * A macro named for the architectures it stands for (`MMA_SM90A_ENABLED`) is a predicate: where it is defined is no
 * finding, each use that decides is one.
 */
function isNamedForTargets(name: string): boolean {
  return /(?:^|_)SM_?(?:[7-9]\d|1[0-2]\d)[AF]?(?:_|$)/i.test(name);
}

/** Whether all that the branch does is to define such macros. */
export function isPredicate(file: CudaFile, branch: Branch): boolean {
  const { start, end } = branch.body;
  const inside = directivesWithin(file.scan.directives, branch.body);
  const defined = inside.filter(({ keyword }) => keyword === "define");
  if (defined.length === 0 || !defined.every(({ tokens }) => isNamedForTargets(tokens[0]?.text ?? "")))
    return false;
  const from = inside[0]?.start ?? start;
  const to = inside[inside.length - 1]?.lineEnd ?? end;
  return isBlank(file, start, from) && isBlank(file, to, end);
}

function isBlank(file: CudaFile, from: number, to: number): boolean {
  return /^\s*(?:\/\/[^\n]*\s*|\/\*[^]*?\*\/\s*)*$/.test(file.source.text.slice(from, to));
}

/** The innermost branch from `branch` outwards that turns the asked targets away by itself. */
function gateAround(file: CudaFile, branch: Branch | null, asked: Mask): Branch | null {
  const { diagrams } = file.session;
  for (let around = branch; around !== null; around = around.parent) {
    const getsThere = around.parent === null || (possibleIn(diagrams, around.parent.presence) & asked) !== 0;
    const getsIn = (possibleIn(diagrams, around.presence) & asked) !== 0;
    if (getsThere && !getsIn && decidesByTarget(diagrams, around)) return around;
  }
  return null;
}

/** The innermost branch whose lines hold `offset`. */
export function enclosingBranch(branches: readonly Branch[], offset: number): Branch | null {
  let at = lastFrom(branches, offset);
  while (at !== null && (offset < at.body.start || offset >= at.body.end)) at = at.parent;
  return at;
}

/** Those whose directives stand in the span, last first. */
export function* branchesWithin(branches: readonly Branch[], { start, end }: Span): Generator<Branch> {
  for (let index = countTo(branches, end) - 1; index >= 0; index--) {
    const branch = branches[index];
    if (branch === undefined || branch.directive.start < start) return;
    yield branch;
  }
}

/** The last branch whose directive starts at `offset` or before it. */
function lastFrom(branches: readonly Branch[], offset: number): Branch | null {
  return branches[countTo(branches, offset) - 1] ?? null;
}

/** How many directives start at `offset` or before it. */
function countTo(branches: readonly Branch[], offset: number): number {
  let low = 0;
  let high = branches.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((branches[middle]?.directive.start ?? 0) <= offset) low = middle + 1;
    else high = middle;
  }
  return low;
}
