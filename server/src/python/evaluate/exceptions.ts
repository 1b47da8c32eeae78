/** Which exceptions are caught where they are raised: who raises one there goes on in the handler. */
import { entryOf } from "../../text/lookup";
import type { Expr, Stmt } from "../syntax/syntax";
import { lastName } from "../syntax/walk";

/** The standard exceptions that are raised by hand, each with those that catch it too. */
const ABOVE: Readonly<Record<string, readonly string[]>> = {
  NotImplementedError: ["RuntimeError"],
  RecursionError: ["RuntimeError"],
  KeyError: ["LookupError"],
  IndexError: ["LookupError"],
  UnicodeError: ["ValueError"],
  ModuleNotFoundError: ["ImportError"],
  ZeroDivisionError: ["ArithmeticError"],
  OverflowError: ["ArithmeticError"],
  FileNotFoundError: ["OSError"],
  PermissionError: ["OSError"],
};
const ALL = ["Exception", "BaseException"];
/** Not an `Exception`. */
const APART = new Set(["SystemExit", "KeyboardInterrupt", "GeneratorExit", "BaseException"]);

/** What the module binds to a name: of its own classes, and of tuples of classes, what they stand for. */
export type Bound = (name: string) => readonly Stmt[];

const DEEPEST = 8;

/** The class that a statement raises; null where that is not told, or where nothing is raised. */
export function raisedBy(statement: Stmt): string | null {
  if (statement.kind === "assert") return "AssertionError";
  if (statement.kind !== "raise" || statement.value === null) return null;
  return lastName(statement.value) || null;
}

/**
 * The first of the handlers that catches it, each given by the classes that it names; -1: none. `classes` are what else
 * it is known to be.
 */
export function handlerOf(
  raised: string | null,
  handlers: readonly (readonly string[])[],
  bound: Bound,
  classes: readonly string[] = [],
): number {
  if (raised === null || handlers.length === 0) return -1;
  const basesOf = (name: string): string[] =>
    bound(name).flatMap((one) => (one.kind === "class" ? one.bases.map(lastName) : []));
  const names = withBases([raised, ...classes], basesOf);
  return handlers.findIndex((caught) =>
    caught.some((name) => names.has(name) || standsFor(name, bound).some((one) => names.has(one))),
  );
}

/** What an exception of these classes is: they, and all that they come from. `basesOf`: of a class that is defined. */
export function withBases(
  classes: readonly string[],
  basesOf: (name: string) => readonly string[],
): Set<string> {
  const names = new Set<string>();
  for (const name of classes) addWithBases(name, basesOf, names, DEEPEST);
  const isApart = [...names].some((name) => APART.has(name));
  for (const name of isApart ? ["BaseException"] : ALL) names.add(name);
  return names;
}

function addWithBases(
  name: string,
  basesOf: (name: string) => readonly string[],
  names: Set<string>,
  depth: number,
): void {
  if (depth === 0 || names.has(name)) return;
  names.add(name);
  for (const base of [...basesOf(name), ...(entryOf(ABOVE, name) ?? [])])
    addWithBases(base, basesOf, names, depth - 1);
}

/** `UNSUPPORTED = (ValueError, RuntimeError)` */
function standsFor(name: string, bound: Bound): string[] {
  return bound(name).flatMap((one) => {
    if (one.kind !== "assign" || one.value === null) return [];
    return one.value.kind === "tuple" ? one.value.items.map(lastName) : [lastName(one.value)];
  });
}

/** The classes that `with contextlib.suppress(ValueError):` passes over; null for what else is entered. */
export function suppressed(entered: Expr): readonly string[] | null {
  return entered.kind === "call" && lastName(entered.callee) === "suppress"
    ? entered.args.map(lastName)
    : null;
}
