/** Gathers the arms that one place chooses among, and what becomes of devices that none of them takes. */
import type { Consequence } from "../../gates/gate";
import type { Span } from "../../text/source";
import type { Code } from "../body/code";
import { isIdleAround } from "../body/facts";
import type { Checks } from "./check-macros";
import type { Condition } from "./condition";
import { refusalOfFlag } from "./flags";
import { leavesSometimes } from "./leaving";
import { outcomeOf, type Outcome, type OutcomeOf } from "./outcomes";
import type { HostReader } from "./reader";
import { endOfBlock, endOfStatement, sectionAt, type Arm, type IfChain } from "./statements";
import type { Values } from "./values";

export interface DecidingArm {
  readonly arm: Arm;
  readonly condition: Condition;
  readonly result: OutcomeOf;
  /** Whether it does nothing but leave the function ahead of work: a refusal without a word. */
  readonly skips: boolean;
  /** Whether it refuses or leaves only under a further condition, and does nothing else: it shuts nobody out. */
  readonly sometimes: boolean;
  /** Devices that take it: its own condition, no earlier arm's, and what is around it. */
  readonly taken: Values;
  /** Devices that get as far as its condition. */
  readonly reached: Values;
}

export interface DecidingChain {
  readonly chain: IfChain;
  readonly arms: readonly DecidingArm[];
}

/** The arms that one place chooses among. */
export interface Ladder {
  readonly arms: readonly DecidingArm[];
  readonly consequence: Consequence;
  /** Where its own gate stands. */
  readonly place: DecidingArm;
}

/** Gathers arms: of one chain, of chains that leave one after another, and of chains that set the same flag. */
export function laddersOf(
  reader: HostReader,
  blocks: Int32Array,
  chains: readonly DecidingChain[],
  checks: Checks,
): Ladder[] {
  const ladders: Ladder[] = [];
  const taken = new Set<DecidingChain>();
  const bySection = new Map<number, DecidingChain[]>();
  for (const chain of chains) {
    const { block, arms, end } = chain.chain;
    const section = sectionAt(reader.code, block, arms[0]?.keyword ?? end).from;
    const group = bySection.get(section);
    if (group === undefined) bySection.set(section, [chain]);
    else group.push(chain);
  }
  for (const group of bySection.values()) {
    for (const [index, chain] of group.entries()) {
      if (taken.has(chain)) continue;
      const run = runFrom(reader, group, index);
      const flagged = run.length > 1 ? null : flagRunFrom(reader, group, index, checks);
      const members = flagged?.members ?? run;
      for (const member of members) taken.add(member);
      const arms = members.flatMap((member) => member.arms.filter((arm) => !refuses(arm)));
      const [first] = arms;
      const last = arms.at(-1);
      if (first === undefined || last === undefined || arms.every((arm) => arm.sometimes)) continue;
      const end = members.at(-1) ?? chain;
      const leave = end.arms.every(({ result }) => result.leaves);
      const consequence = flagged?.consequence ?? consequenceAfter(reader, blocks, end.chain, leave);
      ladders.push({ arms, consequence, place: members.length > 1 ? first : last });
    }
  }
  return ladders;
}

/** Chains of one block whose arms leave it, with nothing but declarations and refusals in between. */
function runFrom(reader: HostReader, group: readonly DecidingChain[], index: number): DecidingChain[] {
  const first = group[index];
  if (first === undefined || !leaves(first)) return first === undefined ? [] : [first];
  const run = [first];
  for (let at = index + 1, last = first; at < group.length; at++) {
    const next = group[at];
    if (next === undefined || !leaves(next)) break;
    const between = outcomeOf(reader.code, { from: last.chain.end, to: next.arms[0]?.arm.keyword ?? 0 });
    if (between.outcome === "works") break;
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
  index: number,
  checks: Checks,
): { readonly members: DecidingChain[]; readonly consequence: Consequence } | null {
  const first = group[index];
  const flag = first === undefined ? null : flagOf(reader, first);
  if (first === undefined || flag === null) return null;
  const members = group.slice(index, index + MOST_ARMS).filter((chain) => flagOf(reader, chain) === flag);
  const end = members.at(-1)?.chain.end ?? first.chain.end;
  const range = { from: end, to: endOfBlock(reader.code, first.chain.block) };
  const consequence = isSetByOthers(reader, flag, members)
    ? null
    : refusalOfFlag(reader, flag, range, checks);
  return consequence === null ? null : { members, consequence };
}

/** Whether the flag may be true without any of the arms: by its first value, or by what else may write to it. */
function isSetByOthers(
  { evaluator: { scope }, code }: HostReader,
  flag: string,
  members: readonly DecidingChain[],
): boolean {
  const [first, last] = [members[0], members.at(-1)];
  const keyword = first?.chain.arms[0]?.keyword ?? 0;
  const owner = scope.functionAt(keyword);
  if (owner === null || last === undefined) return false;
  const set = scope.assignedIn(flag, { from: owner.open, to: last.chain.end });
  const start = set.findLast((one) => one.declares)?.at ?? owner.open;
  if (scope.isLentIn(flag, { from: start, to: last.chain.end })) return true;
  return set
    .filter((one) => one.at >= start && one.operator !== "&=")
    .filter(
      (one) => !members.some(({ chain }) => one.at > (chain.arms[0]?.keyword ?? 0) && one.at < chain.end),
    )
    .some(({ from, to }) => !/^(?:false|0|nullptr|NULL|)$/.test(textOf(code, from, to)));
}

function textOf({ tokens }: Code, from: number, to: number): string {
  return tokens
    .slice(from, to)
    .map(({ text }) => text)
    .join("");
}

const MOST_ARMS = 40;

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

/** What devices meet that no arm takes: the `else`, or what comes behind, in blocks around too; those who take one go on unless it `leaves`. */
export function consequenceAfter(
  reader: HostReader,
  blocks: Int32Array,
  chain: IfChain,
  leaves: boolean,
): Consequence {
  if (chain.otherwise !== null && !leavesSometimes(reader.code, chain.otherwise))
    return asConsequence(outcomeOf(reader.code, chain.otherwise).outcome);
  const owner = reader.evaluator.scope.functionAt(chain.arms[0]?.keyword ?? 0);
  // In code of the device it is a guard like any other: the kernel launches and does nothing.
  if (owner?.kind === "kernel" && isIdleAround(reader.code, owner, spanOf(reader.code, chain)))
    return "empty";
  const rest = outcomeBehind(reader, blocks, chain);
  if (leaves) return asConsequence(rest);
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

export function refuses({ result, skips, sometimes }: DecidingArm): boolean {
  return !sometimes && (result.outcome === "raises" || result.outcome === "returns false" || skips);
}

function spanOf({ tokens }: Code, { arms, end }: IfChain): Span {
  return { start: tokens[arms[0]?.keyword ?? 0]?.start ?? 0, end: tokens[end - 1]?.end ?? 0 };
}

/** How far out the code behind a chain is looked for. */
const DEEPEST = 30;
