/** Which exceptions are caught where they are raised: who raises one there goes on in the handler. */
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

/** The class that a statement raises; null where that is not told, or where nothing is raised. */
export function raisedBy(statement: Stmt): string | null {
  if (statement.kind === "assert") return "AssertionError";
  if (statement.kind !== "raise" || statement.value === null) return null;
  return lastName(statement.value) || null;
}

/** The first of the handlers that catches it, each given by the classes that it names; -1: none. */
export function handlerOf(statement: Stmt, handlers: readonly (readonly string[])[]): number {
  const raised = raisedBy(statement);
  if (raised === null) return -1;
  const names = [raised, ...(ABOVE[raised] ?? []), ...(APART.has(raised) ? ["BaseException"] : ALL)];
  return handlers.findIndex((caught) => caught.some((name) => names.includes(name)));
}

/** The classes that `with contextlib.suppress(ValueError):` passes over; null for what else is entered. */
export function suppressed(entered: Expr): readonly string[] | null {
  return entered.kind === "call" && lastName(entered.callee) === "suppress"
    ? entered.args.map(lastName)
    : null;
}
