/** A ladder that tells one architecture after another apart tells what its subject is, whatever that is called. */
import type { Def, Expr, If, Stmt } from "../syntax/syntax";

/** So many arms, and among their numbers one that is hardly anything but an architecture's. */
const FEWEST_ARMS = 3;
const NUMBER = /^(?:sm_?)?(?:7[05]|8[06789]|90|1[0-3]\d)[af]?$/;
const TELLING = /["'](?:sm_?)?(?:86|87|89|103|107|121)[af]?["']/;
/** Such a ladder stands at the beginning. */
const BEGINNING = 2000;

/** Whether a ladder among the function's own statements compares the parameter with names of architectures alone. */
export function isCapabilityByArms(name: string, { start, body }: Def, text: string): boolean {
  if (!TELLING.test(text.slice(start, start + BEGINNING))) return false;
  return body.some(
    (statement) => isLadder(statement) && statement.arms.every(({ test }) => asks(test, name)),
  );
}

function isLadder(statement: Stmt): statement is If {
  return statement.kind === "if" && statement.arms.length >= FEWEST_ARMS;
}

/** `name == "90"`, `name in ("120", "121")` */
function asks(test: Expr, name: string): boolean {
  if (test.kind !== "compare" || test.ops.length !== 1) return false;
  const [left, right] = test.operands;
  if (left?.kind !== "name" || left.id !== name || right === undefined) return false;
  return test.ops[0]?.op === "==" ? isNumber(right) : test.ops[0]?.op === "in" && isListOfNumbers(right);
}

function isListOfNumbers(node: Expr): boolean {
  const isList = node.kind === "tuple" || node.kind === "list" || node.kind === "set";
  return isList && node.items.length > 0 && node.items.every(isNumber);
}

function isNumber(node: Expr): boolean {
  const [only, ...more] = node.kind === "string" ? node.parts : [];
  return typeof only === "string" && more.length === 0 && NUMBER.test(only);
}
