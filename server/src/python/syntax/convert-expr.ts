import { field, MAX_DEPTH, named, parameters, spanOf, textOf, type Conversion } from "./convert";
import type { Cst } from "./parse";
import type { Comprehension, Expr, Str } from "./syntax";
import { unescape } from "./text-literals";

export function convertExpr(given: Cst | null, outer: Conversion): Expr {
  let node = given;
  while (node?.type === "parenthesized_expression") node = named(node)[0] ?? null;
  if (node === null) return { kind: "opaque", start: outer.shift, end: outer.shift, children: [] };
  if (outer.depth > MAX_DEPTH) {
    const place = spanOf(node, outer);
    outer.tooDeep.push(place);
    return { kind: "opaque", ...place, children: [] };
  }
  const c = { ...outer, depth: outer.depth + 1 };
  const span = spanOf(node, c);
  const sub = (child: Cst | null | undefined): Expr => convertExpr(child ?? null, c);
  switch (node.type) {
    case "identifier":
      return { kind: "name", ...span, id: textOf(node, c) };
    case "dotted_name":
      return dotted(node, c);
    case "integer":
    case "float":
      return { kind: "number", ...span, ...numberOf(textOf(node, c)) };
    case "true":
      return { kind: "constant", ...span, value: true };
    case "false":
      return { kind: "constant", ...span, value: false };
    case "none":
      return { kind: "constant", ...span, value: null };
    case "ellipsis":
      return { kind: "constant", ...span, value: "..." };
    case "string":
    case "concatenated_string":
      return stringOf(node, c);
    case "tuple_pattern":
      // `(name) = …` binds no tuple.
      if (named(node).length === 1 && !/,\s*\)$/.test(textOf(node, c))) return sub(named(node)[0]);
      return { kind: "tuple", ...span, items: named(node).map(sub) };
    case "list":
    case "list_pattern":
      return { kind: "list", ...span, items: named(node).map(sub) };
    case "tuple":
    case "pattern_list":
    case "expression_list":
      return { kind: "tuple", ...span, items: named(node).map(sub) };
    case "set":
      return { kind: "set", ...span, items: named(node).map(sub) };
    case "dictionary":
      return {
        kind: "dict",
        ...span,
        entries: named(node).map((entry) =>
          entry.type === "pair"
            ? { key: sub(field(entry, "key")), value: sub(field(entry, "value")), span: spanOf(entry, c) }
            : { key: null, value: sub(named(entry)[0]), span: spanOf(entry, c) },
        ),
      };
    case "type":
    case "case_pattern":
    case "await":
      return sub(named(node)[0]);
    case "not_operator":
      return { kind: "unary", ...span, op: "not", operand: sub(field(node, "argument")) };
    case "unary_operator": {
      const op = field(node, "operator");
      const text = op === null ? "-" : textOf(op, c);
      return {
        kind: "unary",
        ...span,
        op: text === "+" || text === "~" ? text : "-",
        operand: sub(field(node, "argument")),
      };
    }
    case "binary_operator": {
      const op = field(node, "operator");
      return {
        kind: "binary",
        ...span,
        op: op === null ? "" : textOf(op, c),
        left: sub(field(node, "left")),
        right: sub(field(node, "right")),
      };
    }
    case "boolean_operator":
      return boolean(node, c);
    case "comparison_operator":
      return comparison(node, c);
    case "call": {
      const whole = call(node, c);
      // The grammar takes `[*f(x)]` for `[(*f)(x)]`.
      if (whole.kind !== "call" || whole.callee.kind !== "starred") return whole;
      const { value: callee } = whole.callee;
      return { kind: "starred", ...span, value: { ...whole, start: callee.start, callee } };
    }
    case "attribute": {
      const name = field(node, "attribute");
      return {
        kind: "attribute",
        ...span,
        object: sub(field(node, "object")),
        name: name === null ? "" : textOf(name, c),
      };
    }
    case "subscript": {
      const indices = node.children.filter((child) => child.field === "subscript").map(sub);
      const only = indices[0];
      const index: Expr =
        indices.length === 1 && only !== undefined ? only : { kind: "tuple", ...span, items: indices };
      return { kind: "subscript", ...span, object: sub(field(node, "value")), index };
    }
    case "slice":
      return { kind: "slice", ...span, parts: sliceParts(node, c) };
    case "conditional_expression": {
      const [then, test, otherwise] = named(node);
      return { kind: "conditional", ...span, test: sub(test), then: sub(then), otherwise: sub(otherwise) };
    }
    case "lambda":
      return {
        kind: "lambda",
        ...span,
        parameters: parameters(field(node, "parameters"), c),
        body: sub(field(node, "body")),
      };
    case "list_comprehension":
      return comprehension(node, "list", c);
    case "set_comprehension":
      return comprehension(node, "set", c);
    case "dictionary_comprehension":
      return comprehension(node, "dict", c);
    case "generator_expression":
      return comprehension(node, "generator", c);
    case "named_expression": {
      const name = field(node, "name");
      return {
        kind: "walrus",
        ...span,
        name: name === null ? "" : textOf(name, c),
        value: sub(field(node, "value")),
      };
    }
    case "list_splat":
    case "list_splat_pattern":
    case "dictionary_splat":
      return { kind: "starred", ...span, value: sub(named(node)[0]) };
    default:
      return { kind: "opaque", ...span, children: named(node).map(sub) };
  }
}

function dotted(node: Cst, c: Conversion): Expr {
  const names = named(node);
  const first = names[0];
  let result: Expr = { kind: "name", ...spanOf(first ?? node, c), id: textOf(first ?? node, c) };
  for (const name of names.slice(1)) {
    const end = spanOf(name, c).end;
    result = { kind: "attribute", start: result.start, end, object: result, name: textOf(name, c) };
  }
  return result;
}

function numberOf(text: string): { value: number; float: boolean } {
  const plain = text.replace(/_/g, "").toLowerCase();
  if (/^0[xob]/.test(plain)) return { value: Number(plain), float: false };
  if (/[.e]/.test(plain) && !plain.endsWith("j")) return { value: Number(plain), float: true };
  return { value: /^\d+$/.test(plain) ? Number(plain) : Number.NaN, float: false };
}

function stringOf(node: Cst, c: Conversion): Str {
  const strings =
    node.type === "concatenated_string" ? named(node).filter((child) => child.type === "string") : [node];
  const parts: Str["parts"][number][] = [];
  for (const string of strings) {
    const opening = textOf(string.children[0] ?? string, c).toLowerCase();
    const raw = opening.includes("r");
    for (const child of string.children) {
      if (child.type === "string_content") parts.push(unescape(textOf(child, c), raw, opening.includes("f")));
      else if (child.type === "interpolation") {
        const format = child.children.find((part) => part.type === "format_specifier");
        const conversion = child.children.find((part) => part.type === "type_conversion");
        parts.push({
          value: convertExpr(field(child, "expression") ?? named(child)[0] ?? null, c),
          format: (conversion ? textOf(conversion, c) : "") + (format ? textOf(format, c) : ""),
        });
      }
    }
  }
  return { kind: "string", ...spanOf(node, c), parts, pieces: strings.map((string) => spanOf(string, c)) };
}

/** `a and b and c` comes as a left-leaning tree of pairs; written without recursion for very long chains. */
function boolean(node: Cst, c: Conversion): Expr {
  const op = field(node, "operator")?.type === "or" ? "or" : "and";
  const operands: Cst[] = [];
  let current: Cst | null = node;
  while (current?.type === "boolean_operator" && field(current, "operator")?.type === op) {
    const right = field(current, "right");
    if (right !== null) operands.push(right);
    current = field(current, "left");
  }
  if (current !== null) operands.push(current);
  return {
    kind: "bool",
    ...spanOf(node, c),
    op,
    operands: operands.reverse().map((operand) => convertExpr(operand, c)),
  };
}

function comparison(node: Cst, c: Conversion): Expr {
  const operands = named(node).map((child) => convertExpr(child, c));
  const ops = node.children
    .filter((child) => child.field === "operators" || !child.named)
    .map((child) => ({ op: textOf(child, c).replace(/\s+/g, " "), span: spanOf(child, c) }));
  return { kind: "compare", ...spanOf(node, c), operands, ops: joined(ops) };
}

/** Older grammars give `not in` and `is not` as two tokens. */
function joined(ops: readonly { op: string; span: { start: number; end: number } }[]): typeof ops {
  const result: { op: string; span: { start: number; end: number } }[] = [];
  for (const part of ops) {
    const last = result.at(-1);
    if (last && ((last.op === "not" && part.op === "in") || (last.op === "is" && part.op === "not"))) {
      result[result.length - 1] = {
        op: `${last.op} ${part.op}`,
        span: { start: last.span.start, end: part.span.end },
      };
    } else result.push(part);
  }
  return result;
}

function call(node: Cst, c: Conversion): Expr {
  const argumentNode = field(node, "arguments");
  const callee = convertExpr(field(node, "function"), c);
  if (argumentNode?.type === "generator_expression") {
    const args = [comprehension(argumentNode, "generator", c, readBy(callee))];
    return { kind: "call", ...spanOf(node, c), callee, args, keywords: [] };
  }
  const all = argumentNode === null ? [] : named(argumentNode);
  const keywords = all
    .filter((child) => child.type === "keyword_argument")
    .map((child) => {
      const name = field(child, "name");
      return {
        name: name === null ? "" : textOf(name, c),
        value: convertExpr(field(child, "value"), c),
        span: spanOf(child, c),
      };
    });
  const args = all.filter((child) => child.type !== "keyword_argument").map((child) => convertExpr(child, c));
  return { kind: "call", ...spanOf(node, c), callee, args, keywords };
}

function sliceParts(node: Cst, c: Conversion): (Expr | null)[] {
  const parts: (Expr | null)[] = [null];
  for (const child of node.children) {
    if (child.type === ":") parts.push(null);
    else if (child.named && child.type !== "comment" && child.type !== "line_continuation")
      parts[parts.length - 1] = convertExpr(child, c);
  }
  return parts;
}

const READS_ALL = /^(?:list|tuple|set|frozenset|dict|sum|max|min|sorted|len|join|update|extend)$/;

function readBy(callee: Expr): Comprehension["read"] {
  const name = callee.kind === "name" ? callee.id : callee.kind === "attribute" ? callee.name : "";
  if (name === "any" || name === "all") return name;
  return READS_ALL.test(name) ? "whole" : "unknown";
}

function comprehension(
  node: Cst,
  of: Comprehension["of"],
  c: Conversion,
  read: Comprehension["read"] = of === "generator" ? "unknown" : "whole",
): Expr {
  const body = field(node, "body");
  const pair = body?.type === "pair" ? body : null;
  const clauses = node.children.flatMap((child): Comprehension["clauses"][number][] => {
    if (child.type === "for_in_clause") {
      const target = convertExpr(field(child, "left"), c);
      return [{ kind: "for", target, iterable: convertExpr(field(child, "right"), c) }];
    }
    if (child.type === "if_clause") return [{ kind: "if", test: convertExpr(named(child)[0] ?? null, c) }];
    return [];
  });
  return {
    kind: "comprehension",
    ...spanOf(node, c),
    of,
    element: convertExpr(pair === null ? body : field(pair, "key"), c),
    value: pair === null ? null : convertExpr(field(pair, "value"), c),
    clauses,
    read,
  };
}
