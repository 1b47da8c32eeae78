import { archLiteral } from "../../python/members";
import type { ListShape } from "../../python/shape";
import type { Expr } from "../../python/syntax";
import { int, str, tuple, type Val } from "../../python/values";

/** A literal list of architectures inside a condition; null when it is none. */
export function literalMembers(node: Expr, text: string): ListShape | null {
  if (node.kind !== "list" && node.kind !== "tuple" && node.kind !== "set") return null;
  const values = node.items.flatMap((item) => literalValue(item) ?? []);
  if (values.length !== node.items.length) return null;
  const literal = archLiteral(node, node.items, values, text, null);
  if (literal === null) return null;
  return {
    kind: "list",
    span: { start: node.start, end: node.end },
    members: literal.members,
    style: literal.style,
    entries: null,
  };
}

function literalValue(node: Expr): Val | null {
  if (node.kind === "number" && !node.float) return int(node.value);
  if (node.kind === "string") {
    const [only] = node.parts;
    return node.parts.length === 1 && typeof only === "string" ? str(only) : null;
  }
  if (node.kind !== "tuple") return null;
  const items = node.items.flatMap((item) => literalValue(item) ?? []);
  return items.length === node.items.length ? tuple(items) : null;
}
