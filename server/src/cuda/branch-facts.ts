/** What the code of a conditional branch is and does, worked out when first asked for. */
import type { Mask } from "../logic/sets";
import type { Span } from "../text/source";
import { bodyFacts, endsByReturning, readBodies } from "./body/facts";
import type { BodyFacts, BodyFile } from "./body/facts";
import { effectOf, isForAll, onlyAnswers } from "./body/effects";
import type { Effect } from "./body/effects";
import { innermostAround } from "./body/functions";
import type { FunctionBody } from "./body/functions";
import { elsewhereIn, everyInstruction, findInstructions, instructionsIn } from "./body/instructions";
import type { BodyInstruction, Elsewhere } from "./body/instructions";
import { possibleIn } from "./chain";
import type { CudaFile } from "./file";
import type { Header } from "./includes";
import { enclosingBranch } from "./macro-gates";
import type { Branch, Chain } from "./branch";

export interface BranchReader {
  factsOf(branch: Branch): BodyFacts;
  /**
   * The first two of the serving branches that are arms of their own: that name the target's kind in their condition
   * and hold real code. Two, so that there is one beside any branch in question.
   */
  armsOf(serving: readonly Branch[]): readonly Branch[];
  /**
   * The instructions that the asked targets would meet in the branch if its own chain let them in: those that an
   * inner guard keeps from them are left out.
   */
  instructionsFor(branch: Branch, asked: Mask): readonly BodyInstruction[];
  /** Whether all who get into the branch come to its effect. */
  isForAll(branch: Branch): boolean;
  /** The names of what the branch stands in: functions, and the structs around them. */
  namesAround(branch: Branch): readonly Named[];
  /** The code of its function that stands behind the branch's chain; null where it stands in none. */
  restBehind(branch: Branch): RestOfBody | null;
  /** The same where the branch ends by returning, so that it is for those alone whom the branch leaves out; else null. */
  restReplacing(branch: Branch): RestOfBody | null;
}

export interface Named {
  readonly text: string;
  readonly span: Span;
}

export interface RestOfBody {
  /** What it does, and where. */
  readonly effect: Effect;
  readonly span: Span | null;
  /** Whether it gives back constants and does nothing else. */
  readonly answers: boolean;
  /** Whether anything ahead of the chain did. */
  readonly isFirst: boolean;
  readonly instructions: readonly BodyInstruction[];
}

export function branchReader(file: CudaFile, bodiesOf: () => BodyFile): BranchReader {
  const known = new Map<Branch, BodyFacts>();
  let elsewhere: Elsewhere | undefined;
  const factsOf = (branch: Branch): BodyFacts => {
    let facts = known.get(branch);
    if (facts === undefined) {
      facts = bodyFacts(bodiesOf(), branch.body, chainSpan(branch.chain));
      known.set(branch, facts);
    }
    return facts;
  };
  const arms = new Map<readonly Branch[], readonly Branch[]>();
  const armsOf = (serving: readonly Branch[]): readonly Branch[] => {
    let found = arms.get(serving);
    if (found === undefined) {
      found = firstTwo(serving, (branch) => branch.kind !== "else" && works(factsOf(branch)));
      arms.set(serving, found);
    }
    return found;
  };
  const instructionsOf = instructionsReader(bodiesOf);
  const rests = new Map<Branch, RestOfBody | null>();
  const restOf = (branch: Branch): RestOfBody | null => {
    const rest =
      rests.get(branch) ?? restBehind(bodiesOf(), factsOf(branch), chainSpan(branch.chain), instructionsOf);
    rests.set(branch, rest);
    return rest;
  };
  const instructions = new Map<Branch, Map<Mask, readonly BodyInstruction[]>>();
  const instructionsMet = (branch: Branch, asked: Mask): readonly BodyInstruction[] => {
    const isMet = (use: BodyInstruction): boolean => !isKeptBack(file, branch, use, asked);
    const own = factsOf(branch).instructions.filter(isMet);
    const turnedAway = (possibleIn(file.session.diagrams, branch.presence) & asked) === 0;
    if (!turnedAway || own.some((use) => (use.targets & asked) === 0)) return own;
    // Nothing here speaks against the target: look one call further, into the headers.
    elsewhere ??= elsewhereIn(headerFunctions(file.headers));
    const { code, callees } = bodiesOf();
    const { enclosing } = factsOf(branch);
    return findInstructions(code, callees, branch.body, enclosing, elsewhere).uses.filter(isMet);
  };
  return {
    factsOf,
    armsOf,
    instructionsFor(branch, asked) {
      const known = instructions.get(branch)?.get(asked);
      if (known !== undefined) return known;
      const found = instructionsMet(branch, asked);
      instructions.set(branch, (instructions.get(branch) ?? new Map<Mask, typeof found>()).set(asked, found));
      return found;
    },
    isForAll: (branch) => isForAll(bodiesOf().code, branch.body, factsOf(branch).effect),
    namesAround: (branch) => namesAround(bodiesOf(), factsOf(branch)),
    restBehind: restOf,
    restReplacing: (branch) => (endsByReturning(bodiesOf().code, branch.body) ? restOf(branch) : null),
  };
}

function namesAround({ types }: BodyFile, { enclosing }: BodyFacts): Named[] {
  const names: Named[] = [];
  let outermost = enclosing;
  for (let at = enclosing; at !== null; at = at.outer) {
    outermost = at;
    if (at.kind !== "lambda") names.push({ text: at.name, span: at.nameSpan });
  }
  if (outermost === null) return names;
  for (let at = innermostAround(types, outermost.body); at !== null; at = at.outer)
    names.push({ text: at.name, span: at.nameSpan });
  return names;
}

/** Finds the instructions of a part of a function. One with many guards is read through once, not once for each. */
function instructionsReader(
  bodiesOf: () => BodyFile,
): (within: FunctionBody, span: Span) => BodyInstruction[] {
  const known = new Map<FunctionBody, readonly BodyInstruction[]>();
  return (within, span) => {
    const { code, callees } = bodiesOf();
    const uses = known.get(within) ?? everyInstruction(code, callees, within.body, within, null).uses;
    known.set(within, uses);
    return instructionsIn(uses, span);
  };
}

function restBehind(
  { code }: BodyFile,
  { enclosing }: BodyFacts,
  chain: Span,
  instructionsOf: (within: FunctionBody, span: Span) => BodyInstruction[],
): RestOfBody | null {
  if (enclosing === null) return null;
  const start = code.tokens[enclosing.open]?.end ?? chain.start;
  const end = code.tokens[enclosing.close]?.start ?? chain.end;
  const behind = { start: chain.end, end };
  return {
    ...effectOf(code, behind),
    get answers() {
      return onlyAnswers(code, behind);
    },
    isFirst: effectOf(code, { start, end: chain.start }).effect !== "works",
    get instructions() {
      return instructionsOf(enclosing, behind);
    },
  };
}

/** A header without any of these words holds no instruction that matters, written out or by name. */
const HOLDS_INSTRUCTIONS = /\basm\b|__asm|wgmma|tcgen05|GMMA|UMMA|warpgroup_|setmaxnreg|tmem/i;

const bodiesByHeader = new WeakMap<Header, BodyFile>();

function headerFunctions(headers: readonly Header[]): { path: string; callees: BodyFile["callees"] }[] {
  return headers
    .filter((header) => HOLDS_INSTRUCTIONS.test(header.source.text))
    .map((header) => {
      const bodies = bodiesByHeader.get(header) ?? readBodies(header.scan);
      bodiesByHeader.set(header, bodies);
      return { path: header.source.path, callees: bodies.callees };
    });
}

function works({ effect: { effect } }: BodyFacts): boolean {
  return effect === "works" || effect === "declares" || effect === "returns zero";
}

function firstTwo<T>(items: readonly T[], test: (item: T) => boolean): T[] {
  const found: T[] = [];
  for (const item of items) {
    if (test(item)) found.push(item);
    if (found.length === 2) break;
  }
  return found;
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
    const holds = at.verdict === null ? at.presence : at.holds;
    if ((possibleIn(diagrams, holds) & asked) === 0) return true;
  }
  return false;
}
