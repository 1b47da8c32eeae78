/** Conditions whose answer is handed on: what a function returns, and what a name is bound to. */
import { claimOf, isPredicateName } from "../names/claims";
import { onlyChooses } from "./choices";
import { asksForTarget } from "../names/compile-target";
import { certain, possible } from "./draft";
import { ALWAYS, andV, notV } from "../values/logic";
import { operandGates } from "./operands";
import { forgetsNewer } from "./newer-sibling";
import { olderOnly } from "./older";
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
import { expressionsOf, inBool, visit, visitStatements } from "../syntax/walk";
import type { Assign, Expr, Return, Stmt } from "../syntax/syntax";
import { numericPromise, TEXT_COMPARISON } from "./text-comparison";
import type { Vec } from "../values/values";

/** `return major in (9, 10)`: true lets in. */
export function returnGate(statement: Return, site: Site): void {
  const whole = statement.value;
  if (whole === null) return;
  const answer = whole.kind === "tuple" ? whole.items[0] : whole;
  const test = answer === undefined ? undefined : (inBool(answer) ?? answer);
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
    definedAt: definitionOf(site, test, admission, "returns false", predicate ? null : live),
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
export function flagGate(statement: Assign, rest: readonly Stmt[], site: Site): void {
  const test = statement.value === null ? null : (inBool(statement.value) ?? statement.value);
  const [target] = statement.targets;
  if (test === null || target === undefined || !depends(site, test)) return;
  bindLookup(site, target, test);
  if (test.kind !== "compare" && test.kind !== "bool" && test.kind !== "unary") return;
  const values = valueOf(site, test) ?? ALWAYS;
  if (!values.every((value) => value.t === "bool" || value.t === "unknown" || value.t === "none")) return;
  if (target.kind === "name" && isOverwritten(target.id, rest)) return;
  const name = target.kind === "name" ? target.id : target.kind === "attribute" ? target.name : "";
  const predicate = isPredicateName(name) || !holdsAlternatives(test);
  const live = reached(site.recorder.live.get(statement) ?? ALWAYS);
  const admission = andV(live, values);
  if (!predicate)
    site.flags.bind(flagKey(target, site.owner), {
      span: { start: statement.start, end: statement.end },
      answers: { yes: certain(values), no: certain(notV(values)) },
    });
  const promise = numericPromise(site, test, true, live);
  const chooses = onlyChooses(target, site.definition);
  const consequence = chooses ? "falls back" : "returns false";
  emit(site, {
    form: promise !== null ? TEXT_COMPARISON : predicate ? "predicate" : "flag",
    span: { start: statement.start, end: statement.end },
    admission,
    consequence,
    remarks: remarks(site, statement, []),
    definedAt: definitionOf(site, test, admission, consequence, null),
    operand: operandOf(site, test, true),
    claim: promise ?? claimOf(name, target),
    exempt: (excluded) => {
      if (predicate) return "predicate";
      if ((excluded & possible(live) & ~certain(values)) === 0) return "left out before this condition";
      if (olderOnly(admission)) return "older devices only";
      return chooses && !forgetsNewer(certain(admission), excluded) ? "other code serves it" : null;
    },
    shape: conditionShape(site, test, true),
  });
  operandGates(site, test, true, live);
}

/** Whether the condition spells out who gets in: a list, or several alternatives. */
function holdsAlternatives(test: Expr): boolean {
  if (test.kind === "bool") return test.op === "or" || test.operands.some(holdsAlternatives);
  return test.kind === "compare" && test.ops.some(({ op }) => op === "in");
}

/** Whether the name is given another value before anything reads it. */
function isOverwritten(name: string, rest: readonly Stmt[]): boolean {
  for (const statement of rest) {
    const bound = new Set<Expr>();
    const targets = statement.kind === "assign" || statement.kind === "delete" ? statement.targets : [];
    const more = statement.kind === "for" ? [statement.target] : [];
    for (const target of [...targets, ...more]) visitBound(target, bound);
    const read = new Set<string>();
    let binds = [...bound].some((node) => node.kind === "name" && node.id === name);
    visitStatements([statement], (one) => {
      for (const node of expressionsOf(one)) {
        visit(node, (inner) => inner.kind === "name" && !bound.has(inner) && read.add(inner.id));
      }
    });
    if (statement.kind === "def" || statement.kind === "class") binds ||= statement.name === name;
    // What is bound in one of several branches leaves the others as they are.
    if (read.has(name) || statement.kind === "if" || statement.kind === "try") return false;
    if (binds) return true;
  }
  return false;
}

function visitBound(target: Expr, bound: Set<Expr>): void {
  if (target.kind === "name") bound.add(target);
  else if (target.kind === "tuple" || target.kind === "list")
    for (const item of target.items) visitBound(item, bound);
  else if (target.kind === "starred") visitBound(target.value, bound);
}
