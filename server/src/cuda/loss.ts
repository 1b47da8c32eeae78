/** What targets that are left out of branches get instead, here or where a macro defined in a branch is asked about. */
import { CONSEQUENCES } from "../gates/gate";
import type { Consequence } from "../gates/gate";
import type { Mask } from "../logic/sets";
import type { BranchReader } from "./branch-facts";
import type { Effect } from "./body/effects";
import { consequenceOf } from "./body/facts";
import { possibleIn, viewChain } from "./chain";
import { directivesWithin } from "./directives";
import type { CudaFile } from "./file";
import { enclosingBranch } from "./macro-gates";
import type { Branch } from "./branch";

/** The worst that leaving `arms` out comes to; `serving` is what stands in their place. */
export function lossOf(
  file: CudaFile,
  arms: readonly Branch[],
  serving: readonly Branch[],
  asked: Mask,
  bodies: BranchReader,
): Consequence | null {
  // Definitions lose nothing by themselves, whatever is defined instead; what they are missed for does.
  return worst(
    arms.map((arm) => {
      const facts = bodies.factsOf(arm);
      const own = consequenceOf(facts, givenInstead(arm, serving, bodies));
      const isOwn = own !== null && facts.effect.effect !== "declares";
      return isOwn ? own : (lossOfUses(file, arm, asked, bodies) ?? own);
    }),
  );
}

/** How many times as often others are served as skipped where a macro is one of several ways rather than a gap. */
const MOSTLY = 3;

/** The worst of what the uses of the arm's macros come to; where nearly all have code for the others, another branch. */
function lossOfUses(file: CudaFile, arm: Branch, asked: Mask, bodies: BranchReader): Consequence | null {
  const { diagrams } = file.session;
  const losses: Consequence[] = [];
  let served = 0;
  for (const use of branchesOn(file, arm)) {
    if ((possibleIn(diagrams, use.presence) & asked) !== 0) {
      // `#ifndef` of the macro: code for those without it
      if (use.kind !== "else" && bodies.factsOf(use).effect.effect === "works") served++;
      continue;
    }
    const view = viewChain(diagrams, use.chain, asked);
    if (!view.reached) continue;
    const given = givenInstead(use, view.serving, bodies);
    // A value of their own is declared for them: `constexpr int heads = 1;`
    const plain = consequenceOf(bodies.factsOf(use), given);
    const loss = plain === "skipped" && given === "declares" ? "falls back" : plain;
    if (loss === "falls back") served++;
    if (loss !== null) losses.push(loss);
  }
  const known = worst(losses);
  const skipped = losses.filter((loss) => loss === "skipped").length;
  return known === "skipped" && served >= MOSTLY * skipped ? "falls back" : known;
}

/** What runs in place of a branch: another of its chain, or what follows where the branch ends by returning. */
function givenInstead(left: Branch, [served]: readonly Branch[], bodies: BranchReader): Effect {
  if (served !== undefined) return bodies.factsOf(served).effect.effect;
  return bodies.restReplacing(left)?.effect ?? "nothing";
}

/** The branches further on that ask about macros which the arm defines. */
export function branchesOn(file: CudaFile, arm: Branch): readonly Branch[] {
  const defined = directivesWithin(file.scan.directives, arm.body).filter(
    ({ keyword }) => keyword === "define",
  );
  const names = new Set(defined.map(({ tokens }) => tokens[0]?.text ?? ""));
  const asking = [...names].flatMap((name) => branchesAsking(file).get(name) ?? []);
  return [...new Set(asking)].filter((use) => use.at > arm.at && use.chain !== arm.chain);
}

const askingIn = new WeakMap<CudaFile, ReadonlyMap<string, readonly Branch[]>>();

/** The branches whose conditions name a macro. */
function branchesAsking(file: CudaFile): ReadonlyMap<string, readonly Branch[]> {
  const known = askingIn.get(file);
  if (known !== undefined) return known;
  const byName = new Map<string, Branch[]>();
  for (const branch of file.presence.branches)
    for (const name of new Set(branch.tokens.map((token) => (token.kind === "name" ? token.text : "")))) {
      const same = byName.get(name);
      if (same === undefined) byName.set(name, [branch]);
      else same.push(branch);
    }
  askingIn.set(file, byName);
  return byName;
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
