import type { Consequence } from "../../gates/gate";
import type { Mask } from "../../logic/sets";
import type { Span } from "../../text/source";
import { refusalLines } from "./refusal-lines";
import { claimOf, isPredicateName } from "../names/claims";
import { asksForTarget } from "../names/compile-target";
import { certain, possible, type Draft } from "./draft";
import { ladder, unboundAfter } from "./ladders";
import { ALWAYS, andV, NEVER, notV, orV } from "../values/logic";
import { consequenceOf, isRefusal, isRefusing, outcomeOf, outcomeOfRest, type Outcome } from "./outcome";
import { operandGates } from "./operands";
import { unitsBehind } from "./hardware";
import { spanOfCode } from "./own-code";
import { passesOver } from "./consequence";
import {
  bindLookup,
  conditionShape,
  definitionOf,
  depends,
  emit,
  flagKey,
  formOf,
  operandOf,
  reached,
  remarks,
} from "./finders";
import { valueOf, type Site } from "./site";
import type { Assign, Expr, If, Return, Stmt } from "../syntax/syntax";
import { numericPromise, TEXT_COMPARISON } from "./text-comparison";
import { at, perDevice, bool, truth, type Vec } from "../values/values";
import { blocksOf } from "../syntax/walk";

/** Finds the conditions among statements that follow each other; `tail` says that a function ends behind them. */
export function conditionsIn(statements: readonly Stmt[], site: Site, tail: boolean): void {
  const served = servingRun(statements, site);
  statements.forEach((statement, index) => {
    const rest = statements.slice(index + 1);
    if (statement.kind === "if") ifGates(statement, rest, site, tail, served);
    else if (statement.kind === "assert") {
      if (depends(site, statement.test)) {
        condition(statement.test, true, statement, "raises", site, {
          span: { start: statement.start, end: statement.test.end },
          refusing: [statement],
          behind: rest,
        });
      }
    } else if (statement.kind === "return") returnGate(statement, site);
    else if (statement.kind === "assign") flagGate(statement, site);
    if (statement.kind === "def" || statement.kind === "class") return;
    const innerTail =
      tail &&
      rest.length === 0 &&
      (statement.kind === "if" || statement.kind === "with" || statement.kind === "try");
    for (const block of blocksOf(statement)) conditionsIn(block, site, innerTail);
  });
}

/** `if A: return x`, `if B: return y`, …: the conditions of a ladder that is written with early returns. */
function servingRun(statements: readonly Stmt[], site: Site): readonly If[] {
  return statements.filter(
    (statement): statement is If =>
      statement.kind === "if" &&
      statement.arms.length === 1 &&
      statement.otherwise === null &&
      statement.arms.every(
        ({ test, body }) => depends(site, test) && outcomeOf(body) === "serves and leaves",
      ),
  );
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
  const definedAt = definitionOf(site, test, answer, consequence);
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

const SERVED_ELSEWHERE = "other code serves it";

function exemption(consequence: Consequence | null, outcome: Outcome): Draft["exempt"] {
  if (outcome === "message") return () => "only a message depends on it";
  if (consequence === "falls back" || consequence === "other arm") return () => SERVED_ELSEWHERE;
  return undefined;
}

/** Devices from Hopper on: what admits none of them is about older ones only. */
const HOPPER_ON: Mask = possible(perDevice(({ major }) => bool(major >= 9)));

function olderOnly(admission: Vec): boolean {
  return (possible(admission) & HOPPER_ON) === 0;
}

function ifGates(
  statement: If,
  rest: readonly Stmt[],
  site: Site,
  tail: boolean,
  served: readonly If[],
): void {
  const architectural = statement.arms.filter(({ test }) => depends(site, test));
  if (architectural.length === 0) return;
  if (statement.arms.length > 1) {
    ladderGates(statement, rest, site, tail);
    return;
  }
  const [arm] = statement.arms;
  if (arm === undefined) return;
  const outcome = outcomeOf(arm.body);
  if (isRefusing(outcome)) {
    refusal(statement, 0, outcome, rest, site);
    return;
  }
  const elseOutcome = otherwiseOf(statement, rest, outcome, tail);
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
      ? () => "an arm of a ladder"
      : olderOnly(admission)
        ? () => "older devices only"
        : exemption(consequence, outcome),
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

/** What those get who do not enter; null: nothing, the sequence just goes on. */
function otherwiseOf(statement: If, rest: readonly Stmt[], outcome: Outcome, tail: boolean): Outcome | null {
  if (statement.otherwise !== null) {
    const given = outcomeOf(statement.otherwise);
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
  if (last?.kind !== "if" || body.length > 2) return ALWAYS;
  let before: Vec = ALWAYS;
  let refused: Vec = NEVER;
  for (const { test, body: inner } of last.arms) {
    const value = valueOf(site, test) ?? NEVER;
    if (isRefusing(outcomeOf(inner)))
      refused = orV(refused, andV(before, andV(value, refusedWithin(inner, site))));
    before = andV(before, notV(value));
  }
  if (last.otherwise !== null && isRefusing(outcomeOf(last.otherwise))) refused = orV(refused, before);
  return refused;
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
  return perDevice((_, device) =>
    bool(says.every(({ when, no }) => truth(at(when, device)) === false || truth(at(no, device)) === true)),
  );
}

function refuses(value: Vec, statement: Stmt): Vec {
  if (statement.kind === "return" && statement.value?.kind === "tuple") {
    return isRefusal(statement.value) ? ALWAYS : NEVER;
  }
  return notV(value);
}

function ladderGates(statement: If, rest: readonly Stmt[], site: Site, tail: boolean): void {
  const { arms, otherwise } = statement;
  const outcomes = arms.map(({ body }) => outcomeOf(body));
  const live = reached(site.recorder.live.get(statement) ?? ALWAYS);
  const after =
    otherwise === null ? afterLadder(statement, rest, outcomes, site, tail) : outcomeOf(otherwise);
  let before = live;
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
          definedAt: definitionOf(site, arm.test, admission, null),
          operand: operandOf(site, arm.test, true),
          exempt: () => "an arm of a ladder",
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

/** `return major in (9, 10)`: true lets in. */
function returnGate(statement: Return, site: Site): void {
  const whole = statement.value;
  if (whole === null) return;
  const test = whole.kind === "tuple" ? whole.items[0] : whole;
  if (test === undefined || !depends(site, test) || !isCondition(test, valueOf(site, test) ?? [])) return;
  const name = site.definition?.name ?? "";
  const claim = site.definition === null ? null : claimOf(name, site.definition.nameSpan);
  const predicate = isPredicateName(name) || (isNamed(test) && !asksForTarget(test) && !spellsOut(test));
  const value = valueOf(site, test) ?? ALWAYS;
  const live = reached(site.recorder.live.get(statement) ?? ALWAYS);
  const admission = andV(live, value);
  const promise = numericPromise(site, test, true, live);
  emit(site, {
    form: promise !== null ? TEXT_COMPARISON : predicate ? "predicate" : formOf(site, test),
    span: { start: test.start, end: test.end },
    admission,
    consequence: "returns false",
    remarks: remarks(site, statement, []),
    definedAt: definitionOf(site, test, admission, "returns false"),
    operand: operandOf(site, test, true),
    claim: promise ?? claim,
    exempt: (excluded) => {
      if ((excluded & possible(live)) === 0) return "left out before this condition";
      if (!predicate) return olderOnly(admission) ? "older devices only" : null;
      return claim !== null && (claim.mask & excluded) !== 0 && (claim.mask & certain(admission)) !== 0
        ? null
        : "predicate";
    },
    shape: conditionShape(site, test, true),
  });
  operandGates(site, test, true, live);
}

/** A yes or no; a number or a name that differs by device is no gate. */
function isCondition(test: Expr, value: Vec): boolean {
  const answers = value.every((one) => one.t === "bool" || one.t === "none" || one.t === "unknown");
  if (!answers) return false;
  if (test.kind === "compare" || test.kind === "bool" || test.kind === "unary") return true;
  return isNamed(test) && value.some((one) => one.t === "bool");
}

/** `any(major == n for n in (9, 10))`, `name.startswith(("9", "10"))`: no function of that name is asked. */
function spellsOut(test: Expr): boolean {
  if (test.kind !== "call") return false;
  if (test.callee.kind === "name") return /^(?:any|all|bool)$/.test(test.callee.id);
  return (
    test.callee.kind === "attribute" && /^(?:starts|ends)with$|^issu(?:b|per)set$/.test(test.callee.name)
  );
}

function isNamed({ kind }: Expr): boolean {
  return kind === "call" || kind === "name" || kind === "attribute";
}

/** `use_x = major in (9, 10)`: decides nothing itself; an allow list that it holds is the finding of its uses. */
function flagGate(statement: Assign, site: Site): void {
  const test = statement.value;
  const [target] = statement.targets;
  if (test === null || target === undefined || !depends(site, test)) return;
  bindLookup(site, target, test);
  if (test.kind !== "compare" && test.kind !== "bool" && test.kind !== "unary") return;
  const values = valueOf(site, test) ?? ALWAYS;
  if (!values.every((value) => value.t === "bool" || value.t === "unknown" || value.t === "none")) return;
  const name = target.kind === "name" ? target.id : target.kind === "attribute" ? target.name : "";
  const predicate = isPredicateName(name) || !holdsAlternatives(test);
  const live = reached(site.recorder.live.get(statement) ?? ALWAYS);
  const admission = andV(live, values);
  if (!predicate)
    site.flags.bind(flagKey(target, site.owner), { start: statement.start, end: statement.end });
  const promise = numericPromise(site, test, true, live);
  emit(site, {
    form: promise !== null ? TEXT_COMPARISON : predicate ? "predicate" : "flag",
    span: { start: statement.start, end: statement.end },
    admission,
    consequence: "returns false",
    remarks: remarks(site, statement, []),
    definedAt: definitionOf(site, test, admission, "returns false"),
    operand: operandOf(site, test, true),
    claim: promise ?? claimOf(name, target),
    exempt: () => (predicate ? "predicate" : olderOnly(admission) ? "older devices only" : null),
    shape: conditionShape(site, test, true),
  });
  operandGates(site, test, true, live);
}

/** Whether the condition spells out who gets in: a list, or several alternatives. */
function holdsAlternatives(test: Expr): boolean {
  if (test.kind === "bool") return test.op === "or" || test.operands.some(holdsAlternatives);
  return test.kind === "compare" && test.ops.some(({ op }) => op === "in");
}
