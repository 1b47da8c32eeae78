/** Statements, with the spans and the shapes that `convert.ts` gives them. */
import type { Arm, Assign, Def, Expr, ImportFrom, Stmt } from "../syntax";
import type { Cursor } from "./cursor";
import { argumentsAt } from "./brackets";
import {
  expression,
  expressions,
  parametersUntil,
  starred,
  startsExpression,
  targets,
  yielded,
} from "./expressions";
import { DEDENT, END, INDENT, NAME, NEWLINE, OPERATOR, Unread } from "./tokens";

export function statementsUntilEnd(c: Cursor): Stmt[] {
  const statements: Stmt[] = [];
  while (c.kind !== END) statement(c, statements);
  return statements;
}

/** What stands behind a colon: on the same line, or indented below it. */
function block(c: Cursor): Stmt[] {
  c.expect(":");
  const statements: Stmt[] = [];
  if (c.kind !== NEWLINE) {
    c.blockEnd = simpleStatements(c, statements);
    return statements;
  }
  c.advance();
  c.expectKind(INDENT);
  c.enter();
  while (!c.isAt(DEDENT)) statement(c, statements);
  if (c.from >= 0) c.blockEnd = c.start;
  c.advance();
  c.leave();
  return statements;
}

const COMPOUND: Readonly<Record<string, (c: Cursor, start: number) => Stmt>> = {
  if: ifStatement,
  for: forStatement,
  while: whileStatement,
  try: tryStatement,
  with: withStatement,
  def: (c, start) => definition(c, start, []),
  class: (c, start) => classDefinition(c, start, []),
  async: asynchronous,
};

function statement(c: Cursor, into: Stmt[]): void {
  const { start, kind } = c;
  if (kind === OPERATOR && c.is("@")) {
    into.push(decorated(c, start));
    return;
  }
  const compound = kind === NAME ? undefined : compoundAt(c);
  if (compound === undefined) c.blockEnd = simpleStatements(c, into);
  else into.push(compound(c, start));
}

function compoundAt(c: Cursor): ((c: Cursor, start: number) => Stmt) | undefined {
  const { word } = c;
  return Object.hasOwn(COMPOUND, word) ? COMPOUND[word] : undefined;
}

function asynchronous(c: Cursor, start: number): Stmt {
  c.advance();
  if (c.is("def")) return definition(c, start, []);
  if (c.is("for")) return forStatement(c, start);
  if (c.is("with")) return withStatement(c, start);
  throw new Unread();
}

function decorated(c: Cursor, start: number): Stmt {
  const decorators: Expr[] = [];
  while (c.take("@")) {
    decorators.push(expression(c));
    c.expectKind(NEWLINE);
  }
  if (c.is("class")) return classDefinition(c, start, decorators);
  c.take("async");
  return definition(c, start, decorators);
}

function definition(c: Cursor, start: number, decorators: readonly Expr[]): Def {
  c.expect("def");
  const { id, start: from, end } = c.name();
  c.expect("(");
  const parameters = parametersUntil(")", c, true);
  c.expect(")");
  if (c.take("->")) expressions(c);
  const body = block(c);
  return {
    kind: "def",
    start,
    end: c.blockEnd,
    name: id,
    nameSpan: { start: from, end },
    decorators,
    body,
    parameters,
  };
}

function classDefinition(c: Cursor, start: number, decorators: readonly Expr[]): Stmt {
  c.expect("class");
  const { id, start: from, end } = c.name();
  const bases = c.is("(") ? argumentsAt(c).args : [];
  const body = block(c);
  return {
    kind: "class",
    start,
    end: c.blockEnd,
    name: id,
    nameSpan: { start: from, end },
    decorators,
    body,
    bases,
  };
}

function arm(c: Cursor): Arm {
  const { start } = c;
  c.advance();
  const test = expression(c);
  const head = { start, end: c.end };
  return { test, body: block(c), head };
}

function ifStatement(c: Cursor, start: number): Stmt {
  const arms = [arm(c)];
  while (c.is("elif")) arms.push(arm(c));
  const otherwise = c.take("else") ? block(c) : null;
  return { kind: "if", start, end: c.blockEnd, arms, otherwise };
}

function otherwiseAt(c: Cursor): Stmt[] {
  return c.take("else") ? block(c) : [];
}

function forStatement(c: Cursor, start: number): Stmt {
  c.expect("for");
  const target = targets(c);
  c.expect("in");
  const iterable = expressions(c);
  const body = block(c);
  const otherwise = otherwiseAt(c);
  return { kind: "for", start, end: c.blockEnd, target, iterable, body, otherwise };
}

function whileStatement(c: Cursor, start: number): Stmt {
  c.expect("while");
  const test = expression(c);
  const body = block(c);
  const otherwise = otherwiseAt(c);
  return { kind: "while", start, end: c.blockEnd, test, body, otherwise };
}

function tryStatement(c: Cursor, start: number): Stmt {
  c.expect("try");
  const body = block(c);
  const handlers: Stmt[][] = [];
  while (c.take("except")) {
    if (c.is("*")) throw new Unread();
    if (!c.is(":")) {
      expressions(c);
      if (c.take("as")) c.name();
    }
    handlers.push(block(c));
  }
  const otherwise = otherwiseAt(c);
  const last = c.take("finally") ? block(c) : [];
  if (handlers.length === 0 && last.length === 0) throw new Unread();
  return { kind: "try", start, end: c.blockEnd, body, handlers, otherwise, last };
}

function withStatement(c: Cursor, start: number): Stmt {
  c.expect("with");
  const items: Expr[] = [];
  const names: string[] = [];
  // Items, or one item, in parentheses.
  if (c.is("(")) throw new Unread();
  do {
    const item = expression(c);
    items.push(item);
    if (c.take("as")) {
      // The grammar takes the name for a part of the last operand.
      if (item.kind === "conditional") throw new Unread();
      const from = c.start;
      expression(c);
      names.push(c.textFrom(from));
    }
  } while (c.take(","));
  const body = block(c);
  return { kind: "with", start, end: c.blockEnd, items, names, body };
}

/** Up to the end of the line, which is told. */
function simpleStatements(c: Cursor, into: Stmt[]): number {
  do {
    if (c.kind === NEWLINE) break;
    simple(c, into);
  } while (c.take(";"));
  const end = c.start;
  c.expectKind(NEWLINE);
  return end;
}

function simple(c: Cursor, into: Stmt[]): void {
  const { start } = c;
  if (c.kind === NAME) {
    expressionStatement(c, start, into);
    return;
  }
  const read = SIMPLE[c.word];
  if (read === undefined || c.kind === OPERATOR) expressionStatement(c, start, into);
  else {
    c.advance();
    into.push(read(c, start));
  }
}

const SIMPLE: Readonly<Partial<Record<string, (c: Cursor, start: number) => Stmt>>> = {
  return: (c, start) => ({ kind: "return", value: valueAt(c), start, end: c.end }),
  raise: (c, start) => {
    const value = valueAt(c);
    if (c.take("from")) expression(c);
    return { kind: "raise", start, end: c.end, value };
  },
  assert: (c, start) => {
    const test = expression(c);
    const message = c.take(",") ? expression(c) : null;
    return { kind: "assert", start, end: c.end, test, message };
  },
  import: importStatement,
  from: importFrom,
  pass: (c, start) => ({ kind: "pass", start, end: c.end }),
  break: (c, start) => ({ kind: "break", start, end: c.end }),
  continue: (c, start) => ({ kind: "continue", start, end: c.end }),
  global: outer,
  nonlocal: outer,
  del: (c, start) => {
    expressions(c);
    return { kind: "delete", start, end: c.end };
  },
};

/** What is returned or raised, if anything. */
function valueAt(c: Cursor): Expr | null {
  return startsExpression(c) ? expressions(c) : null;
}

function outer(c: Cursor, start: number): Stmt {
  const names = [c.name().id];
  while (c.take(",")) names.push(c.name().id);
  return { kind: "outer", start, end: c.end, names };
}

function dottedName(c: Cursor): string {
  let path = c.name().id;
  while (c.take(".")) path += `.${c.name().id}`;
  return path;
}

function importStatement(c: Cursor, start: number): Stmt {
  const names: { path: string; name: string | null }[] = [];
  do {
    const path = dottedName(c);
    names.push({ path, name: c.take("as") ? c.name().id : null });
  } while (c.take(","));
  return { kind: "import", start, end: c.end, names };
}

function importFrom(c: Cursor, start: number): Stmt {
  let level = 0;
  for (;;) {
    if (c.take("...")) level += 3;
    else if (c.take(".")) level++;
    else break;
  }
  const path = c.kind === NAME ? dottedName(c) : "";
  if (level === 0 && path === "") throw new Unread();
  c.expect("import");
  const names = importedNames(c);
  if (path === "__future__" && level === 0) return { kind: "other", start, end: c.end };
  return { kind: "from", start, end: c.end, level, path, names };
}

function importedNames(c: Cursor): ImportFrom["names"] {
  if (c.take("*")) return null;
  const isBracketed = c.take("(");
  const names: { name: string; as: string }[] = [];
  do {
    if (isBracketed && c.is(")")) break;
    const name = dottedName(c);
    names.push({ name, as: c.take("as") ? c.name().id : name });
  } while (c.take(","));
  if (isBracketed) c.expect(")");
  return names;
}

/** Words that begin statements of their own where no operator follows. */
const SOFT = new Set(["match", "type", "print", "exec"]);
const AUGMENTED = new Set(["+=", "-=", "*=", "/=", "//=", "%=", "@=", "&=", "|=", "^=", ">>=", "<<=", "**="]);

function expressionStatement(c: Cursor, start: number, into: Stmt[]): void {
  if (c.kind === NAME && SOFT.has(c.word) && !isPlainUse(c)) throw new Unread();
  if (c.is("yield")) {
    const value = yielded(c);
    into.push({ kind: "expression", start, end: c.end, value });
    return;
  }
  const listed = expressionsOfStatement(c);
  const { end } = c;
  const [only] = listed.items;
  if (only === undefined) throw new Unread();
  const isOne = listed.items.length === 1 && !listed.endsInComma;
  const whole: Expr = isOne
    ? only.value
    : { kind: "tuple", start, end, items: listed.items.map(({ value }) => value) };
  if (c.is("=") || c.is(":")) {
    if (!isPlainTarget(c, start, whole)) throw new Unread();
    into.push(assignment(c, start, whole));
  } else if (c.kind === OPERATOR && AUGMENTED.has(c.word)) {
    const op = c.word.slice(0, -1);
    c.advance();
    const value = c.is("yield") ? yielded(c) : expressions(c);
    into.push({ kind: "augmented", start, end: c.end, op, target: whole, value });
  } else {
    for (const one of listed.items) into.push({ kind: "expression", ...one });
  }
}

/** `print(x)`, `match = 3`, `type: str`; `type(self).x = 3` is taken for a type's name. */
function isPlainUse(c: Cursor): boolean {
  const { word } = c;
  if (c.isNext("=") || c.isNext(".")) return true;
  return word === "type" ? c.isNext(":") : word !== "match" && c.isNext("(");
}

interface Listed {
  readonly start: number;
  readonly end: number;
  readonly value: Expr;
}

/** One target in parentheses is a pattern of its own kind, alone or among others. */
function isPlainTarget(c: Cursor, start: number, target: Expr): boolean {
  if (target.start !== start) return false;
  if (target.kind !== "tuple" && target.kind !== "list") return true;
  const isBracketed = /[([]/.test(c.textBetween(start, start + 1));
  let end = isBracketed ? start + 1 : start;
  for (const item of target.items) {
    if (c.textBetween(end, item.start).includes("(") || !isPlainTarget(c, item.start, item)) return false;
    ({ end } = item);
  }
  return true;
}

/** Each with its own place. */
function expressionsOfStatement(c: Cursor): {
  readonly items: readonly Listed[];
  readonly endsInComma: boolean;
} {
  const items: Listed[] = [];
  do {
    if (items.length > 0 && !startsExpression(c)) return { items, endsInComma: true };
    const { start } = c;
    const value = starred(c);
    items.push({ start, end: c.end, value });
  } while (c.take(","));
  return { items, endsInComma: false };
}

function assignment(c: Cursor, start: number, first: Expr): Assign {
  const targets = [first];
  let annotated = false;
  if (c.take(":")) {
    const from = c.start;
    expression(c);
    annotated = !/^(?:\w+\.)?(?:ClassVar|Final)\b/.test(c.textFrom(from));
    if (!c.is("=")) return { kind: "assign", start, end: c.end, targets, value: null, annotated };
  }
  let value: Expr | null = null;
  let from = start;
  while (c.take("=")) {
    if (value !== null) {
      if (!isPlainTarget(c, from, value)) throw new Unread();
      targets.push(value);
    }
    from = c.start;
    value = c.is("yield") ? yielded(c) : expressions(c);
  }
  return { kind: "assign", start, end: c.end, targets, value, annotated };
}
