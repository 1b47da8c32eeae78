/**
 * Preprocessor guards as gates, seen from the targets that were asked about. A chain is judged whole: a branch that
 * leaves the target out is no finding where the target has an arm of its own or only older targets get in.
 */
import type { Consequence, Evidence, Gate, InstructionUse } from "../gates/gate";
import type { Mask } from "../logic/sets";
import { sliceOf } from "../text/source";
import type { Span } from "../text/source";
import type { BranchFacts, BranchReader } from "./branch-facts";
import { isForOlderTargets, rivalsOf, viewChain } from "./chain";
import type { ChainView } from "./chain";
import type { CudaFile } from "./file";
import { macroGateOf } from "./macro-gates";
import type { Branch } from "./presence";
import { admissionOf } from "./regions";
import { conditionSpan, excludingOperand } from "./why";

/** What the fixes of a guard work on. */
export interface GuardShape {
  readonly kind: "guard";
  readonly file: CudaFile;
  /** The branch whose condition an edit would change. */
  readonly branch: Branch;
  /** All arms of a ladder; of a single guard, its branch. */
  readonly arms: readonly Branch[];
}

export function guardGates(file: CudaFile, asked: Mask, bodies: BranchReader): Gate[] {
  const gates: Gate[] = [];
  for (const chain of file.presence.chains) {
    const view = viewChain(file.session.diagrams, chain, asked);
    if (view.deciding.length === 0) continue;
    const arms = view.deciding.filter((branch) => branch.kind !== "else");
    for (const branch of view.deciding)
      gates.push(new Guard(file, view, asked, bodies, branch, [branch], arms.length > 1));
    const last = arms[arms.length - 1];
    if (arms.length > 1 && last !== undefined)
      gates.push(new Guard(file, view, asked, bodies, last, arms, false));
  }
  return gates.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** What a guard says is worked out when asked for: reading bodies costs more than reading conditions. */
class Guard implements Gate {
  readonly layer = "cuda-preprocessor";
  readonly domain = "targets";
  readonly exact = null;
  readonly claim = null;
  readonly form: string;
  readonly span: Span;
  readonly text: string;
  readonly admission: Gate["admission"];
  readonly host: boolean | string;
  readonly shape: GuardShape;
  private readonly file: CudaFile;
  private readonly view: ChainView;
  private readonly asked: Mask;
  private readonly bodies: BranchReader;
  private readonly branch: Branch;
  private readonly arms: readonly Branch[];
  private readonly inLadder: boolean;

  constructor(
    file: CudaFile,
    view: ChainView,
    asked: Mask,
    bodies: BranchReader,
    branch: Branch,
    arms: readonly Branch[],
    inLadder: boolean,
  ) {
    const { diagrams } = file.session;
    this.file = file;
    this.view = view;
    this.asked = asked;
    this.bodies = bodies;
    this.branch = branch;
    this.arms = arms;
    this.inLadder = inLadder;
    this.form = arms.length > 1 ? "ladder" : branch.kind === "else" ? "else" : "guard";
    this.span = { start: branch.directive.keywordSpan.start, end: branch.directive.end };
    this.text = sliceOf(file.source, this.span);
    const union = arms.reduce((sum, arm) => diagrams.or(sum, arm.presence), diagrams.never);
    const { host, ...admission } = admissionOf(diagrams, union);
    this.admission = admission;
    this.host = host;
    this.shape = { kind: "guard", file, branch, arms };
  }

  operandFor(excluded: Mask): Span | null {
    if (this.branch.kind === "else") return null;
    return this.arms.length > 1
      ? conditionSpan(this.branch)
      : excludingOperand(this.file, this.branch, excluded);
  }

  get definedAt(): Gate["definedAt"] {
    const branch = macroGateOf(this.file, this.branch, this.asked);
    return branch === null ? null : { file: this.file.source.path, span: conditionSpan(branch) };
  }

  exemptFor(excluded: Mask): string | null {
    const { diagrams } = this.file.session;
    if (!this.view.reached) return "left out by an outer condition";
    if (this.arms.every((arm) => rivalsOf(diagrams, arm, excluded) === 0)) return "no newer target gets in";
    const own = this.view.serving.find((branch) => branch !== this.branch && this.servesWell(branch));
    if (own !== undefined) return "the target has an arm of its own";
    const [other] = this.view.serving;
    if (other !== undefined && this.arms.every((arm) => isForOlderTargets(diagrams, arm, other))) {
      return "the arm of older targets";
    }
    return this.inLadder ? "an arm of a ladder" : null;
  }

  get consequence(): Consequence | null {
    const serving = this.view.serving.map((branch) => this.factsOf(branch).effect);
    if (serving.includes("traps")) return "traps";
    if (serving.includes("works") || serving.includes("declares")) return "falls back";
    const own = this.arms.map((arm) => this.factsOf(arm));
    // A branch that only declares leaves nothing out by itself; what is missed shows where it is used.
    if (own.every((facts) => facts.effect === "declares" || facts.effect === "nothing")) return null;
    return own.some((facts) => facts.wholeBodyOf !== null) ? "empty" : "skipped";
  }

  get instructions(): readonly InstructionUse[] {
    return this.arms.flatMap((arm) => this.factsOf(arm).instructions);
  }

  get remarks(): readonly Evidence[] {
    return [...this.arms, ...this.view.serving].flatMap((arm) => this.factsOf(arm).remarks);
  }

  private factsOf(branch: Branch): BranchFacts {
    return this.bodies.read(branch);
  }

  /** An arm of its own is one that names the target's kind in its condition and holds real code. */
  private servesWell(branch: Branch): boolean {
    if (branch.kind === "else") return false;
    const { effect } = this.factsOf(branch);
    return effect === "works" || effect === "declares" || effect === "returns zero";
  }
}
