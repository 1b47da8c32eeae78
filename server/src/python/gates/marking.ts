/** Whether the arguments of a call may be read by the name of what is called, or by its own definition alone. */
import { valueOf, type Site } from "./site";
import type { Call, Expr, Stmt } from "../syntax/syntax";
import { blocksOf, visitStatements } from "../syntax/walk";
import { elementsOf } from "./lists";

/**
 * A definition that is at hand says what its arguments mean: a list, a least one, or who is refused. Only one that
 * notes a list at the function for others to ask, and refuses nobody itself, leaves the meaning to its name.
 */
export function isReadByName(call: Call, site: Site): boolean {
  const value = valueOf(site, call.callee);
  const [only] = value ?? [];
  if (value === undefined || value.length > 1 || only === undefined) return true;
  const fn = only.t === "partial" ? only.fn : only;
  if (fn.t === "class") return false;
  if (fn.t !== "func") return true;
  const { definition } = fn.info;
  if (definition.kind !== "def") return false;
  const inner = nestedIn(definition.body);
  const [first] = call.args;
  const isList = definition.parameters.some(({ star }) => star === "*") || isListed(first, site);
  return isList && inner.some(notes) && !inner.some(({ kind }) => kind === "raise" || kind === "assert");
}

function isListed(node: Expr | undefined, site: Site): boolean {
  if (node === undefined) return false;
  return elementsOf(node) !== null || valueOf(site, node)?.every(({ t }) => t === "seq") === true;
}

/** The statements of the functions inside: what stands outside of them checks the arguments. */
function nestedIn(body: readonly Stmt[]): Stmt[] {
  const inner: Stmt[] = [];
  for (const statement of body) {
    if (statement.kind === "def") visitStatements(statement.body, (one) => inner.push(one));
    else for (const block of blocksOf(statement)) inner.push(...nestedIn(block));
  }
  return inner;
}

const NOTED = /cc|capab|arch|sms?$|_sm|support|require|allow|major/i;

/** `fn._supported_ccs = ccs` */
function notes(statement: Stmt): boolean {
  return (
    statement.kind === "assign" &&
    statement.targets.some((target) => target.kind === "attribute" && NOTED.test(target.name))
  );
}
