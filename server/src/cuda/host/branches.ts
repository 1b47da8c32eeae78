/** `if` chains that tell devices apart: each arm, and the ladder that several make. */
import type { Consequence, Gate } from "../../gates/gate";
import type { Mask } from "../../logic/sets";
import type { Check } from "./checks";
import type { Condition } from "./condition";
import { makeGate, siblingsOf } from "./host-gate";
import { refusalOfFlag } from "./flags";
import { operandGates } from "./operands";
import { outcomeOf, type Outcome, type OutcomeOf } from "./outcomes";
import {
  claimIn,
  conditionIn,
  definitionOf,
  messagesIn,
  ownCode,
  remarksFor,
  shapeOf,
  type HostReader,
} from "./reader";
import { blocksOf, endOfStatement, ifChains, type Arm, type IfChain } from "./statements";
import { and, everywhere, not, or, truthSets, type Values } from "./values";

interface DecidingArm {
  readonly arm: Arm;
  readonly condition: Condition;
  readonly result: OutcomeOf;
  /** Devices that take it: its own condition, no earlier arm's, and what is around it. */
  readonly taken: Values;
  /** Devices that get as far as its condition. */
  readonly reached: Values;
}

interface DecidingChain {
  readonly chain: IfChain;
  readonly arms: readonly DecidingArm[];
}

/** The arms that one place chooses among. */
interface Ladder {
  readonly arms: readonly DecidingArm[];
  readonly consequence: Consequence;
  /** Where its own gate stands. */
  readonly place: DecidingArm;
}

export function branchGates(reader: HostReader, checks: readonly Check[]): Gate[] {
  const blocks = blocksOf(reader.code);
  const chains = decidingChains(reader, blocks);
  const ladders = laddersOf(reader, blocks, chains, checks);
  const gates: Gate[] = [];
  for (const ladder of ladders) {
    const several = ladder.arms.length > 1;
    for (const arm of ladder.arms) gates.push(armGate(reader, arm, ladder));
    if (several) gates.push(ladderGate(reader, ladder));
  }
  for (const arm of chains.flatMap(({ arms }) => arms)) {
    if (refuses(arm.result)) gates.push(refusalGate(reader, arm));
    gates.push(...operandGates(reader, arm.condition));
  }
  return gates;
}

function decidingChains(reader: HostReader, blocks: Int32Array): DecidingChain[] {
  const { code } = reader;
  /** What is left of the devices in a block, after arms before that leave it; and which devices enter it. */
  const left = new Map<number, Values>();
  const found: DecidingChain[] = [];
  for (const chain of ifChains(code)) {
    const around = reachedIn(chain.block, left, blocks);
    let reached = around;
    const arms: DecidingArm[] = [];
    for (const arm of chain.arms) {
      const condition = conditionIn(reader, arm.condition);
      if (condition === null) continue;
      const taken = both(reached, condition.values);
      const result = outcomeOf(code, arm.body);
      arms.push({ arm, condition, result, taken, reached });
      if (code.tokens[arm.body.from]?.text === "{") left.set(arm.body.from, taken);
      if (result.leaves)
        left.set(chain.block, both(left.get(chain.block) ?? everywhere(true), condition.values.map(not)));
      reached = both(reached, condition.values.map(not));
    }
    if (arms.length === 0) continue;
    if (chain.otherwise !== null && code.tokens[chain.otherwise.from]?.text === "{")
      left.set(chain.otherwise.from, reached);
    found.push({ chain, arms });
  }
  return found;
}

const DEEPEST = 30;

function reachedIn(block: number, left: ReadonlyMap<number, Values>, blocks: Int32Array): Values {
  let values = everywhere(true);
  let at = block;
  for (let depth = 0; at >= 0 && depth < DEEPEST; depth++) {
    const here = left.get(at);
    if (here !== undefined) values = both(here, values);
    at = blocks[at] ?? -1;
  }
  return values;
}

function both(a: Values, b: Values): Values {
  return a.map((value, index) => and(value, b[index] ?? false));
}

function either(a: Values, b: Values): Values {
  return a.map((value, index) => or(value, b[index] ?? false));
}

function refuses(result: OutcomeOf): boolean {
  return result.outcome === "raises" || result.outcome === "returns false";
}

/** Gathers arms: of one chain, of chains that leave one after another, and of chains that set the same flag. */
function laddersOf(
  reader: HostReader,
  blocks: Int32Array,
  chains: readonly DecidingChain[],
  checks: readonly Check[],
): Ladder[] {
  const ladders: Ladder[] = [];
  const taken = new Set<DecidingChain>();
  const byBlock = new Map<number, DecidingChain[]>();
  for (const chain of chains)
    byBlock.set(chain.chain.block, [...(byBlock.get(chain.chain.block) ?? []), chain]);
  for (const group of byBlock.values()) {
    for (const chain of group) {
      if (taken.has(chain)) continue;
      const run = runFrom(reader, group, chain);
      const flagged = run.length > 1 ? null : flagRunFrom(reader, group, chain, checks);
      const members = flagged?.members ?? run;
      for (const member of members) taken.add(member);
      const arms = members.flatMap((member) => member.arms.filter((arm) => !refuses(arm.result)));
      const [first] = arms;
      const last = arms.at(-1);
      if (first === undefined || last === undefined) continue;
      const consequence = flagged?.consequence ?? consequenceAfter(reader, blocks, members.at(-1) ?? chain);
      ladders.push({ arms, consequence, place: members.length > 1 ? first : last });
    }
  }
  return ladders;
}

/** Chains of one block whose arms leave it, with nothing but declarations and refusals in between. */
function runFrom(reader: HostReader, group: readonly DecidingChain[], first: DecidingChain): DecidingChain[] {
  const run = [first];
  let last = first;
  if (!leaves(first)) return run;
  for (const next of group.slice(group.indexOf(first) + 1)) {
    const between = outcomeOf(reader.code, { from: last.chain.end, to: next.arms[0]?.arm.keyword ?? 0 });
    if (between.outcome === "works" || !leaves(next)) break;
    run.push(next);
    last = next;
  }
  return run;
}

function leaves(chain: DecidingChain): boolean {
  return chain.chain.otherwise === null && chain.arms.every((arm) => arm.result.leaves);
}

/** `if (a) done = …; if (b) done = …; if (!done) throw`. */
function flagRunFrom(
  reader: HostReader,
  group: readonly DecidingChain[],
  first: DecidingChain,
  checks: readonly Check[],
): { readonly members: DecidingChain[]; readonly consequence: Consequence } | null {
  const flag = flagOf(reader, first);
  if (flag === null) return null;
  const members = group.filter(
    (chain) => chain.chain.end >= first.chain.end && flagOf(reader, chain) === flag,
  );
  const end = members.at(-1)?.chain.end ?? first.chain.end;
  const consequence = refusalOfFlag(
    reader,
    flag,
    { from: end, to: blockEnd(reader, first.chain.block) },
    checks,
  );
  return consequence === null ? null : { members, consequence };
}

/** The variable that an arm that stays sets first. */
function flagOf(reader: HostReader, chain: DecidingChain): string | null {
  const { tokens } = reader.code;
  const [arm] = chain.arms;
  if (arm === undefined || chain.chain.otherwise !== null || arm.result.leaves) return null;
  for (let at = arm.arm.body.from; at < arm.arm.body.to; at++) {
    if (tokens[at + 1]?.text !== "=" || tokens[at]?.kind !== "name") continue;
    return /^[;{})]$/.test(tokens[at - 1]?.text ?? "") ? (tokens[at]?.text ?? null) : null;
  }
  return null;
}

function blockEnd(reader: HostReader, block: number): number {
  const partner = block < 0 ? -1 : (reader.code.partners[block] ?? -1);
  return partner < 0 ? reader.code.tokens.length : partner;
}

/** What devices meet that no arm takes: the `else`, or what comes behind, in blocks around too. */
function consequenceAfter(
  reader: HostReader,
  blocks: Int32Array,
  { chain, arms }: DecidingChain,
): Consequence {
  if (chain.otherwise !== null) return asConsequence(outcomeOf(reader.code, chain.otherwise).outcome);
  const rest = outcomeBehind(reader, blocks, chain);
  if (arms.every((arm) => arm.result.leaves)) return asConsequence(rest);
  // what refuses all is no alternative of the arms
  return rest === "nothing" ? "skipped" : "falls back";
}

function outcomeBehind({ code, evaluator }: HostReader, blocks: Int32Array, chain: IfChain): Outcome {
  const owner = evaluator.scope.functionAt(chain.arms[0]?.keyword ?? 0);
  let from = chain.end;
  let block = chain.block;
  for (let depth = 0; depth < DEEPEST; depth++) {
    const to = block < 0 ? code.tokens.length : Math.max(from, code.partners[block] ?? 0);
    const { outcome } = outcomeOf(code, { from, to });
    if (outcome !== "nothing" || block < 0 || block === owner?.open) return outcome;
    from = to + 1;
    while (code.tokens[from]?.text === "else") from = endOfStatement(code, from + 1, 0);
    block = blocks[block] ?? -1;
  }
  return "works";
}

function asConsequence(outcome: Outcome): Consequence {
  return outcome === "works" ? "falls back" : outcome === "nothing" ? "skipped" : outcome;
}

function armGate(reader: HostReader, arm: DecidingArm, ladder: Ladder): Gate {
  const several = ladder.arms.length > 1;
  const others = takenBy(ladder.arms);
  const forgotten = siblingsOf(takenBy([arm])) & ~takenBy([arm]);
  const elsewhere = forgotten !== 0 && (forgotten & ~others) === 0;
  const consequence = elsewhere ? "other arm" : ladder.consequence;
  return gateOf(reader, arm, several ? "arm" : "if", arm.taken, false, consequence, several, (excluded) => {
    if (cannotReach(arm, excluded)) return "an earlier condition takes or refuses it";
    if (!several || namesSiblingAlone(arm, excluded)) return null;
    if ((excluded & ~others) === 0) return "another arm serves it";
    return servesSibling(arm, excluded) ? null : "one arm of a ladder";
  });
}

/** `sm == 120` in front of `sm >= 100`: the sibling goes where other families go. */
function namesSiblingAlone(arm: DecidingArm, excluded: Mask): boolean {
  const taken = takenBy([arm]);
  return taken !== 0 && (taken & ~siblingsOf(excluded)) === 0;
}

function ladderGate(reader: HostReader, ladder: Ladder): Gate {
  const union = ladder.arms.map((arm) => arm.taken).reduce(either);
  return gateOf(reader, ladder.place, "ladder", union, false, ladder.consequence, true, (excluded) =>
    ladder.arms.some((arm) => servesSibling(arm, excluded))
      ? "told at the arm that serves its sibling"
      : null,
  );
}

/**
 * An arm that refuses: a device gets in when it does not take it, or when the arm is not compiled: a stub stands for
 * what a build leaves out.
 */
function refusalGate(reader: HostReader, arm: DecidingArm): Gate {
  const consequence = arm.result.outcome === "raises" ? "raises" : "returns false";
  const guard = reader.guards.textAt(reader.code.tokens[arm.arm.keyword]?.start ?? 0);
  const isStub = guard?.startsWith("!") === true;
  const refused =
    guard === null || !isStub ? arm.taken : arm.taken.map((value) => and({ unknown: guard }, value));
  return gateOf(reader, arm, "refusal", refused.map(not), true, consequence, false, () => null);
}

function cannotReach(arm: DecidingArm, excluded: Mask): boolean {
  return (excluded & ~truthSets(arm.reached).no) === 0;
}

function takenBy(arms: readonly DecidingArm[]): Mask {
  const { yes, depends } = truthSets(arms.map((arm) => arm.taken).reduce(either));
  return depends.reduce((mask, part) => mask | part.mask, yes);
}

function servesSibling(arm: DecidingArm, excluded: Mask): boolean {
  return (takenBy([arm]) & siblingsOf(excluded)) !== 0;
}

function gateOf(
  reader: HostReader,
  { arm, condition }: DecidingArm,
  form: string,
  values: Values,
  negated: boolean,
  consequence: Consequence,
  inLadder: boolean,
  exempt: (excluded: Mask) => string | null,
): Gate {
  const { yes, depends } = truthSets(values);
  const admitted = depends.reduce((mask, part) => mask | part.mask, yes);
  const close = reader.code.tokens[arm.condition.to];
  const span = {
    start: reader.code.tokens[arm.keyword]?.start ?? 0,
    end: close?.end ?? condition.expression.end,
  };
  return makeGate(reader.evaluator, {
    form,
    span,
    condition,
    values,
    negated,
    consequence,
    remarks: [
      ...remarksFor(reader, { start: span.start, end: reader.code.tokens[arm.body.to - 1]?.end ?? span.end }),
      ...(negated ? messagesIn(reader.code, arm.body) : []),
    ],
    claim: negated ? claimIn(reader.code, arm.body) : null,
    definedAt: form === "ladder" ? null : definitionOf(reader, condition),
    shape: form === "ladder" ? null : shapeOf(reader, condition, negated, inLadder),
    exempt: (excluded) => exempt(excluded) ?? ownCode(reader, arm.keyword, admitted, excluded),
  });
}
