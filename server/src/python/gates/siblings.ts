import type { TextEdit } from "../../gates/edits";
import { call } from "../evaluate/calls";
import type { Module } from "../modules/module";
import { lookupGlobal, moduleFrame } from "../evaluate/resolve";
import type { Scope } from "../evaluate/scope";
import type { ConditionShape, Sibling } from "../shape";
import type { Def, Expr, ImportFrom, Stmt } from "../syntax/syntax";
import { at, unknown, type Vec } from "../values/values";
import { visitStatements } from "../syntax/walk";
import { importModule, type World } from "../modules/world";

/** Finds predicates and flags that are named like the one at hand: in the function, the module, or where that one is imported from. */
export function siblingFinder(module: Module, world: World, scope: Scope | null): ConditionShape["sibling"] {
  return (name, candidate) => {
    const local = scope?.get(candidate);
    if (local !== undefined) return { value: local, edits: [] };
    if (module.find(candidate).length > 0) {
      const value = lookupGlobal(world, module, candidate);
      if (value !== null) return { value: answer(value, module, world), edits: [] };
    }
    return importable(name, candidate, module, world);
  };
}

/** Finds what a name was set to: once in the function, or else once in the module. */
export function bindingFinder(module: Module, definition: Def | null): ConditionShape["bound"] {
  return (name) => {
    const own = definition === null ? [] : assignmentsTo(name, definition.body);
    const found = own.length > 0 ? own : assignmentsTo(name, module.find(name));
    const [only] = found;
    if (found.length !== 1 || only === undefined) return null;
    return only.kind === "compare" || (only.kind === "bool" && only.op === "and") ? only : null;
  };
}

function assignmentsTo(name: string, statements: readonly Stmt[]): Expr[] {
  const values: Expr[] = [];
  visitStatements(statements, (statement) => {
    if (statement.kind !== "assign" || statement.value === null) return;
    const { targets, value } = statement;
    if (targets.some((target) => target.kind === "name" && target.id === name)) values.push(value);
  });
  return values;
}

/** What it answers when it is called, where it is a function. */
function answer(value: Vec, module: Module, world: World): Vec {
  const one = at(value, 0);
  if (one.t !== "func" && one.t !== "partial") return value;
  return call(one, [], new Map(), moduleFrame(world, module), "") ?? [unknown("…")];
}

function importable(name: string, candidate: string, module: Module, world: World): Sibling | null {
  const statement = module
    .find(name)
    .find((one): one is ImportFrom => one.kind === "from" && (one.names ?? []).some(({ as }) => as === name));
  if (statement === undefined) return null;
  const from = importModule(world, module, statement.level, statement.path);
  const value =
    from === null || from.find(candidate).length === 0 ? null : lookupGlobal(world, from, candidate);
  const edit = value === null ? null : importEdit(statement, name, candidate, module.source.text);
  return value === null || edit === null ? null : { value: answer(value, module, world), edits: [edit] };
}

/** Behind the name in its import, on a line of its own where that has one. */
function importEdit(statement: ImportFrom, name: string, candidate: string, text: string): TextEdit | null {
  const own = text.slice(statement.start, statement.end);
  const place = new RegExp(`([ \\t]*)\\b${name}\\b(?!\\s+as\\b)`, "g");
  const keyword = own.indexOf("import");
  place.lastIndex = keyword < 0 ? 0 : keyword;
  const match = place.exec(own);
  if (match === null) return null;
  const offset = statement.start + match.index + match[0].length;
  const ownLine = own.slice(0, match.index).endsWith("\n");
  const separator = ownLine ? `,\n${match[1] ?? ""}` : ", ";
  return { span: { start: offset, end: offset }, newText: separator + candidate };
}
