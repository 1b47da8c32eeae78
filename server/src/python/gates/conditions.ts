import type { Consequence } from "../../gates/gate";
import type { Span } from "../../text/source";
import { refusalLines } from "./refusal-lines";
import { flagGate, returnGate } from "./answers";
import { certain, possible, type Draft } from "./draft";
import { loopGate } from "./loops";
import { exemptArm, ladder, unboundAfter } from "./ladders";
import { forgetsNewer } from "./newer-sibling";
import { olderOnly } from "./older";
import { ALWAYS, andV, NEVER, notV, orV } from "../values/logic";
import { consequenceOf, isRefusal, isRefusing, outcomeOfRest, type Outcome } from "./outcome";
import { endsHere, insideBlock, outcomeAmong, outcomeHere, outcomeOfRaise } from "./outcome-here";
import { operandGates } from "./operands";
import { unitsBehind } from "./hardware";
import { spanOfCode } from "./own-code";
import { isOnlyCheck, passesOver } from "./consequence";
import { conditionShape, definitionOf, depends, emit, formOf, operandOf, reached, remarks } from "./finders";
import { valueOf, type Site } from "./site";
import type { Expr, If, Stmt } from "../syntax/syntax";
import { numericPromise, TEXT_COMPARISON } from "./text-comparison";
import { at, perDevice, bool, truth, type Vec } from "../values/values";
import { blocksOf } from "../syntax/walk";

/** Finds the conditions among statements that follow each other; `tail` says that a function ends behind them. */
export function conditionsIn(statements: readonly Stmt[], site: Site, tail: boolean): void {
  const served = servingRun(statements, site, tail);
  statements.forEach((statement, index) => {
    const rest = statements.slice(index + 1);
    if (statement.kind === "if") ifGates(statement, rest, site, tail, served);
    else if (statement.kind === "assert") {
      if (depends(site, statement.test)) {
        const outcome = outcomeOfRaise(statement, site);
        condition(statement.test, true, statement, consequenceOf(outcome), site, {
          span: { start: statement.start, end: statement.test.end },
          refusing: [statement],
          behind: rest,
          exempt: exemption(consequenceOf(outcome), outcome, NEVER),
        });
      }
    } else if (statement.kind === "return") returnGate(statement, site);
    else if (statement.kind === "assign") flagGate(statement, rest, site);
    if (statement.kind === "def" || statement.kind === "class") return;
    const innerTail =
      tail &&
      rest.length === 0 &&
      (statement.kind === "if" || statement.kind === "with" || statement.kind === "try");
    blocksOf(statement).forEach((block, index) => {
      conditionsIn(block, insideBlock(statement, index, site), innerTail);
    });
    if (statement.kind === "for") loopGate(statement, rest, tail, site);
  });
}

/** `if A: return x`, `if B: return y`, …: the conditions of a ladder that is written with early returns. */
function servingRun(statements: readonly Stmt[], site: Site, tail: boolean): readonly If[] {
  return statements.filter((statement, index): statement is If => {
    if (statement.kind !== "if" || statement.arms.length !== 1 || statement.otherwise !== null) return false;
    const others = outcomeOfOthers(statement, statements.slice(index + 1), tail, site);
    return statement.arms.every(
      ({ test, body }) => depends(site, test) && outcomeAmong(body, others, site) === "serves and leaves",
    );
  });
}

/** What becomes of those whom no arm takes, nor an `if` behind it that answers nothing. */
function outcomeOfOthers(statement: If, rest: readonly Stmt[], tail: boolean, site: Site): Outcome {
  if (statement.otherwise !== null) return outcomeHere(statement.otherwise, site);
  const last = rest.filter(
    (one) => one.kind !== "if" || one.otherwise !== null || !one.arms.every(({ body }) => endsHere(body)),
  );
  return outcomeOfRest(last, tail);
}

interface Details {
  readonly span: { readonly start: number; readonly end: number };
  readonly refusing: readonly Stmt[];
  /** What those get to who get in. */
  readonly behind: readonly Stmt[];
  readonly form?: string;
  readonly place?: "arm";
  readonly refusal?: Span | null;
  readonly exempt?: Draft["exempt"];
  /** Where a refusal depends on more than the condition. */
  readonly admission?: Vec;
}

/** One condition as a gate: devices get in where `test` is `want`. */
function condition(
  test: Expr,
  want: boolean,
  at: Stmt,
  consequence: Consequence | null,
  site: Site,
  details: Details,
): void {
  const value = valueOf(site, test) ?? ALWAYS;
  const answer = details.admission ?? (want ? value : notV(value));
  const live = reached(site.recorder.live.get(at) ?? ALWAYS);
  const before = possible(live);
  // Who gets by no arm is told at the ladder.
  const use = details.place === "arm" ? "other arm" : consequence;
  const definedAt = definitionOf(site, test, answer, use, live);
  const promise = numericPromise(site, test, want, live);
  emit(site, {
    form: promise === null ? (details.form ?? formOf(site, test)) : TEXT_COMPARISON,
    claim: promise,
    instructions: unitsBehind(site, details.behind),
    code: spanOfCode(details.behind),
    span: details.span,
    admission: andV(live, answer),
    consequence,
    remarks: remarks(site, details.span, details.refusing),
    definedAt,
    operand: operandOf(site, test, want),
    exempt: (excluded) => {
      if ((excluded & before & ~certain(answer)) === 0) return "left out before this condition";
      return details.exempt?.(excluded) ?? null;
    },
    shape: conditionShape(site, test, want, details.place ?? "alone", [], details.refusal ?? null),
  });
  operandGates(site, test, want, live);
}

/** Who gets `pass` gets past what refuses the others. */
const RAISES: ReadonlySet<Consequence | null> = new Set<Consequence | null>(["raises", "returns false"]);

const SERVED_ELSEWHERE = "other code serves it";

function exemption(consequence: Consequence | null, outcome: Outcome, admission: Vec): Draft["exempt"] {
  if (outcome === "message" && !RAISES.has(consequence)) return () => "only a message depends on it";
  if (consequence === "falls back" || consequence === "other arm")
    return (excluded) => (forgetsNewer(certain(admission), excluded) ? null : SERVED_ELSEWHERE);
  return undefined;
}

/** `case other:` at the end takes what is left, as `else` does. */
function withElse(statement: If, site: Site): If {
  const last = statement.arms.at(-1);
  const isRest =
    last?.test.kind === "case" && last.test.guard === null && last.test.pattern.kind === "capture";
  if (!isRest || statement.arms.length < 2 || statement.otherwise !== null) return statement;
  const whole: If = { ...statement, arms: statement.arms.slice(0, -1), otherwise: last.body };
  const live = site.recorder.live.get(statement);
  if (live !== undefined) site.recorder.live.set(whole, live);
  return whole;
}

function ifGates(given: If, rest: readonly Stmt[], site: Site, tail: boolean, served: readonly If[]): void {
  const statement = withElse(given, site);
  const architectural = statement.arms.filter(({ test }) => depends(site, test));
  if (architectural.length === 0) return;
  if (statement.arms.length > 1) {
    ladderGates(statement, rest, site, tail);
    return;
  }
  const [arm] = statement.arms;
  if (arm === undefined) return;
  const outcome = outcomeAmong(arm.body, outcomeOfOthers(statement, rest, tail, site), site);
  if (isRefusing(outcome)) {
    refusal(statement, 0, outcome, rest, site);
    return;
  }
  const elseOutcome = otherwiseOf(statement, rest, outcome, tail, site);
  const consequence = elseOutcome === null ? "skipped" : consequenceOf(elseOutcome);
  const inRun = served.length > 1 && served.includes(statement);
  const refusing = statement.otherwise ?? rest.slice(0, 1);
  const admission = valueOf(site, arm.test) ?? ALWAYS;
  condition(arm.test, true, statement, consequence, site, {
    span: arm.head,
    behind: arm.body,
    refusing: [...arm.body.slice(0, 1), ...(isRefusing(elseOutcome ?? "serves") ? refusing : [])],
    ...(inRun ? { place: "arm" as const } : {}),
    exempt: inRun
      ? exemptArm(served.filter((one) => one !== statement).map((one) => testedBy(one, site)))
      : olderOnly(admission)
        ? () => "older devices only"
        : isOnlyCheck(statement)
          ? () => "it is spared a check"
          : exemption(consequence, outcome, admission),
  });
  if (inRun && statement === served.at(-1)) {
    const after = outcomeOfRest(rest, tail);
    ladder(
      served.map((one) => ({
        test: one.arms[0]?.test ?? arm.test,
        body: one.arms[0]?.body ?? [],
        head: one.arms[0]?.head ?? arm.head,
      })),
      isRefusing(after) ? after : "serves",
      reached(site.recorder.live.get(served[0] ?? statement) ?? ALWAYS),
      rest.slice(0, 1),
      site,
    );
  }
}

function testedBy({ arms: [arm] }: If, site: Site): Vec {
  return (arm === undefined ? undefined : valueOf(site, arm.test)) ?? NEVER;
}

/** What those get who do not enter; null: nothing, the sequence just goes on. */
function otherwiseOf(
  statement: If,
  rest: readonly Stmt[],
  outcome: Outcome,
  tail: boolean,
  site: Site,
): Outcome | null {
  if (statement.otherwise !== null) {
    const given = outcomeHere(statement.otherwise, site);
    return given === "message" ? null : given;
  }
  return outcome === "serves and leaves" ? outcomeOfRest(rest, tail) : null;
}

/** A condition that turns devices away. */
function refusal(statement: If, index: number, outcome: Outcome, rest: readonly Stmt[], site: Site): void {
  const arm = statement.arms[index];
  if (arm === undefined) return;
  const before = statement.arms.slice(0, index).map(({ test }) => valueOf(site, test) ?? NEVER);
  const own = andV(valueOf(site, arm.test) ?? NEVER, refusedWithin(arm.body, site));
  const refused = before.reduce((value, test) => andV(value, notV(test)), own);
  const past =
    outcome === "returns false" ? andV(notV(refused), notV(refusedLater(statement, site))) : notV(refused);
  const consequence = passesOver(site, arm.body) ? "skipped" : consequenceOf(outcome);
  condition(arm.test, false, statement, consequence, site, {
    span: arm.head,
    refusing: arm.body,
    behind: statement.otherwise ?? rest,
    admission: past,
    refusal: refusalLines(statement, index, rest, site.module.source.text),
    ...(outcome === "skips test" ? { form: "test-skip" } : {}),
    exempt: (excluded) => ((excluded & possible(own)) === 0 ? "refused further down" : null),
  });
}

/** Who is refused once inside: everybody, unless the block asks something more. */
function refusedWithin(body: readonly Stmt[], site: Site): Vec {
  const last = body.at(-1);
  if (last?.kind !== "if" || body.length > 2 || refusesAll(last, site)) return ALWAYS;
  let before: Vec = ALWAYS;
  let refused: Vec = NEVER;
  for (const { test, body: inner } of last.arms) {
    const value = valueOf(site, test) ?? NEVER;
    if (isRefusing(outcomeHere(inner, site)))
      refused = orV(refused, andV(before, andV(value, refusedWithin(inner, site))));
    before = andV(before, notV(value));
  }
  if (last.otherwise !== null && isRefusing(outcomeHere(last.otherwise, site)))
    refused = orV(refused, before);
  return refused;
}

/** Whether every way through it refuses. */
function refusesAll({ arms, otherwise }: If, site: Site): boolean {
  if (otherwise === null) return false;
  return [...arms.map(({ body }) => body), otherwise].every((body) => {
    const last = body.at(-1);
    return isRefusing(outcomeHere(body, site)) && (last?.kind !== "if" || refusesAll(last, site));
  });
}

/** Devices that get past the guard only to be told no by every way out that is left to them. */
function refusedLater(guard: If, site: Site): Vec {
  const result = site.definition === null ? undefined : site.recorder.results.get(site.definition);
  if (result === undefined) return NEVER;
  const later = result.exits.filter(({ statement }) => statement.start >= guard.end);
  const says = later.map(({ when, value, statement }) => ({
    when,
    no: value === null ? ALWAYS : refuses(value, statement),
  }));
  const anyYes = says.some(({ when, no }) => possible(andV(when, notV(no))) !== 0);
  if (!anyYes || result.falls) return NEVER;
  return perDevice((_, device) => {
    // who has left inside the guard comes to none of them
    const met = says.filter(({ when }) => truth(at(when, device)) !== false);
    return bool(met.length > 0 && met.every(({ no }) => truth(at(no, device)) === true));
  });
}

function refuses(value: Vec, statement: Stmt): Vec {
  if (statement.kind === "return" && statement.value?.kind === "tuple") {
    return isRefusal(statement.value) ? ALWAYS : NEVER;
  }
  return notV(value);
}

function ladderGates(statement: If, rest: readonly Stmt[], site: Site, tail: boolean): void {
  const { arms, otherwise } = statement;
  const others = outcomeOfOthers(statement, rest, tail, site);
  const outcomes = arms.map(({ body }) => outcomeAmong(body, others, site));
  const live = reached(site.recorder.live.get(statement) ?? ALWAYS);
  const after =
    otherwise === null ? afterLadder(statement, rest, outcomes, site, tail) : outcomeHere(otherwise, site);
  let before = live;
  const serving = arms.map(({ test }, index) => {
    const value = valueOf(site, test) ?? NEVER;
    return isRefusing(outcomes[index] ?? "serves") ? NEVER : value;
  });
  arms.forEach((arm, index) => {
    const value = valueOf(site, arm.test) ?? NEVER;
    const outcome = outcomes[index] ?? "serves";
    if (depends(site, arm.test)) {
      if (isRefusing(outcome)) refusal(statement, index, outcome, rest, site);
      else {
        const admission = andV(reached(before), value);
        const promise = numericPromise(site, arm.test, true, reached(before));
        emit(site, {
          form: promise === null ? formOf(site, arm.test) : TEXT_COMPARISON,
          claim: promise,
          span: arm.head,
          admission,
          consequence: "other arm",
          remarks: remarks(site, arm.head, arm.body.slice(0, 1)),
          definedAt: definitionOf(site, arm.test, admission, null, null),
          operand: operandOf(site, arm.test, true),
          exempt: exemptArm(serving.filter((_, other) => other !== index)),
          shape: conditionShape(site, arm.test, true, "arm"),
        });
        operandGates(site, arm.test, true, reached(before));
      }
    }
    before = andV(reached(before), notV(value));
  });
  ladder(arms, after, live, otherwise ?? rest.slice(0, 1), site);
}

/** What a device gets that no arm takes, where there is no `else`. */
function afterLadder(
  statement: If,
  rest: readonly Stmt[],
  outcomes: readonly Outcome[],
  site: Site,
  tail: boolean,
): Outcome {
  if (outcomes.every((one) => one === "serves and leaves" || isRefusing(one)))
    return outcomeOfRest(rest, tail);
  if (unboundAfter(statement, rest, site)) return "raises";
  return "message";
}
