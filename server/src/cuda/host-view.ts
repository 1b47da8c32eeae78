/** What the conditionals of a file say about the code around a host check. */
import { possibleIn } from "./chain";
import { ALL_TARGETS, type Mask } from "../logic/sets";
import type { BranchReader } from "./branch-facts";
import type { Branch } from "./branch";
import type { CudaFile } from "./file";
import type { HostView } from "./host/view";
import { isReplaced } from "./loss";
import { enclosingBranch } from "./macro-gates";
import { admissionOf } from "./regions";

export function hostView(file: CudaFile, bodies: BranchReader, asked: Mask, near: number | null): HostView {
  let byStart: ReadonlyMap<number, Branch> | undefined;
  return {
    near,
    isReplacedAt: (offset) => isReplaced(file, bodies, offset, asked),
    isCompiledAt: (offset) => {
      const around = enclosingBranch(file.presence.branches, offset);
      if (around === null) return true;
      return (asked & ~admissionOf(file.session.diagrams, around.presence).admits) === 0;
    },
    targetsAt: (offset) => {
      const around = enclosingBranch(file.presence.branches, offset);
      return around === null ? ALL_TARGETS : possibleIn(file.session.diagrams, around.presence);
    },
    hostAt: (directive) => {
      byStart ??= new Map(file.presence.branches.map((branch) => [branch.directive.start, branch]));
      const branch = byStart.get(directive);
      return branch === undefined ? "" : onHost(file, branch);
    },
  };
}

/** Whether the host takes the branch once it gets to its conditional; what is around that is not asked here. */
function onHost(file: CudaFile, branch: Branch): boolean | string {
  const { diagrams } = file.session;
  const own = (one: Branch): boolean | string =>
    one.verdict === null ? true : admissionOf(diagrams, one.holds).host;
  const earlier = branch.chain.branches.slice(0, branch.chain.branches.indexOf(branch)).map(own);
  const here = own(branch);
  if (here === false || earlier.includes(true)) return false;
  return earlier.every((one) => one === false) ? here : "earlier";
}
