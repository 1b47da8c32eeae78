import type { Span } from "../../text/source";
import { convertExpr } from "./convert-expr";
import { matchStatement } from "./convert-match";
import type { Cst } from "./parse";
import type { Arm, Expr, ImportFrom, Name, Parameter, Stmt } from "./syntax";

/** Turns the concrete tree of a chunk into statements; `shift` is added to every offset. */
export function convert(
  tree: Cst,
  text: string,
  shift: number,
): { readonly statements: Stmt[]; readonly tooDeep: readonly Span[] } {
  const tooDeep: Span[] = [];
  return { statements: block(tree, { text, shift, depth: 0, tooDeep }), tooDeep };
}

export interface Conversion {
  readonly text: string;
  readonly shift: number;
  /** Nesting so far; what lies deeper than `MAX_DEPTH` is opaque, and noted. */
  readonly depth: number;
  readonly tooDeep: Span[];
}

export const MAX_DEPTH = 150;

export function field(node: Cst, name: string): Cst | null {
  return node.children.find((child) => child.field === name) ?? null;
}

export function named(node: Cst): Cst[] {
  return node.children.filter(
    (child) => child.named && child.type !== "comment" && child.type !== "line_continuation",
  );
}

export function textOf(node: Cst, conversion: Conversion): string {
  return conversion.text.slice(node.start, node.end);
}

export function spanOf(node: Cst, { shift }: Conversion): Span {
  return { start: node.start + shift, end: node.end + shift };
}

function block(node: Cst | null, conversion: Conversion): Stmt[] {
  if (node === null) return [];
  if (conversion.depth > MAX_DEPTH) {
    conversion.tooDeep.push(spanOf(node, conversion));
    return [];
  }
  const inner = { ...conversion, depth: conversion.depth + 1 };
  return named(node).flatMap((child) => statement(child, inner));
}

function statement(node: Cst, c: Conversion): Stmt[] {
  const span = spanOf(node, c);
  switch (node.type) {
    case "expression_statement":
      return named(node).map((child) => expressionStatement(child, c));
    case "return_statement": {
      const value = named(node)[0];
      return [{ kind: "return", ...span, value: value === undefined ? null : convertExpr(value, c) }];
    }
    case "raise_statement": {
      const value = named(node)[0];
      return [{ kind: "raise", ...span, value: value === undefined ? null : convertExpr(value, c) }];
    }
    case "assert_statement": {
      const [test, message] = named(node);
      if (test === undefined) return [];
      return [
        {
          kind: "assert",
          ...span,
          test: convertExpr(test, c),
          message: message === undefined ? null : convertExpr(message, c),
        },
      ];
    }
    case "if_statement":
      return [ifStatement(node, c)];
    case "for_statement":
      return [
        {
          kind: "for",
          ...span,
          target: convertExpr(field(node, "left"), c),
          iterable: convertExpr(field(node, "right"), c),
          body: block(field(node, "body"), c),
          otherwise: elseBody(node, c),
        },
      ];
    case "while_statement":
      return [
        {
          kind: "while",
          ...span,
          test: convertExpr(field(node, "condition"), c),
          body: block(field(node, "body"), c),
          otherwise: elseBody(node, c),
        },
      ];
    case "try_statement": {
      const handlers = node.children.filter((child) => child.type.startsWith("except"));
      const last = node.children.find((child) => child.type === "finally_clause");
      return [
        {
          kind: "try",
          ...span,
          body: block(field(node, "body"), c),
          handlers: handlers.map((handler) => block(blockIn(handler), c)),
          catches: handlers.map((handler) => caughtBy(handler, c)),
          caughtAs: handlers.map((handler) => caughtAs(handler, c)),
          otherwise: elseBody(node, c),
          last: last === undefined ? [] : block(blockIn(last), c),
        },
      ];
    }
    case "with_statement":
      return [withStatement(node, c)];
    case "function_definition":
    case "class_definition":
      return [definition(node, [], span, c)];
    case "decorated_definition": {
      const inner = field(node, "definition");
      const decorators = node.children
        .filter((child) => child.type === "decorator")
        .map((child) => convertExpr(named(child)[0] ?? null, c));
      return inner === null ? [] : [definition(inner, decorators, span, c)];
    }
    case "import_statement":
      return [{ kind: "import", ...span, names: importNames(node, c) }];
    case "import_from_statement":
      return [importFrom(node, c)];
    case "match_statement":
      return matchStatement(node, c, block);
    case "pass_statement":
      return [{ kind: "pass", ...span }];
    case "break_statement":
      return [{ kind: "break", ...span }];
    case "continue_statement":
      return [{ kind: "continue", ...span }];
    case "global_statement":
    case "nonlocal_statement":
      return [{ kind: "outer", ...span, names: named(node).map((name) => textOf(name, c)) }];
    case "delete_statement":
      return [{ kind: "delete", ...span, targets: named(node).flatMap((child) => deleted(child, c)) }];
    case "ERROR":
    case "block":
      return block(node, c);
    case "comment":
      return [];
    default:
      return isStatementType(node.type)
        ? [{ kind: "other", ...span }]
        : [{ kind: "expression", ...span, value: convertExpr(node, c) }];
  }
}

/** `except (ValueError, torch.cuda.Error) as e:`; a bare `except:` catches all. */
function caughtBy(handler: Cst, c: Conversion): string[] {
  const [first] = named(handler).filter(({ type }) => type !== "block");
  const [type] = first?.type === "as_pattern" ? named(first) : [first];
  return type === undefined ? ["BaseException"] : (textOf(type, c).match(/[^\W\d]\w*(?!\w*\s*\.)/gu) ?? []);
}

/** `e` of `except ValueError as e:` */
function caughtAs(handler: Cst, c: Conversion): string | null {
  const [first] = named(handler).filter(({ type }) => type !== "block");
  const name = first?.type === "as_pattern" ? named(first).at(-1) : undefined;
  return name === undefined ? null : textOf(name, c);
}

/** `del a, b[0]` */
function deleted(node: Cst, c: Conversion): Expr[] {
  const target = convertExpr(node, c);
  return target.kind === "tuple" || target.kind === "list" ? [...target.items] : [target];
}

function isStatementType(type: string): boolean {
  return type.endsWith("_statement") || type.endsWith("_clause");
}

function blockIn(node: Cst): Cst | null {
  return node.children.find((child) => child.type === "block") ?? null;
}

function elseBody(node: Cst, c: Conversion): Stmt[] {
  const clause = node.children.find((child) => child.type === "else_clause");
  return clause === undefined ? [] : block(field(clause, "body"), c);
}

function expressionStatement(node: Cst, c: Conversion): Stmt {
  const span = spanOf(node, c);
  if (node.type === "assignment") {
    const targets: Expr[] = [];
    let current: Cst | null = node;
    while (current?.type === "assignment") {
      targets.push(convertExpr(field(current, "left"), c));
      current = field(current, "right");
    }
    const type = field(node, "type");
    return {
      kind: "assign",
      ...span,
      targets,
      value: current === null ? null : convertExpr(current, c),
      annotated: type !== null && !/^(?:\w+\.)?(?:ClassVar|Final)\b/.test(textOf(type, c)),
    };
  }
  if (node.type === "augmented_assignment") {
    const operator = field(node, "operator");
    return {
      kind: "augmented",
      ...span,
      op: operator === null ? "" : textOf(operator, c).replace(/=$/, ""),
      target: convertExpr(field(node, "left"), c),
      value: convertExpr(field(node, "right"), c),
    };
  }
  return { kind: "expression", ...span, value: convertExpr(node, c) };
}

function arm(node: Cst, body: Cst | null, c: Conversion): Arm {
  const condition = field(node, "condition");
  return {
    test: convertExpr(condition, c),
    body: block(body, c),
    head: { start: node.start + c.shift, end: (condition ?? node).end + c.shift },
  };
}

function ifStatement(node: Cst, c: Conversion): Stmt {
  const arms = [arm(node, field(node, "consequence"), c)];
  let otherwise: Stmt[] | null = null;
  for (const child of node.children) {
    if (child.type === "elif_clause") arms.push(arm(child, field(child, "consequence"), c));
    else if (child.type === "else_clause") otherwise = block(field(child, "body"), c);
  }
  return { kind: "if", ...spanOf(node, c), arms, otherwise };
}

function withStatement(node: Cst, c: Conversion): Stmt {
  const clause = node.children.find((child) => child.type === "with_clause");
  const items = clause === undefined ? [] : named(clause).map((item) => named(item)[0] ?? item);
  return {
    kind: "with",
    ...spanOf(node, c),
    items: items.map((item) => {
      const alias = item.type === "as_pattern" ? field(item, "alias") : null;
      return {
        value: convertExpr(item.type === "as_pattern" ? (named(item)[0] ?? item) : item, c),
        target: alias === null ? null : convertExpr(named(alias)[0] ?? alias, c),
      };
    }),
    body: block(field(node, "body"), c),
  };
}

function definition(node: Cst, decorators: readonly Expr[], span: Span, c: Conversion): Stmt {
  const nameNode = field(node, "name") ?? node;
  const body = block(field(node, "body"), c);
  const head = { ...span, name: textOf(nameNode, c), nameSpan: spanOf(nameNode, c), decorators, body };
  if (node.type === "class_definition") {
    const bases = field(node, "superclasses");
    const plain = bases === null ? [] : named(bases).filter((base) => base.type !== "keyword_argument");
    return { kind: "class", ...head, bases: plain.map((base) => convertExpr(base, c)) };
  }
  return { kind: "def", ...head, parameters: parameters(field(node, "parameters"), c) };
}

export function parameters(node: Cst | null, c: Conversion): Parameter[] {
  if (node === null) return [];
  return named(node).flatMap((child) => {
    const typed = child.type === "typed_parameter" || child.type === "typed_default_parameter";
    const name = field(child, "name") ?? (typed ? (named(child)[0] ?? child) : child);
    const value = field(child, "value");
    const type = field(child, "type");
    const text = textOf(name, c);
    // Between the stars and the name there may be white space.
    if (!/^\*{0,2}\s*[^\W\d]\w*$/u.test(text)) return [];
    const star = text.startsWith("**") ? "**" : text.startsWith("*") ? "*" : "";
    const before = star.length + text.slice(star.length).search(/\S/);
    return [
      {
        name: text.slice(before),
        node: nameOf(name, before, c),
        star,
        default: value === null ? null : convertExpr(value, c),
        annotation: type === null ? "" : textOf(type, c),
      } as const,
    ];
  });
}

/** The name behind so many characters. */
function nameOf(node: Cst, before: number, c: Conversion): Name {
  const { start, end } = spanOf(node, c);
  return { kind: "name", start: start + before, end, id: textOf(node, c).slice(before) };
}

function importNames(node: Cst, c: Conversion): { path: string; name: string | null }[] {
  return named(node).map((child) => {
    if (child.type !== "aliased_import") return { path: compact(child, c), name: null };
    const name = field(child, "name") ?? child;
    const alias = field(child, "alias");
    return { path: compact(name, c), name: alias === null ? null : textOf(alias, c) };
  });
}

function compact(node: Cst, c: Conversion): string {
  return textOf(node, c).replace(/\s+/g, "");
}

function importFrom(node: Cst, c: Conversion): ImportFrom {
  const module = field(node, "module_name");
  const text = module === null ? "" : compact(module, c);
  const dots = /^\.*/.exec(text)?.[0].length ?? 0;
  const star = node.children.some((child) => child.type === "wildcard_import");
  const names = node.children
    .filter((child) => child.field === "name")
    .map((child) => {
      const name = child.type === "aliased_import" ? (field(child, "name") ?? child) : child;
      const alias = child.type === "aliased_import" ? field(child, "alias") : null;
      return { name: compact(name, c), as: alias === null ? compact(name, c) : textOf(alias, c) };
    });
  return {
    kind: "from",
    ...spanOf(node, c),
    level: dots,
    path: text.slice(dots),
    names: star ? null : names,
  };
}
