/** Strings that tell people something, and strings that are pieces of longer ones: no tool gets them as they stand. */
import type { Span } from "../../text/source";
import type { Expr, Stmt } from "../syntax/syntax";
import { expressionsOf, lastName, visit } from "../syntax/walk";

const TELLING =
  /^(?:print|pprint|info|warn|warning|debug|error|exception|critical|log|echo|secho|fail|skip|exit|abort)(?:_once)?$|(?:Error|Exception|Warning|Exit)$/;
const EXPLAINING = /^(?:help|description|epilog|usage|reason|message|msg|doc|hint)$/;
const EXPLANATION = /(?:^|_)(?:help|description|epilog|usage|reason|message|msg|doc|docs|hint|example)s?$/i;

/** A docstring, an exception's message, a log line, the help of an option. */
export function isForPeople(node: Expr, statement: Stmt): boolean {
  if (statement.kind === "raise" || statement.kind === "assert") return true;
  if (statement.kind === "expression" && statement.value === node) return true;
  const targets = statement.kind === "assign" ? statement.targets : [];
  if (targets.some((target) => EXPLANATION.test(lastName(target)))) return true;
  return anyIn(statement, (inner) => {
    if (inner.kind !== "call") return false;
    const isTold = TELLING.test(lastName(inner.callee)) && holds(inner, node);
    return isTold || inner.keywords.some(({ name, value }) => EXPLAINING.test(name) && holds(value, node));
  });
}

/** Not one operand of `a + b` or `a % b`, nor what `format` fills in: more may come to it. */
export function isWhole(node: Expr, statement: Stmt): boolean {
  return !anyIn(statement, (inner) => {
    if (inner.kind === "binary") return inner.left === node || inner.right === node;
    return inner.kind === "attribute" && inner.object === node && /^(?:format|replace)$/.test(inner.name);
  });
}

function anyIn(statement: Stmt, test: (node: Expr) => boolean): boolean {
  let found = false;
  for (const whole of expressionsOf(statement)) visit(whole, (inner) => (found ||= test(inner)));
  return found;
}

function holds(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}
