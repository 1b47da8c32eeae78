/** What the code of a conditional branch is and does, worked out when first asked for. */
import type { Mask } from "../logic/sets";
import type { Span } from "../text/source";
import { bodyFacts } from "./body/facts";
import type { BodyFacts, BodyFile } from "./body/facts";
import type { BodyInstruction } from "./body/instructions";
import { possibleIn } from "./chain";
import type { CudaFile } from "./file";
import { enclosingBranch } from "./macro-gates";
import type { Branch, Chain } from "./presence";

export interface BranchReader {
  factsOf(branch: Branch): BodyFacts;
  /**
   * The instructions that the asked targets would meet in the branch if its own chain let them in: those that an
   * inner guard keeps from them are left out.
   */
  instructionsFor(branch: Branch, asked: Mask): readonly BodyInstruction[];
}

export function branchReader(file: CudaFile, bodiesOf: () => BodyFile): BranchReader {
  const known = new Map<Branch, BodyFacts>();
  const factsOf = (branch: Branch): BodyFacts => {
    let facts = known.get(branch);
    if (facts === undefined) {
      facts = bodyFacts(bodiesOf(), branch.body, chainSpan(branch.chain));
      known.set(branch, facts);
    }
    return facts;
  };
  return {
    factsOf,
    instructionsFor: (branch, asked) =>
      factsOf(branch).instructions.filter((use) => !isKeptBack(file, branch, use, asked)),
  };
}

function chainSpan(chain: Chain): Span {
  const first = chain.branches[0];
  const last = chain.branches[chain.branches.length - 1];
  const start = first?.directive.start ?? 0;
  return { start, end: chain.end?.lineEnd ?? last?.body.end ?? start };
}

/** Whether a guard between the branch and the instruction turns the asked targets away by its own condition. */
function isKeptBack(file: CudaFile, branch: Branch, use: BodyInstruction, asked: Mask): boolean {
  if (use.file !== undefined) return false;
  const { diagrams } = file.session;
  let at = enclosingBranch(file.presence.branches, use.span.start);
  for (; at !== null && at !== branch; at = at.parent) {
    const holds =
      at.verdict === null ? at.presence : diagrams.where(at.verdict, (verdict) => verdict === true);
    if ((possibleIn(diagrams, holds) & asked) === 0) return true;
  }
  return false;
}
