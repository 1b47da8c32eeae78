/** Guards that test a macro which is defined under another guard, here or in a header: the finding belongs to the definition. */
import type { Mask } from "../logic/sets";
import { decidesByTarget, possibleIn } from "./chain";
import type { CudaFile } from "./file";
import type { Branch } from "./presence";

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
    if (token.kind !== "name") continue;
    for (const site of file.presence.table.definitionsOf(token.text)) {
      if (site.at >= branch.at) break;
      const gate = gateAround(file, site.around, asked);
      if (gate !== null && gate.chain !== branch.chain) return { branch: gate, file: site.file };
    }
  }
  return null;
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
  let innermost: Branch | null = null;
  for (const branch of branches) {
    if (branch.directive.start > offset) break;
    if (offset >= branch.body.start && offset < branch.body.end) innermost = branch;
  }
  return innermost;
}
