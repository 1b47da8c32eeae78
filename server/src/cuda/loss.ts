/** What targets that are left out of branches get instead, here or where a macro defined in a branch is asked about. */
import { CONSEQUENCES } from "../gates/gate";
import type { Consequence } from "../gates/gate";
import type { Mask } from "../logic/sets";
import type { BranchReader } from "./branch-facts";
import { consequenceOf } from "./body/facts";
import { possibleIn, viewChain } from "./chain";
import type { CudaFile } from "./file";
import { enclosingBranch } from "./macro-gates";
import type { Branch } from "./presence";

/** The worst that leaving `arms` out comes to; `serving` is what stands in their place. */
export function lossOf(
  file: CudaFile,
  arms: readonly Branch[],
  serving: readonly Branch[],
  asked: Mask,
  bodies: BranchReader,
): Consequence | null {
  const [served] = serving;
  const instead = served === undefined ? null : bodies.factsOf(served);
  const losses = arms.map((arm) => consequenceOf(bodies.factsOf(arm), instead));
  // Definitions lose nothing by themselves; what they are missed for does.
  return worst(losses) ?? worst(arms.flatMap((arm) => lossesOfUses(file, arm, asked, bodies)));
}

function lossesOfUses(
  file: CudaFile,
  arm: Branch,
  asked: Mask,
  bodies: BranchReader,
): (Consequence | null)[] {
  const { diagrams } = file.session;
  const names = new Set<string>();
  for (const { keyword, tokens, start } of file.scan.directives) {
    const name = tokens[0];
    if (keyword === "define" && name !== undefined && start >= arm.body.start && start < arm.body.end)
      names.add(name.text);
  }
  if (names.size === 0) return [];
  return file.presence.branches
    .filter((use) => use.at > arm.at && use.chain !== arm.chain)
    .filter((use) => use.tokens.some((token) => token.kind === "name" && names.has(token.text)))
    .filter((use) => (possibleIn(diagrams, use.presence) & asked) === 0)
    .map((use) => {
      const view = viewChain(diagrams, use.chain, asked);
      const [served] = view.serving;
      return view.reached
        ? consequenceOf(bodies.factsOf(use), served === undefined ? null : bodies.factsOf(served))
        : null;
    });
}

function worst(losses: readonly (Consequence | null)[]): Consequence | null {
  const known = losses.filter((loss) => loss !== null);
  return known.sort((a, b) => CONSEQUENCES.indexOf(a) - CONSEQUENCES.indexOf(b))[0] ?? null;
}

/** Whether guards keep the asked targets from what stands at the offset and give them other code that works. */
export function isReplaced(file: CudaFile, bodies: BranchReader, offset: number, asked: Mask): boolean {
  const { diagrams } = file.session;
  let at = enclosingBranch(file.presence.branches, offset);
  for (; at !== null; at = at.parent) {
    if ((possibleIn(diagrams, at.presence) & asked) !== 0) return false;
    const view = viewChain(diagrams, at.chain, asked);
    if (!view.reached) continue;
    return view.serving.some((branch) => bodies.factsOf(branch).effect.effect === "works");
  }
  return false;
}
