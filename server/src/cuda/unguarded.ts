/** Kernels whose inline assembly some targets do not have, under no guard at all: no gate, and yet not for everybody. */
import type { Gate, InstructionUse } from "../gates/gate";
import { listed } from "../logic/names";
import { ALL_TARGETS, devicesOf } from "../logic/sets";
import type { Mask } from "../logic/sets";
import type { BodyFile } from "./body/facts";
import type { FunctionBody } from "./body/functions";
import { findInstructions } from "./body/instructions";
import { decidesByTarget } from "./chain";
import type { CudaFile } from "./file";
import { devicesNamedBy, MOST_FOLDERS, nearestNaming } from "./host/claims";
import { branchesWithin, enclosingBranch } from "./macro-gates";

const UNGUARDED = "unguarded";

/** Instructions of which some targets of the newest generations lack every form. Source: data/ptx-support.json. */
const MAY_BE_LACKED = /\b(?:wgmma|tcgen05)\s*\.|cta_group::|\bsetmaxnreg\b|\bcvt\.rs\b|\bredux\.sync/;

/** Cheap test whether a file can hold such a kernel. */
export function mayHoldUnguarded(text: string): boolean {
  return text.includes("__global__") && MAY_BE_LACKED.test(text);
}

const MOST_NAMES = 3;

/** One for a file: the first such kernel, the others being named beside it. */
export function unguardedGates(file: CudaFile, asked: Mask, bodiesOf: () => BodyFile): Gate[] {
  if (!mayHoldUnguarded(file.source.text) || isNamedForOthers(file.source.path, asked)) return [];
  const bodies = bodiesOf();
  const found = bodies.functions
    .filter(({ kind, name }) => kind === "kernel" && !isNamedForOthers(name, asked))
    .flatMap((kernel) => {
      const uses = lackedIn(file, bodies, kernel, asked);
      return uses.length === 0 ? [] : [{ kernel, uses }];
    });
  const [first] = found;
  if (first === undefined) return [];
  const { nameSpan: span } = first.kernel;
  return [
    {
      layer: "cuda-preprocessor",
      form: UNGUARDED,
      span,
      text: listed(
        found.map(({ kernel }) => kernel.name),
        MOST_NAMES,
      ),
      domain: "targets",
      admission: { admits: ALL_TARGETS, excludes: 0, depends: [] },
      exact: null,
      host: false,
      operandFor: () => null,
      consequence: null,
      instructions: found.flatMap(({ uses }) => uses),
      bodyOf: "kernel",
      remarks: [],
      definedAt: null,
      exemptFor: () => null,
      claim: null,
      shape: null,
    },
  ];
}

/** What the asked lack and no guard keeps from them: in the kernel, or in what it calls of the same file. */
function lackedIn(file: CudaFile, bodies: BodyFile, kernel: FunctionBody, asked: Mask): InstructionUse[] {
  if (holdsGuard(file, kernel)) return [];
  const { uses } = findInstructions(bodies.code, bodies.callees, kernel.body, kernel, null);
  const isFree = (offset: number): boolean => !isGuarded(file, offset);
  return uses
    .filter((use) => !use.approximate && (use.targets & asked) === 0)
    .filter((use) => isFree(use.at.start) && isFree(use.span.start))
    .map(({ name, targets, approximate, span }) => ({ name, targets, approximate, span }));
}

/** A guard in the kernel, wherever it is, has been told; it may turn targets away. */
function holdsGuard({ presence, session }: CudaFile, { body }: FunctionBody): boolean {
  for (const branch of branchesWithin(presence.branches, body))
    if (decidesByTarget(session.diagrams, branch)) return true;
  return false;
}

function isGuarded({ presence, session }: CudaFile, offset: number): boolean {
  let at = enclosingBranch(presence.branches, offset);
  while (at !== null && !decidesByTarget(session.diagrams, at)) at = at.parent;
  return at !== null;
}

/** Code that carries other architectures in its name, or in its folder's, is theirs. */
function isNamedForOthers(path: string, asked: Mask): boolean {
  const parts = path.split("/").reverse();
  const named = devicesNamedBy(nearestNaming(parts.slice(0, MOST_FOLDERS + 1)));
  return named !== 0 && (named & devicesOf(asked)) === 0;
}
