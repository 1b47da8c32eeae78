import { literalOf } from "../../python/values/literal";
import { archLiteral } from "../../python/gates/members";
import type { ListShape } from "../../python/shape";
import type { Expr } from "../../python/syntax/syntax";

/** A literal list of architectures inside a condition; null when it is none. */
export function literalMembers(node: Expr, text: string): ListShape | null {
  if (node.kind !== "list" && node.kind !== "tuple" && node.kind !== "set") return null;
  const values = node.items.flatMap((item) => literalOf(item) ?? []);
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
