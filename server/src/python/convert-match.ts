import { field, named, spanOf, textOf, type Conversion } from "./convert";
import { convertExpr } from "./convert-expr";
import type { Cst } from "./parse";
import type { Arm, Pattern, Stmt } from "./syntax";

type Body = (node: Cst | null, c: Conversion) => Stmt[];

const ANYTHING: Pattern = { kind: "capture", name: null };

/** `match x: case 9: …` reads as `if x is like 9: …`; a last `case _` is the `else`. */
export function matchStatement(node: Cst, c: Conversion, block: Body): Stmt[] {
  const subject = convertExpr(field(node, "subject"), c);
  const clauses = (field(node, "body") ?? node).children.filter((child) => child.type === "case_clause");
  const arms: Arm[] = [];
  let otherwise: Stmt[] | null = null;
  for (const clause of clauses) {
    const patterns = clause.children.filter((child) => child.type === "case_pattern");
    const guardNode = field(clause, "guard");
    const guard = guardNode === null ? null : convertExpr(named(guardNode)[0] ?? null, c);
    const all = patterns.map((one) => patternOf(one, c));
    const [only = ANYTHING] = all;
    const pattern: Pattern = all.length > 1 ? sequence(all, patterns) : only;
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

function patternOf(node: Cst, c: Conversion): Pattern {
  const [inner] = named(node);
  if (node.type === "case_pattern" || node.type === "as_pattern") {
    if (node.type === "as_pattern" && inner !== undefined) {
      const name = named(node).at(-1);
      return { kind: "as", pattern: patternOf(inner, c), name: name === undefined ? "" : textOf(name, c) };
    }
    if (inner === undefined) return ANYTHING;
    const isNegative = textOf(node, c).trimStart().startsWith("-");
    return isNegative ? { kind: "other" } : patternOf(inner, c);
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
      return ANYTHING;
    case "class_pattern":
    case "dict_pattern":
    case "complex_pattern":
      return { kind: "other" };
    default:
      return { kind: "value", value: convertExpr(node, c) };
  }
}

function sequence(items: readonly Pattern[], nodes: readonly Cst[]): Pattern {
  return { kind: "sequence", items, star: nodes.findIndex(isSplat) };
}

function isSplat(node: Cst): boolean {
  return node.type === "splat_pattern" || node.children[0]?.type === "splat_pattern";
}
