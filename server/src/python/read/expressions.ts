/** Expressions, with the spans and the shapes that `convert-expr.ts` gives them. */
import type { Expr, Parameter } from "../syntax";
import { numberOf } from "../text-literals";
import { braced, call, listAt, parenthesised, subscript } from "./brackets";
import type { Cursor } from "./cursor";
import { stringAt } from "./strings";
import { KEYWORD, NAME, NUMBER, OPERATOR, STRING, Unread } from "./tokens";

/** What may stand wherever one expression may: a walrus too. */
export function expression(c: Cursor): Expr {
  if (c.kind === NAME && c.isNext(":=")) {
    const { start, id } = c.name();
    c.advance();
    const value = expression(c);
    return { kind: "walrus", start, end: c.end, name: id, value };
  }
  c.enter();
  const result = test(c);
  c.leave();
  return result;
}

function test(c: Cursor): Expr {
  if (c.is("lambda")) return lambda(c);
  const { start } = c;
  const then = disjunction(c);
  if (!c.take("if")) return then;
  const condition = disjunction(c);
  c.expect("else");
  const otherwise = expression(c);
  return { kind: "conditional", start, end: c.end, test: condition, then, otherwise };
}

function lambda(c: Cursor): Expr {
  const { start } = c;
  c.advance();
  const parameters = c.is(":") ? [] : parametersUntil(":", c, false);
  c.expect(":");
  const body = expression(c);
  return { kind: "lambda", start, end: c.end, parameters, body };
}

/** The parameters of a function or a lambda, up to the token behind them, which is left. */
export function parametersUntil(last: string, c: Cursor, typed: boolean): Parameter[] {
  const parameters: Parameter[] = [];
  while (!c.is(last)) {
    if (!c.take("/")) {
      const star = c.take("**") ? "**" : c.take("*") ? "*" : "";
      if (star !== "*" || c.kind === NAME) parameters.push(parameter(star, c, typed));
    }
    if (!c.take(",")) break;
  }
  return parameters;
}

function parameter(star: Parameter["star"], c: Cursor, typed: boolean): Parameter {
  const { start, end, id } = c.name();
  let annotation = "";
  if (typed && c.take(":")) {
    const from = c.start;
    expression(c);
    annotation = c.textFrom(from);
  }
  const value = c.take("=") ? expression(c) : null;
  return { name: id, node: { kind: "name", start, end, id }, star, default: value, annotation };
}

export function disjunction(c: Cursor): Expr {
  return boolean("or", conjunction, c);
}

function conjunction(c: Cursor): Expr {
  return boolean("and", inversion, c);
}

function boolean(op: "and" | "or", operand: (c: Cursor) => Expr, c: Cursor): Expr {
  const { start } = c;
  const first = operand(c);
  if (!c.is(op)) return first;
  const operands = [first];
  while (c.take(op)) operands.push(operand(c));
  return { kind: "bool", start, end: c.end, op, operands };
}

function inversion(c: Cursor): Expr {
  if (!c.is("not")) return comparison(c);
  const { start } = c;
  c.advance();
  c.enter();
  const operand = inversion(c);
  c.leave();
  return { kind: "unary", start, end: c.end, op: "not", operand };
}

const COMPARISONS = new Set(["<", ">", "==", ">=", "<=", "!="]);

function comparison(c: Cursor): Expr {
  const { start } = c;
  const first = binary(c, 0);
  const operands = [first];
  const ops: { op: string; span: { start: number; end: number } }[] = [];
  for (let op = comparator(c); op !== null; op = comparator(c)) {
    ops.push(op);
    operands.push(binary(c, 0));
  }
  return ops.length === 0 ? first : { kind: "compare", start, end: c.end, operands, ops };
}

function comparator(c: Cursor): { op: string; span: { start: number; end: number } } | null {
  const { start } = c;
  let op: string;
  if (c.kind === OPERATOR) {
    op = c.word;
    if (!COMPARISONS.has(op)) return null;
    c.advance();
  } else if (c.take("in")) op = "in";
  else if (c.take("is")) op = c.take("not") ? "is not" : "is";
  else if (c.take("not")) {
    c.expect("in");
    op = "not in";
  } else return null;
  return { op, span: { start, end: c.end } };
}

/** How tightly operators bind. */
const BINDING: ReadonlyMap<string, number> = new Map([
  ["|", 1],
  ["^", 2],
  ["&", 3],
  ["<<", 4],
  [">>", 4],
  ["+", 5],
  ["-", 5],
  ["*", 6],
  ["/", 6],
  ["//", 6],
  ["%", 6],
  ["@", 6],
]);

function binary(c: Cursor, least: number): Expr {
  const { start } = c;
  let left = unary(c);
  while (c.kind === OPERATOR) {
    const op = c.word;
    const binding = BINDING.get(op);
    if (binding === undefined || binding <= least) break;
    c.advance();
    const right = binary(c, binding);
    left = { kind: "binary", start, end: c.end, op, left, right };
  }
  return left;
}

function unary(c: Cursor): Expr {
  const op = c.is("-") ? "-" : c.is("+") ? "+" : c.is("~") ? "~" : null;
  if (op === null) return power(c);
  const { start } = c;
  c.advance();
  c.enter();
  const operand = unary(c);
  c.leave();
  return { kind: "unary", start, end: c.end, op, operand };
}

function power(c: Cursor): Expr {
  const { start } = c;
  const isAwaited = c.take("await");
  const left = primary(c);
  if (!c.is("**")) return left;
  if (isAwaited) throw new Unread();
  c.advance();
  const right = unary(c);
  return { kind: "binary", start, end: c.end, op: "**", left, right };
}

/** A name, a literal or brackets, with what is asked of it: attributes, calls, items. */
export function primary(c: Cursor): Expr {
  const { start } = c;
  let result = atom(c);
  while (c.kind === OPERATOR) {
    if (c.take(".")) {
      const { id } = c.name();
      result = { kind: "attribute", start, end: c.end, object: result, name: id };
    } else if (c.is("(")) result = call(result, start, c);
    else if (c.is("[")) result = subscript(result, start, c);
    else break;
  }
  return result;
}

/** An expression, or one that is spread: `*items`, `**options`. */
export function starred(c: Cursor): Expr {
  if (!c.is("*") && !c.is("**")) return expression(c);
  const { start } = c;
  c.advance();
  const value = expression(c);
  return { kind: "starred", start, end: c.end, value };
}

function atom(c: Cursor): Expr {
  const { start, kind } = c;
  switch (kind) {
    case NAME: {
      const { id, end } = c.name();
      return { kind: "name", start, end, id };
    }
    case NUMBER: {
      const text = c.word;
      c.advance();
      return { kind: "number", start, end: c.end, ...numberOf(text) };
    }
    case STRING:
      return stringAt(c);
    case OPERATOR:
      if (c.is("(")) return parenthesised(c);
      if (c.is("[")) return listAt(c);
      if (c.is("{")) return braced(c);
      if (!c.take("...")) throw new Unread();
      return { kind: "constant", start, end: c.end, value: "..." };
    case KEYWORD: {
      const value = c.take("True") ? true : c.take("False") ? false : c.take("None") ? null : undefined;
      if (value === undefined) throw new Unread();
      return { kind: "constant", start, end: c.end, value };
    }
    default:
      throw new Unread();
  }
}

export function yielded(c: Cursor): Expr {
  const { start } = c;
  c.expect("yield");
  const isFrom = c.take("from");
  const isEmpty = c.kind !== NAME && (c.is(")") || c.is("]") || c.is("}") || c.is("=") || c.is(";"));
  if (isEmpty || c.kind >= 6) {
    if (isFrom) throw new Unread();
    return { kind: "opaque", start, end: c.end, children: [] };
  }
  const value = isFrom ? expression(c) : expressions(c);
  return { kind: "opaque", start, end: c.end, children: [value] };
}

/** What a `for` binds: one target, or several as a tuple. */
export function targets(c: Cursor): Expr {
  const { start } = c;
  const first = target(c);
  if (!c.is(",")) return first;
  const items = [first];
  while (c.take(",") && !c.is("in")) items.push(target(c));
  return { kind: "tuple", start, end: c.end, items };
}

function target(c: Cursor): Expr {
  const { start } = c;
  if (c.take("*")) {
    const value = primary(c);
    return { kind: "starred", start, end: c.end, value };
  }
  const isBracketed = c.is("(");
  const value = primary(c);
  // One name in parentheses is a pattern of its own kind.
  if (isBracketed && value.kind !== "tuple") throw new Unread();
  return value;
}

/** One expression, or several with commas between them as a tuple. Spread ones are read otherwise here. */
export function expressions(c: Cursor): Expr {
  const { start } = c;
  const first = expression(c);
  if (!c.is(",")) return first;
  const items = [first];
  while (c.take(",") && startsExpression(c)) items.push(expression(c));
  return { kind: "tuple", start, end: c.end, items };
}

const OPENS = new Set(["(", "[", "{", "-", "+", "~", "...", "*"]);
const STARTS = new Set(["lambda", "not", "await", "None", "True", "False"]);

export function startsExpression(c: Cursor): boolean {
  const { kind } = c;
  if (kind === NAME || kind === NUMBER || kind === STRING) return true;
  return (kind === OPERATOR && OPENS.has(c.word)) || (kind === KEYWORD && STARTS.has(c.word));
}
