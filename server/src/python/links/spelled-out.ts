/** Names that stand in quotes: what is imported later on, or registered by a call. */
import { dottedName } from "./lookups";
import type { Expr } from "../syntax/syntax";

type Call = Extract<Expr, { kind: "call" }>;

/** `f = load_later("package.module", "f")`: an import, made when it is used first. */
export function importedLater(value: Expr): { path: string; member: string } | null {
  if (value.kind !== "call" || value.args.length !== 2) return null;
  const [path, member] = value.args.map((one) => (one.kind === "string" ? literal(one) : null));
  if (typeof path !== "string" || typeof member !== "string") return null;
  return /^[a-z_]\w*(?:\.\w+)*$/.test(path) && /^[A-Za-z_]\w*$/.test(member) ? { path, member } : null;
}

/** `register_op(op_name="name", op_func=function)`, `custom_op("library::name", function)`. */
export function operatorBy(node: Call): { name: string; target: string } | null {
  const keyword = (name: RegExp): Expr | undefined => node.keywords.find((one) => name.test(one.name))?.value;
  const named = keyword(/name$/) ?? node.args[0];
  const target = keyword(/func$|^fn$/) ?? node.args[1];
  const text = named?.kind === "string" ? literal(named) : null;
  const fn = target === undefined ? null : dottedName(target);
  return text !== null && fn !== null ? { name: lastPart(text), target: fn } : null;
}

/** "library::name": its last part. */
export function lastPart(name: string): string {
  return name.slice(name.lastIndexOf(":") + 1);
}

/** The text of a string; null where something is put into it. */
export function literal(node: Extract<Expr, { kind: "string" }>): string | null {
  return node.parts.every((part) => typeof part === "string") ? node.parts.join("") : null;
}
