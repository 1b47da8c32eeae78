/**
 * Preprocessor guards as gates, seen from the targets that were asked about. A chain is judged whole: a branch that
 * leaves the target out is no finding where the target has an arm of its own or only older targets get in.
 */
import { OWN_ARM, type Consequence, type Evidence, type Gate, type InstructionUse } from "../gates/gate";
import { TARGETS } from "../arch/targets";
import { listed } from "../logic/names";
import { architecturesIn } from "./host/claims";
import { cutlassMacro } from "../arch/cutlass-macros";
import { formNamed } from "../arch/instructions";
import { ALL_TARGETS } from "../logic/sets";
import type { Mask } from "../logic/sets";
import { sliceOf } from "../text/source";
import type { SourceText, Span } from "../text/source";
import type { EffectOf } from "./body/effects";
import { bodyKind } from "./body/functions";
import { losesNothing } from "./body/tuning";
import type { BranchReader } from "./branch-facts";
import {
  FROM_HOPPER_ON,
  HOPPER,
  decidesByTarget,
  familiesOf,
  hasGaps,
  hasOlderThanHopper,
  isForNewerSibling,
  isForOlderTargets,
  newerThan,
  possibleIn,
  rivalsOf,
  unionOf,
  viewChain,
} from "./chain";
import type { ChainView } from "./chain";
import type { CudaFile } from "./file";
import { branchesOn, lossOf } from "./loss";
import { tooMuchFor } from "./body/shared-memory";
import { enclosingBranch, isPredicate, macroGateOf } from "./macro-gates";
import type { Branch } from "./branch";
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

/**
 * The guards of a file. The conditional whose keyword starts at `near` is among them even where it tells no targets
 * apart: an edit may have opened it for all.
 */
export function guardGates(
  file: CudaFile,
  asked: Mask,
  bodies: BranchReader,
  near: number | null = null,
): Gate[] {
  const gates: Gate[] = [];
  for (const chain of file.presence.chains) {
    const view = viewChain(file.session.diagrams, chain, asked);
    const isNear = (branch: Branch): boolean => branch.directive.keywordSpan.start === near;
    const shown = chain.branches.filter((branch) => view.deciding.includes(branch) || isNear(branch));
    if (shown.length === 0) continue;
    const arms = view.deciding.filter((branch) => branch.kind !== "else");
    for (const branch of shown)
      gates.push(new Guard(file, view, asked, bodies, branch, [branch], arms.length > 1));
    const last = arms[arms.length - 1];
    if (arms.length > 1 && last !== undefined)
      gates.push(new Guard(file, view, asked, bodies, last, arms, false));
  }
  return gates.sort((a, b) => a.span.start - b.span.start || a.span.end - b.span.end);
}

/** Why a function that only answers is no finding. */
export const ANSWERS = "it answers what it was compiled for";

/** How the code gives back nothing of use: `return 0`; null where it does something else. */
export function zeroReturned(source: SourceText, { effect, span }: EffectOf): string | null {
  return effect === "returns zero" && span !== null ? sliceOf(source, span).replace(/\s+/g, " ") : null;
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
    const { host, ...admission } = admissionOf(diagrams, unionOf(diagrams, arms));
    this.admission = admission;
    this.host = host;
  }

  /** No edit lets anybody in to what only turns away, while those it leaves out have the work. */
  get shape(): GuardShape | null {
    const { file, branch, arms } = this;
    return this.isSparedFor(this.view.serving) ? null : { kind: "guard", file, branch, arms };
  }

  get conditions(): string {
    const all = this.form === "else" ? this.view.chain.branches : this.arms;
    return all.map(({ tokens }) => tokens.map(({ text }) => text).join(" ")).join(" ");
  }

  operandFor(excluded: Mask): Span | null {
    if (this.branch.kind === "else") return null;
    return this.arms.length > 1
      ? conditionSpan(this.branch)
      : excludingOperand(this.file, this.branch, excluded);
  }

  get definedAt(): Gate["definedAt"] {
    const gate = macroGateOf(this.file, this.branch, this.asked);
    return gate === null ? null : { file: gate.file, span: conditionSpan(gate.branch) };
  }

  exemptFor(excluded: Mask): string | null {
    const { diagrams } = this.file.session;
    if (!this.view.reached) return "left out by an outer condition";
    if (this.arms.every((arm) => isPredicate(this.file, arm))) return "it defines what its name says";
    if (this.arms.every((arm) => this.isAnswer(arm))) return ANSWERS;
    if (this.arms.every((arm) => this.isTuning(arm))) return "it only tunes";
    const someVariantsGetIn = this.arms.some(
      (arm) => (possibleIn(diagrams, arm.presence) & this.asked) !== 0,
    );
    const rivals = this.arms.some((arm) => rivalsOf(diagrams, arm, excluded) !== 0);
    if (!rivals && !someVariantsGetIn) return "no newer target gets in";
    const { serving } =
      (excluded & this.asked) !== 0 ? this.view : viewChain(diagrams, this.view.chain, excluded);
    const [other] = serving;
    // A trap is nobody's code, and it is told whoever is spared it.
    const traps = other !== undefined && this.bodies.factsOf(other).effect.effect === "traps";
    if (!traps && this.arms.every((arm) => isForNewerSibling(diagrams, arm, excluded)))
      return "for a newer sibling alone";
    if (this.isSparedFor(serving)) return "what it leaves out does the work";
    const own = this.bodies.armsOf(serving);
    if (own.some((branch) => branch !== this.branch)) return OWN_ARM;
    if (other !== undefined && !traps && this.arms.every((arm) => isForOlderTargets(diagrams, arm, other))) {
      return "the arm of older targets";
    }
    // A forgotten sibling is told at the arm that serves the other one.
    const servesSibling = this.arms.some(
      (arm) => (rivalsOf(diagrams, arm, excluded) & familiesOf(excluded)) !== 0,
    );
    if (this.inLadder) return servesSibling ? null : "an arm of a ladder";
    return this.arms.length > 1 && servesSibling ? "told at the arm that serves its sibling" : null;
  }

  /** Whether its function answers one thing in the arm and another to those left out of it. */
  private isAnswer(arm: Branch): boolean {
    if (!this.bodies.factsOf(arm).answers) return false;
    const [served] = this.view.serving;
    return served === undefined
      ? this.bodies.restReplacing(arm)?.answers === true
      : this.bodies.factsOf(served).answers;
  }

  /** Whether its code only tunes what those left out of it run too. */
  private isTuning(arm: Branch): boolean {
    const [served] = this.view.serving;
    const given = served === undefined ? null : this.bodies.factsOf(served).tuning;
    return losesNothing(this.bodies.factsOf(arm).tuning, given);
  }

  get returnsInstead(): string | null {
    const [served] = this.view.serving;
    const given =
      served === undefined ? this.bodies.restReplacing(this.branch) : this.bodies.factsOf(served).effect;
    return given === null ? null : zeroReturned(this.file.source, given);
  }

  get consequence(): Consequence | null {
    const [served] = this.view.serving;
    const loss = lossOf(this.file, this.arms, this.view.serving, this.asked, this.bodies);
    // Left out together with all that came after the branch's targets, without a word: hardly an oversight.
    const isNewest = served === undefined && this.arms.every((arm) => this.leavesAllNewerOut(arm));
    return isNewest && loss !== "traps" ? null : loss;
  }

  get instructions(): readonly InstructionUse[] {
    const uses = this.arms.flatMap((arm) => this.bodies.instructionsFor(arm, this.asked));
    const letsIn = this.view.serving.includes(this.branch);
    // What is let in too far is told once, at the innermost guard that decides.
    if (letsIn && this.refusalOf(this.asked) !== null)
      return this.bodies.restBehind(this.branch)?.instructions ?? [];
    if (letsIn) return uses.filter(({ at }) => this.isInnermostAround(at.start) && this.isSureOf(at.start));
    if (uses.length > 0) return uses;
    // What a guard defines opens code further on: that is what it is for.
    const opened = this.arms.flatMap((arm) => branchesOn(this.file, arm));
    const beyond = opened.flatMap((use) => this.bodies.instructionsFor(use, this.asked));
    return beyond.length > 0 ? beyond : this.arms.flatMap((arm) => this.instructionsNamedBy(arm));
  }

  /** Where the code shows none: those that a macro of CUTLASS's in the excluding part of the condition stands for. */
  private instructionsNamedBy(arm: Branch): InstructionUse[] {
    const { start, end } = excludingOperand(this.file, arm, this.asked);
    return arm.tokens
      .filter((token) => token.kind === "name" && token.start >= start && token.end <= end)
      .flatMap((token) => {
        const form = formNamed(cutlassMacro(token.text)?.form ?? "");
        if (form === undefined) return [];
        const span = { start: token.start, end: token.end };
        return [{ name: `${token.text} (${form.name})`, targets: form.targets, approximate: true, span }];
      });
  }

  refusalOf(admitted: Mask): Consequence | null {
    const { branches } = this.view.chain;
    if (admitted === 0 || this.arms.length > 1 || this.branch.verdict === null) return null;
    if (!this.sparesNewer(admitted)) return null;
    const { effect, wholeBody, enclosing } = this.bodies.factsOf(this.branch);
    if (!this.bodies.isForAll(this.branch)) return null;
    if (branches.length > 1) {
      if (effect.effect !== "returns" || !branches.some((branch) => this.worksFromHopperOn(branch)))
        return null;
      return wholeBody ? "empty" : "skipped";
    }
    if (effect.effect === "traps") return wholeBody ? null : "traps";
    if (effect.effect !== "returns" || enclosing === null) return null;
    const rest = this.bodies.restBehind(this.branch);
    if (rest?.effect !== "works") return null;
    return rest.isFirst ? "empty" : "skipped";
  }

  private worksFromHopperOn(branch: Branch): boolean {
    const { diagrams } = this.file.session;
    const works = this.bodies.factsOf(branch).effect.effect === "works";
    return works && (possibleIn(diagrams, branch.presence) & FROM_HOPPER_ON) !== 0;
  }

  /** Whether the arms only turn away, and those that they leave out get the work instead. */
  private isSparedFor([served]: readonly Branch[]): boolean {
    const turnsAway = (arm: Branch): boolean =>
      /^(?:nothing|returns|returns zero|traps)$/.test(this.bodies.factsOf(arm).effect.effect);
    if (served === undefined || !this.arms.every(turnsAway)) return false;
    return this.bodies.factsOf(served).effect.effect === "works";
  }

  /** Whether targets from Hopper on, variants of the admitted ones among them, come past the guard without its code. */
  private sparesNewer(admitted: Mask): boolean {
    const { diagrams } = this.file.session;
    const { parent } = this.view.chain;
    const outer = parent === null ? ALL_TARGETS : possibleIn(diagrams, parent.presence);
    const spared = outer & ~possibleIn(diagrams, this.branch.presence) & ~admitted;
    return (spared & FROM_HOPPER_ON) !== 0;
  }

  get bodyOf(): NonNullable<Gate["bodyOf"]> | null {
    const whole = this.arms.map((arm) => this.bodies.factsOf(arm)).find((facts) => facts.wholeBody);
    if (whole === undefined || whole.enclosing === null) return null;
    return bodyKind(whole.enclosing);
  }

  obstaclesFor(asked: Mask): readonly Evidence[] {
    const demands = this.arms.flatMap((arm) => tooMuchFor(this.bodies.factsOf(arm).shared, asked));
    return demands.map(({ span, bytes, kind }) => ({
      span,
      text: `${bytes} bytes of ${kind} shared memory are more than a block may have there`,
    }));
  }

  madeForOthers(excluded: Mask): readonly Evidence[] {
    const majors = new Set(
      TARGETS.filter((_, index) => (excluded >> index) & 1).map(({ capability }) =>
        Math.floor(capability / 10),
      ),
    );
    return this.bodies.namesAround(this.branch).flatMap(({ text, span }) => {
      const archs = architecturesIn(text);
      const isOthers = (arch: number): boolean => arch >= HOPPER && !majors.has(Math.floor(arch / 10));
      // Code named for older targets mostly runs on newer ones.
      if (archs.length === 0 || !archs.every(isOthers)) return [];
      return [{ span, text: `${text}, named for ${listed(archs.map((arch) => `sm_${arch}`))}` }];
    });
  }

  get remarks(): readonly Evidence[] {
    return [...this.arms, ...this.view.serving].flatMap((arm) => this.bodies.factsOf(arm).remarks);
  }

  /** The arm of old targets, pre-Hopper ones among them, that nothing newer shares. */
  private leavesAllNewerOut(arm: Branch): boolean {
    const admitted = possibleIn(this.file.session.diagrams, arm.presence);
    const newer = newerThan(admitted);
    return (
      hasOlderThanHopper(admitted) &&
      (newer & ~familiesOf(this.asked)) !== 0 &&
      (newer & admitted) === 0 &&
      // A list of single architectures that ends somewhere was not meant as a bound.
      !hasGaps(admitted)
    );
  }

  /** Whether who gets into the branch gets to what stands there, as long as nothing else is defined. */
  private isSureOf(offset: number): boolean {
    const { presence, session } = this.file;
    const inner = enclosingBranch(presence.branches, offset);
    if (inner === null || inner === this.branch) return true;
    const { diagrams } = session;
    const without = diagrams.and(this.branch.presence, diagrams.not(inner.presence));
    return (diagrams.possibleUndefined(without) & this.asked) === 0;
  }

  private isInnermostAround(offset: number): boolean {
    const { presence, session } = this.file;
    let at = enclosingBranch(presence.branches, offset);
    while (at !== null && at !== this.branch && !decidesByTarget(session.diagrams, at)) at = at.parent;
    return at === this.branch;
  }
}
