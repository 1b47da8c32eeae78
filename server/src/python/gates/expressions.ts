import type { Span } from "../../text/source";
import { archTexts, assignedArchs } from "./arch-texts";
import { certain } from "./draft";
import { forgetsNewer } from "./newer-sibling";
import { isPredicateName } from "../names/claims";
import { onlyChooses } from "./choices";
import { clampGate } from "./clamps";
import { ALWAYS, andV, notV } from "../values/logic";
import { operandGates } from "./operands";
import { isRefusal } from "./outcome";
import { isEmptyPiece, isOnlyPiece, piecesOf } from "./pieces";
import { insideBlock } from "./outcome-here";
import { conditionShape, definitionOf, depends, emit, formOf, operandOf, reached, remarks } from "./finders";
import { valueOf, type Site } from "./site";
import { joinedStrings } from "./joined-strings";
import { listsOfCall } from "./call-lists";
import { namedFlags } from "./named-flags";
import { buildList, loopList, nameBefore, nestedList, skipCondition } from "./lists";
import { membership } from "./membership";
import { tableLookup, type Reached } from "./tables";
import type { Conditional, Expr, Stmt } from "../syntax/syntax";
import { olderOnly } from "./older";
import { numericPromise, TEXT_COMPARISON } from "./text-comparison";
import type { Vec } from "../values/values";
import { blocksOf, childrenOf, expressionsOf, lastName } from "../syntax/walk";

/** Gates that stand inside expressions: allow lists as arguments, build flags, conditional expressions. */
export function expressionGates(statements: readonly Stmt[], site: Site): void {
  expressionGatesIn(statements, site, true);
}

/** What is assigned where names are looked for is left to its name. */
function expressionGatesIn(statements: readonly Stmt[], site: Site, named: boolean): void {
  for (const statement of statements) {
    site.statement = statement.start;
    const decorators = statement.kind === "def" || statement.kind === "class" ? statement.decorators : [];
    const whole = named && statement.kind === "assign" ? statement.value : null;
    const predicate =
      statement.kind === "assign" && statement.targets.some((target) => isPredicateName(lastName(target)));
    const chosen =
      statement.kind === "assign" && statement.targets.every((one) => onlyChooses(one, site.definition))
        ? statement.value
        : null;
    const there = site.recorder.live.get(statement) ?? ALWAYS;
    const live = reached(there);
    let pieces: ReadonlySet<Expr> | undefined;
    const isPiece = (node: Expr): boolean =>
      (pieces ??= piecesOf(statement)).has(node) ||
      (statement.kind === "assign" &&
        node === statement.value &&
        statement.targets.every((one) => isOnlyPiece(one, site.definition)));
    if (statement.kind === "assign") assignedArchs(statement, there, site);
    // An entry that is set is looked up by nobody.
    const set = statement.kind === "assign" ? statement.targets : [];
    for (const node of expressionsOf(statement)) {
      visitReached(node, { when: live, rescue: false }, site, (inner, how) => {
        const decorated = decorators.includes(inner) && "nameSpan" in statement ? statement.nameSpan : null;
        const around = {
          decorated,
          assigned: inner === whole,
          predicate,
          chooses: inner === chosen,
          isPiece,
          isAnswer: (statement.kind === "return" || statement.kind === "assign") && inner === statement.value,
        };
        if (!set.includes(inner)) gateAt(inner, site, { ...around, ...how });
        archTexts(inner, there, statement, site);
      });
    }
    if (statement.kind === "for") loopList(statement, site);
    if (statement.kind === "def" || statement.kind === "class") continue;
    blocksOf(statement).forEach((block, index) => {
      expressionGatesIn(block, insideBlock(statement, index, site), false);
    });
  }
}

/** The node and everything in it, with who gets there: of `a and b` only those reach `b` who have `a`. */
function visitReached(node: Expr, how: Reached, site: Site, see: (node: Expr, how: Reached) => void): void {
  see(node, how);
  const { when } = how;
  const inner = (child: Expr, here: Vec, rescue = false): void => {
    visitReached(child, { when: here, rescue }, site, see);
  };
  if (node.kind === "bool") {
    const last = node.operands.at(-1);
    const rescue = node.op === "or" && last !== undefined && !isRefusal(last);
    let here = when;
    for (const operand of node.operands) {
      inner(operand, here, rescue && operand !== last);
      here = narrowed(here, operand, node.op === "and", site);
    }
  } else if (node.kind === "conditional") {
    inner(node.test, when);
    inner(node.then, narrowed(when, node.test, true, site));
    inner(node.otherwise, narrowed(when, node.test, false, site));
  } else for (const child of childrenOf(node)) inner(child, when);
}

function narrowed(when: Vec, test: Expr, want: boolean, site: Site): Vec {
  const value = valueOf(site, test);
  if (value === undefined || value.length === 1) return when;
  return reached(andV(when, want ? value : notV(value)));
}

interface Around extends Reached {
  /** The name of what the call decorates. */
  readonly decorated: Span | null;
  /** The whole right side of an assignment. */
  readonly assigned: boolean;
  /** Somewhere on the right side of an assignment to a name for exactly what is tested. */
  readonly predicate: boolean;
  /** The whole right side of an assignment to a flag that only chooses between two ways. */
  readonly chooses: boolean;
  /** Whether an expression is no more than a piece of a list that is put together. */
  readonly isPiece: (node: Expr) => boolean;
  /** All that a function answers, or that a name is given. */
  readonly isAnswer: boolean;
}

function gateAt(node: Expr, site: Site, around: Around): void {
  const { decorated, assigned, predicate } = around;
  if (node.kind === "call") {
    if (node.callee.kind === "attribute" && node.callee.name === "get") tableLookup(node, around, site);
    membership(node, around.when, site);
    clampGate(node, site);
    listsOfCall(node, site, { decorated, predicate });
    namedFlags(node, site);
    const skipped = skipCondition(node, site);
    if (skipped !== null) {
      emit(site, {
        form: "test-skip",
        span: { start: node.start, end: node.end },
        admission: skipped.admission,
        consequence: "skipped",
        operand: operandOf(site, skipped.test, false),
        shape: conditionShape(site, skipped.test, false),
      });
    }
  } else if (node.kind === "conditional") conditional(node, around, site);
  else if (node.kind === "list" || node.kind === "tuple" || node.kind === "set") {
    if (!assigned)
      buildList(node, site, { start: node.start, end: node.end }, nameBefore({ node, module: site.module }));
    joinedStrings(node.items, site);
    if (site.holdsList(node)) nestedList(node, site);
  } else if (node.kind === "subscript") tableLookup(node, around, site);
}

/** `x if is_sm100() else y`: a refusal where one side is None or False. */
function conditional(node: Conditional, around: Around, site: Site): void {
  const { chooses, when, isPiece, isAnswer } = around;
  if (!depends(site, node.test)) return;
  const want = !isRefusal(node.then) || isRefusal(node.otherwise);
  const value = valueOf(site, node.test) ?? ALWAYS;
  const admission = want ? value : notV(value);
  const given = want ? node.otherwise : node.then;
  const refused = !chooses && isRefusal(given);
  const isLeftOut = isEmptyPiece(given) && isPiece(node);
  const consequence = !refused ? "falls back" : isLeftOut ? "skipped" : "returns false";
  const promise = numericPromise(site, node.test, want, ALWAYS);
  const form = formOf(site, node.test);
  emit(site, {
    form: promise !== null ? TEXT_COMPARISON : form === "condition" ? "conditional" : form,
    claim: promise,
    span: { start: node.start, end: node.end },
    admission,
    consequence,
    remarks: remarks(site, node, []),
    definedAt: definitionOf(site, node.test, admission, consequence, when),
    operand: operandOf(site, node.test, want),
    exempt: (excluded) => {
      if (olderOnly(admission) && !(refused && isAnswer)) return "older devices only";
      return refused || forgetsNewer(certain(admission), excluded) ? null : "other code serves it";
    },
    shape: conditionShape(site, node.test, want),
  });
  operandGates(site, node.test, want, ALWAYS);
}
