import { field, named, spanOf, textOf, type Conversion } from "./convert";
import { convertExpr } from "./convert-expr";
import type { Cst } from "./parse";
import type { Arm, Expr, Pattern, Stmt } from "./syntax";

type Body = (node: Cst | null, c: Conversion) => Stmt[];

const ANYTHING: Pattern = { kind: "capture", name: null };

/** `match x: case 9: …` reads as `if x is like 9: …`; a last `case _` is the `else`. */
export function matchStatement(node: Cst, c: Conversion, block: Body): Stmt[] {
  const subject = subjectOf(node, c);
  const clauses = (field(node, "body") ?? node).children.filter((child) => child.type === "case_clause");
  const arms: Arm[] = [];
  let otherwise: Stmt[] | null = null;
  for (const clause of clauses) {
    const patterns = clause.children.filter((child) => child.type === "case_pattern");
    const guardNode = field(clause, "guard");
    const guard = guardNode === null ? null : convertExpr(named(guardNode)[0] ?? null, c);
    const all = patterns.map((one) => patternOf(one, c));
    const [only = ANYTHING] = all;
    const isOpen = /^\s*,/.test(c.text.slice((patterns.at(-1) ?? clause).end));
    const pattern: Pattern = all.length > 1 || isOpen ? sequence(all, patterns) : only;
    const body = block(field(clause, "consequence"), c);
    const start = (patterns[0] ?? clause).start + c.shift;
    const end = (guardNode ?? patterns.at(-1) ?? clause).end + c.shift;
    if (pattern.kind === "capture" && pattern.name === null && guard === null) otherwise ??= body;
    else if (otherwise === null) {
      const test = { kind: "case", start, end, subject, pattern, guard } as const;
      arms.push({ test, body, head: { start: clause.start + c.shift, end } });
    }
  }
  if (arms.length === 0) {
    const { start, end } = subject;
    return [{ kind: "expression", start, end, value: subject }, ...(otherwise ?? [])];
  }
  return [{ kind: "if", ...spanOf(node, c), arms, otherwise }];
}

/** `match major, minor:` asks for a tuple, and so does `match major,:`. */
function subjectOf(node: Cst, c: Conversion): Expr {
  const subjects = node.children.filter((child) => child.field === "subject");
  const items = subjects.map((child) => convertExpr(child, c));
  const [first] = items;
  const last = items.at(-1);
  if (first === undefined || last === undefined) return convertExpr(null, c);
  const isTuple = items.length > 1 || /^\s*,/.test(c.text.slice(subjects.at(-1)?.end ?? 0));
  return isTuple ? { kind: "tuple", items, start: first.start, end: last.end } : first;
}

function patternOf(node: Cst, c: Conversion): Pattern {
  const [inner] = named(node);
  if (node.type === "case_pattern" || node.type === "as_pattern") {
    if (node.type === "as_pattern" && inner !== undefined) {
      const name = named(node).at(-1);
      return { kind: "as", pattern: patternOf(inner, c), name: name === undefined ? "" : textOf(name, c) };
    }
    if (inner === undefined) return ANYTHING;
    const isNegative = textOf(node, c).trimStart().startsWith("-");
    return isNegative ? negative(node, inner, c) : patternOf(inner, c);
  }
  switch (node.type) {
    case "union_pattern":
      return { kind: "either", patterns: named(node).map((child) => patternOf(child, c)) };
    case "tuple_pattern":
    case "list_pattern": {
      const children = named(node);
      const isGroup =
        node.type === "tuple_pattern" && children.length === 1 && !/,\s*\)$/.test(textOf(node, c));
      const items = children.map((child) => patternOf(child, c));
      return isGroup ? (items[0] ?? ANYTHING) : sequence(items, children);
    }
    case "dotted_name": {
      const text = textOf(node, c);
      if (text.includes(".")) return { kind: "value", value: convertExpr(node, c) };
      return { kind: "capture", name: text === "_" ? null : text };
    }
    case "splat_pattern":
      return {
        kind: "capture",
        name: inner === undefined || textOf(inner, c) === "_" ? null : textOf(inner, c),
      };
    case "class_pattern":
      return classPattern(node, c);
    case "dict_pattern":
      return mappingPattern(node, c);
    case "complex_pattern":
      return { kind: "other" };
    default:
      return { kind: "value", value: convertExpr(node, c) };
  }
}

function negative(node: Cst, inner: Cst, c: Conversion): Pattern {
  const operand = convertExpr(inner, c);
  return { kind: "value", value: { kind: "unary", ...spanOf(node, c), op: "-", operand } };
}

/** `Capability(9, minor=0)` */
function classPattern(node: Cst, c: Conversion): Pattern {
  const [type, ...parts] = named(node);
  const positional: Pattern[] = [];
  const keywords: { name: string; pattern: Pattern }[] = [];
  for (const part of parts) {
    const keyword = named(part).find((child) => child.type === "keyword_pattern") ?? null;
    const [name, ...value] = keyword === null ? [] : named(keyword);
    if (keyword === null) positional.push(patternOf(part, c));
    else if (name !== undefined) {
      const [pattern] = value;
      const isNegative = /=\s*-/.test(textOf(keyword, c));
      if (pattern !== undefined)
        keywords.push({
          name: textOf(name, c),
          pattern: isNegative ? negative(keyword, pattern, c) : patternOf(pattern, c),
        });
    }
  }
  return { kind: "class", type: convertExpr(type ?? null, c), positional, keywords };
}

/** `{"major": 9, **rest}` */
function mappingPattern(node: Cst, c: Conversion): Pattern {
  const entries: { key: Expr; pattern: Pattern }[] = [];
  let key: Cst | null = null;
  let rest: string | null = null;
  for (const child of node.children) {
    if (child.field === "key") key = child;
    else if (child.field === "value" && key !== null) {
      entries.push({ key: convertExpr(key, c), pattern: patternOf(child, c) });
      key = null;
    } else if (child.type === "splat_pattern") {
      const name = named(child)[0];
      rest = name === undefined ? null : textOf(name, c);
    }
  }
  return { kind: "mapping", entries, rest };
}

function sequence(items: readonly Pattern[], nodes: readonly Cst[]): Pattern {
  return { kind: "sequence", items, star: nodes.findIndex(isSplat) };
}

function isSplat(node: Cst): boolean {
  return node.type === "splat_pattern" || node.children[0]?.type === "splat_pattern";
}
