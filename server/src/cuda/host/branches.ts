/** `if` chains that tell devices apart: each arm, and the ladder that several make. */
import type { Consequence, Gate } from "../../gates/gate";
import { ALL_DEVICES, type Mask } from "../../logic/sets";
import { isIdleAround } from "../body/facts";
import type { Checks } from "./check-macros";
import { isNeverRun } from "./dead";
import { makeGate, siblingsOf } from "./host-gate";
import { laddersOf, refuses, type DecidingArm, type DecidingChain, type Ladder } from "./ladders";
import { flagSetIn, refusalOnceSet } from "./flags";
import { leavesSometimes, surelyComesTo } from "./leaving";
import { operandGates } from "./operands";
import { outcomeOf, returnsAtOnce, type OutcomeOf } from "./outcomes";
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
import { endOfBlock, ifChains, sectionAt, type IfChain, type Range } from "./statements";
import { and, either, everywhere, not, truthSets, type Values } from "./values";

export function branchGates(
  reader: HostReader,
  blocks: Int32Array,
  chains: readonly DecidingChain[],
  checks: Checks,
): Gate[] {
  const ladders = laddersOf(reader, blocks, chains, checks);
  const gates: Gate[] = [];
  for (const ladder of ladders) {
    const several = ladder.arms.length > 1;
    for (const arm of ladder.arms) gates.push(armGate(reader, arm, ladder));
    if (several) gates.push(ladderGate(reader, ladder));
  }
  for (const arm of chains.flatMap(({ arms }) => arms)) {
    if (refuses(arm)) gates.push(refusalGate(reader, blocks, arm));
    gates.push(...operandGates(reader, arm.condition));
  }
  return gates;
}

/** The chains with an arm that tells devices apart. */
export function decidingChains(reader: HostReader, blocks: Int32Array, checks: Checks): DecidingChain[] {
  const { code } = reader;
  /** What is left of the devices in a block, after arms before that leave it; and which devices enter it. */
  const left = new Map<number, Values>();
  const sections = new Map<number, number>();
  const found: DecidingChain[] = [];
  for (const chain of ifChains(code)) {
    const section = sectionAt(code, chain.block, chain.arms[0]?.keyword ?? chain.end).from;
    if ((sections.get(chain.block) ?? section) !== section) left.delete(chain.block);
    sections.set(chain.block, section);
    const isDead = isNeverRun(reader.evaluator.scope, blocks, chain.arms[0]?.keyword ?? chain.end);
    const around = isDead ? everywhere(false) : reachedIn(chain.block, left, blocks);
    let reached = around;
    const arms: DecidingArm[] = [];
    for (const arm of chain.arms) {
      const condition = conditionIn(reader, arm.condition);
      if (condition === null) continue;
      const taken = both(reached, condition.values);
      const result = refusedLater(reader, arm.body, chain, checks) ?? surelyComesTo(code, arm.body);
      const sometimes = leavesSometimes(code, arm.body);
      const skips = result.outcome === "nothing" && !sometimes && skipsWork(reader, arm.body, chain.end);
      arms.push({ arm, condition, result, skips, sometimes, taken, reached });
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

/** `ok = false;` where that is refused behind the chain: as if it were refused there. */
function refusedLater(
  reader: HostReader,
  body: Range,
  { block, end }: IfChain,
  checks: Checks,
): OutcomeOf | null {
  const set = flagSetIn(reader.code, body);
  if (set === null) return null;
  const behind = { from: end, to: endOfBlock(reader.code, block) };
  const outcome = refusalOnceSet(reader, set.flag, behind, checks, set.value);
  return outcome === "raises" || outcome === "returns false" ? { outcome, leaves: false } : null;
}

/** Whether an arm that does nothing ends by `return`, and the function has work to do behind it. */
function skipsWork({ code, evaluator }: HostReader, body: Range, behind: number): boolean {
  const owner = evaluator.scope.functionAt(body.from);
  if (owner === null || !returnsAtOnce(code, body)) return false;
  return outcomeOf(code, { from: behind, to: owner.close }).outcome === "works";
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

function armGate(reader: HostReader, arm: DecidingArm, ladder: Ladder): Gate {
  const several = ladder.arms.length > 1;
  const others = takenBy(ladder.arms);
  const forgotten = siblingsOf(takenBy([arm])) & ~takenBy([arm]);
  const elsewhere = forgotten !== 0 && (forgotten & ~others) === 0;
  const consequence = elsewhere ? "other arm" : ladder.consequence;
  return gateOf(
    reader,
    arm,
    several ? "arm" : "if",
    arm.taken,
    false,
    consequence,
    several,
    [arm.arm.body],
    (excluded) => {
      if (cannotReach(arm, excluded)) return "an earlier condition takes or refuses it";
      if (!several || namesSiblingAlone(arm, excluded)) return null;
      if ((excluded & ~others) === 0) return "another arm serves it";
      return servesSibling(arm, excluded) ? null : "one arm of a ladder";
    },
  );
}

/** `sm == 120` in front of `sm >= 100`: the sibling goes where other families go. */
function namesSiblingAlone(arm: DecidingArm, excluded: Mask): boolean {
  const taken = takenBy([arm]);
  return taken !== 0 && (taken & ~siblingsOf(excluded)) === 0;
}

function ladderGate(reader: HostReader, ladder: Ladder): Gate {
  const union = ladder.arms.map((arm) => arm.taken).reduce(either);
  return gateOf(
    reader,
    ladder.place,
    "ladder",
    union,
    false,
    ladder.consequence,
    true,
    ladder.arms.map(({ arm }) => arm.body),
    (excluded) =>
      ladder.arms.some((arm) => servesSibling(arm, excluded))
        ? "told at the arm that serves its sibling"
        : null,
  );
}

/**
 * An arm that refuses: a device gets in when it does not take it, or when the arm is not compiled: a stub stands for
 * what a build leaves out.
 */
function refusalGate(reader: HostReader, blocks: Int32Array, arm: DecidingArm): Gate {
  const { outcome } = arm.result;
  const skipped = isAllBehind(reader, arm) ? "empty" : "skipped";
  const consequence = outcome === "raises" ? "raises" : arm.skips ? skipped : "returns false";
  const guard = reader.guards.textAt(reader.code.tokens[arm.arm.keyword]?.start ?? 0);
  const isStub = guard?.startsWith("!") === true;
  const refused =
    guard === null || !isStub ? arm.taken : arm.taken.map((value) => and({ unknown: guard }, value));
  const rest = {
    from: arm.arm.body.to,
    to: sectionAt(reader.code, blocks[arm.arm.keyword] ?? -1, arm.arm.keyword).to,
  };
  return gateOf(reader, arm, "refusal", refused.map(not), true, consequence, false, [rest], () => null);
}

/** Whether a kernel does nothing but what stands behind the arm. */
function isAllBehind({ code, evaluator }: HostReader, { arm: { keyword } }: DecidingArm): boolean {
  const owner = evaluator.scope.functionAt(keyword);
  if (owner?.kind !== "kernel") return false;
  const [from, to] = [code.tokens[keyword], code.tokens[owner.close - 1]];
  return isIdleAround(code, owner, { start: from?.start ?? 0, end: to?.end ?? 0 });
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
  { arm, condition, reached }: DecidingArm,
  form: string,
  values: Values,
  negated: boolean,
  consequence: Consequence,
  inLadder: boolean,
  code: readonly Range[],
  exempt: (excluded: Mask) => string | null,
): Gate {
  const { yes, depends } = truthSets(values);
  const admitted = depends.reduce((mask, part) => mask | part.mask, yes);
  const close = reader.code.tokens[arm.condition.to];
  const span = {
    start: reader.code.tokens[arm.keyword]?.start ?? 0,
    end: close?.end ?? condition.expression.end,
  };
  return makeGate(reader, {
    form,
    span,
    condition,
    values,
    negated,
    ...(form === "if" ? { arriving: ALL_DEVICES & ~truthSets(reached).no } : {}),
    consequence,
    remarks: [
      ...remarksFor(reader, { start: span.start, end: reader.code.tokens[arm.body.to - 1]?.end ?? span.end }),
      ...(negated ? messagesIn(reader.code, arm.body) : []),
    ],
    claim: negated ? claimIn(reader.code, arm.body) : null,
    definedAt: form === "ladder" ? null : definitionOf(reader, condition, negated),
    shape: form === "ladder" ? null : shapeOf(reader, condition, negated, inLadder),
    code,
    exempt: (excluded) => exempt(excluded) ?? ownCode(reader, arm.keyword, admitted, excluded),
  });
}
