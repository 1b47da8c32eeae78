import { int, str, tuple, type Val } from "./values";
import type { Expr } from "../syntax/syntax";

/** A number, a text, or a tuple of them, as it is spelled out; null for anything else. */
export function literalOf(node: Expr): Val | null {
  if (node.kind === "number" && !node.float) return int(node.value);
  if (node.kind === "string") {
    const [only] = node.parts;
    return node.parts.length === 1 && typeof only === "string" ? str(only) : null;
  }
  if (node.kind !== "tuple") return null;
  const items = node.items.flatMap((item) => literalOf(item) ?? []);
  return items.length === node.items.length ? tuple(items) : null;
}
