/** What the code of a conditional branch is and does, worked out when first asked for. */
import type { Evidence, InstructionUse } from "../gates/gate";
import type { CudaFile } from "./file";
import type { Branch, Chain } from "./presence";
import { codeOf } from "./body/code";
import type { Code } from "./body/code";
import { effectOf } from "./body/effects";
import type { Effect } from "./body/effects";
import { enclosingFunction, functionsOf } from "./body/functions";
import type { FunctionBody } from "./body/functions";

export interface BranchFacts {
  readonly effect: Effect;
  /** The kernel or function of which the chain is the whole body, or null. */
  readonly wholeBodyOf: FunctionBody | null;
  readonly instructions: readonly InstructionUse[];
  readonly remarks: readonly Evidence[];
}

export interface BranchReader {
  read(branch: Branch): BranchFacts;
}

export function branchReader(file: CudaFile): BranchReader {
  const known = new Map<Branch, BranchFacts>();
  let code: Code | undefined;
  let functions: readonly FunctionBody[] | undefined;
  return {
    read(branch) {
      let facts = known.get(branch);
      if (facts === undefined) {
        code ??= codeOf(file.scan);
        functions ??= functionsOf(code);
        facts = {
          effect: effectOf(code, branch.body).effect,
          wholeBodyOf: wholeBodyOf(code, functions, branch.chain),
          instructions: [],
          remarks: [],
        };
        known.set(branch, facts);
      }
      return facts;
    },
  };
}

/** A body is empty without the chain when around it stand declarations and a bare `return` at most. */
function wholeBodyOf(code: Code, functions: readonly FunctionBody[], chain: Chain): FunctionBody | null {
  const first = chain.branches[0];
  const last = chain.branches[chain.branches.length - 1];
  if (first === undefined || last === undefined) return null;
  const span = { start: first.directive.start, end: chain.end?.lineEnd ?? last.body.end };
  const around = enclosingFunction(functions, span);
  if (around === null) return null;
  const before = effectOf(code, { start: around.body.start, end: span.start }).effect;
  const after = effectOf(code, { start: span.end, end: around.body.end }).effect;
  return isIdle(before) && isIdle(after) ? around : null;
}

function isIdle(effect: Effect): boolean {
  return effect === "nothing" || effect === "declares" || effect === "returns" || effect === "returns zero";
}
