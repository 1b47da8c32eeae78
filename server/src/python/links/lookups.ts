/** What is looked up by a key or a name, and then called. */
import type { Expr } from "../syntax/syntax";
import { lastName } from "../syntax/walk";

/** The names that stand in a dictionary or a sequence as it is written, and whether nothing else does. */
export function namedIn(value: Expr): { members: string[]; isWhole: boolean } {
  const names = valuesOf(value).map(dottedName);
  const isSpread = value.kind === "dict" && value.entries.some(({ key }) => key === null);
  return { members: names.flatMap((one) => one ?? []), isWhole: !isSpread && !names.includes(null) };
}

/** Whether it is handed over as it is, and run by whoever takes it. */
export function isHandedOver({ kind }: Expr): boolean {
  return kind === "name" || kind === "attribute" || kind === "lambda";
}

/** Whether a call takes something by its key from a dictionary: `table.get(key, other)`. */
export function isGet({ callee, args }: Extract<Expr, { kind: "call" }>): boolean {
  return callee.kind === "attribute" && callee.name === "get" && args.length > 0 && args.length <= 2;
}

export function valuesOf(value: Expr): readonly Expr[] {
  if (value.kind === "dict") return value.entries.map((entry) => entry.value);
  return value.kind === "list" || value.kind === "tuple" ? value.items : [];
}

/** By what a called thing is looked up where that is not written beside it; null where it is, or nothing is looked up. */
export function lookedUp(callee: Expr, locals: ReadonlyMap<string, Expr>): string | null {
  if (callee.kind === "call")
    return lastName(callee.callee) === "getattr" && callee.args[1]?.kind !== "string" ? "getattr" : null;
  if (callee.kind !== "subscript") return null;
  const name = dottedName(callee.object);
  const local = name === null ? undefined : locals.get(name);
  return local !== undefined && valuesOf(local).length > 0 ? null : name;
}

export function dottedName(node: Expr): string | null {
  if (node.kind === "name") return node.id;
  if (node.kind !== "attribute") return null;
  const object = dottedName(node.object);
  return object === null ? null : `${object}.${node.name}`;
}
