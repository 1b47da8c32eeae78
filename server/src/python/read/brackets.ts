/** What stands in brackets: tuples, lists, tables, comprehensions, arguments, items. */
import type { Comprehension, Expr, Slice } from "../syntax";
import type { Cursor } from "./cursor";
import { disjunction, expression, starred, targets, yielded } from "./expressions";
import { NAME, Unread } from "./tokens";

export interface Arguments {
  readonly args: Expr[];
  readonly keywords: { name: string; value: Expr; span: { start: number; end: number } }[];
}

export function call(callee: Expr, start: number, c: Cursor): Expr {
  const { args, keywords } = argumentsAt(c);
  return { kind: "call", start, end: c.end, callee, args, keywords };
}

/** `(…)` behind a function or a class. */
export function argumentsAt(c: Cursor): Arguments {
  const { start } = c;
  const args: Expr[] = [];
  const keywords: Arguments["keywords"] = [];
  c.expect("(");
  c.enter();
  while (!c.is(")")) {
    const from = c.start;
    if (c.kind === NAME && c.isNext("=")) {
      const { id } = c.name();
      c.advance();
      const value = expression(c);
      keywords.push({ name: id, value, span: { start: from, end: c.end } });
    } else {
      const value = starred(c);
      if (c.is("for") || c.is("async")) {
        if (args.length + keywords.length > 0) throw new Unread();
        const clauses = clausesAt(c);
        c.expect(")");
        c.leave();
        const { end } = c;
        return {
          args: [
            { kind: "comprehension", start, end, of: "generator", element: value, value: null, clauses },
          ],
          keywords,
        };
      }
      args.push(value);
    }
    if (!c.take(",")) break;
  }
  c.expect(")");
  c.leave();
  return { args, keywords };
}

export function subscript(object: Expr, start: number, c: Cursor): Expr {
  c.advance();
  c.enter();
  const indices: Expr[] = [];
  while (!c.is("]")) {
    indices.push(sliceAt(c));
    if (!c.take(",")) break;
  }
  c.expect("]");
  c.leave();
  const { end } = c;
  const [only] = indices;
  if (only === undefined) throw new Unread();
  const index: Expr = indices.length === 1 ? only : { kind: "tuple", start, end, items: indices };
  return { kind: "subscript", start, end, object, index };
}

function sliceAt(c: Cursor): Expr {
  const { start } = c;
  const first = c.is(":") ? null : starred(c);
  if (!c.is(":")) return first ?? { kind: "opaque", start, end: start, children: [] };
  const parts: (Expr | null)[] = [first];
  while (c.take(":")) parts.push(c.is(":") || c.is("]") || c.is(",") ? null : expression(c));
  if (parts.length > 3) throw new Unread();
  const slice: Slice = { kind: "slice", start, end: c.end, parts };
  return slice;
}

/** A tuple, a generator, or what merely stands in parentheses: that is as if they were not there. */
export function parenthesised(c: Cursor): Expr {
  const { start } = c;
  c.advance();
  c.enter();
  if (c.is("yield")) {
    const value = yielded(c);
    c.expect(")");
    c.leave();
    return value;
  }
  const items: Expr[] = [];
  let commas = 0;
  while (!c.is(")")) {
    const item = starred(c);
    if (items.length === 0 && (c.is("for") || c.is("async"))) {
      const clauses = clausesAt(c);
      c.expect(")");
      c.leave();
      return {
        kind: "comprehension",
        start,
        end: c.end,
        of: "generator",
        element: item,
        value: null,
        clauses,
      };
    }
    items.push(item);
    if (!c.take(",")) break;
    commas++;
  }
  c.expect(")");
  c.leave();
  const [only] = items;
  if (only === undefined || commas > 0) return { kind: "tuple", start, end: c.end, items };
  if (only.kind === "starred") throw new Unread();
  return only;
}

export function listAt(c: Cursor): Expr {
  const { start } = c;
  c.advance();
  c.enter();
  const items: Expr[] = [];
  while (!c.is("]")) {
    const item = starred(c);
    if (items.length === 0 && (c.is("for") || c.is("async"))) {
      const clauses = clausesAt(c);
      c.expect("]");
      c.leave();
      return { kind: "comprehension", start, end: c.end, of: "list", element: item, value: null, clauses };
    }
    if (item.kind === "starred" && item.value.kind !== "name") throw new Unread();
    items.push(item);
    if (!c.take(",")) break;
  }
  c.expect("]");
  c.leave();
  return { kind: "list", start, end: c.end, items };
}

type Entries = { key: Expr | null; value: Expr; span: { start: number; end: number } }[];

/** A dictionary, a set, or a comprehension of one. */
export function braced(c: Cursor): Expr {
  const { start } = c;
  c.advance();
  c.enter();
  const items: Expr[] = [];
  const entries: Entries = [];
  while (!c.is("}")) {
    const from = c.start;
    if (c.take("**")) {
      const value = disjunction(c);
      entries.push({ key: null, value, span: { start: from, end: c.end } });
    } else {
      const first = starred(c);
      const value = c.take(":") ? expression(c) : null;
      if (items.length + entries.length === 0 && (c.is("for") || c.is("async"))) {
        const clauses = clausesAt(c);
        c.expect("}");
        c.leave();
        const of = value === null ? "set" : "dict";
        return { kind: "comprehension", start, end: c.end, of, element: first, value, clauses };
      }
      if (value === null) items.push(first);
      else entries.push({ key: first, value, span: { start: from, end: c.end } });
    }
    if (!c.take(",")) break;
  }
  c.expect("}");
  c.leave();
  if (items.length > 0 && entries.length > 0) throw new Unread();
  return items.length > 0
    ? { kind: "set", start, end: c.end, items }
    : { kind: "dict", start, end: c.end, entries };
}

function clausesAt(c: Cursor): Comprehension["clauses"] {
  const clauses: Comprehension["clauses"][number][] = [];
  for (;;) {
    if (c.take("if")) clauses.push({ kind: "if", test: c.is("lambda") ? expression(c) : disjunction(c) });
    else if (c.is("for") || c.is("async")) {
      if (c.take("async") && !c.is("for")) throw new Unread();
      c.advance();
      const target = targets(c);
      c.expect("in");
      clauses.push({ kind: "for", target, iterable: disjunction(c) });
    } else return clauses;
  }
}
