/** Paths of sources in Python, as far as they are spelled out. */
import type { Expr } from "../syntax/syntax";

const SOURCE = /[\w*]\.(?:cu|cuh|cc|cpp|cxx|jinja)$/;
const DEEPEST = 12;

/** The path of a source, when the expression as a whole spells out one. */
export function sourcePath(node: Expr, locals: ReadonlyMap<string, Expr>): string | null {
  const path = literalPath(node, locals);
  return path !== null && SOURCE.test(path) && !/\s/.test(path) ? path : null;
}

function without(locals: ReadonlyMap<string, Expr>, name: string): ReadonlyMap<string, Expr> {
  const rest = new Map(locals);
  rest.delete(name);
  return rest;
}

/** `DIR / "a" / f"{x}.cu"` is "a/*.cu": folders that names stand for are left out. Null: nothing is spelled out. */
export function literalPath(node: Expr, locals: ReadonlyMap<string, Expr>, depth = 0): string | null {
  if (depth > DEEPEST) return null;
  switch (node.kind) {
    case "string":
      return node.parts.map((part) => (typeof part === "string" ? part : "*")).join("");
    case "binary": {
      if (node.op !== "/" && node.op !== "+") return null;
      const right = literalPath(node.right, locals, depth + 1);
      const left = literalPath(node.left, locals, depth + 1);
      if (right === null) return null;
      if (left === null) return node.op === "/" ? right : `*${right}`;
      return node.op === "/" ? `${left}/${right}` : left + right;
    }
    case "call": {
      const [only] = node.args;
      const callee =
        node.callee.kind === "name"
          ? node.callee.id
          : node.callee.kind === "attribute"
            ? node.callee.name
            : "";
      if (callee === "join") {
        const parts = node.args.map((argument) => literalPath(argument, locals, depth + 1));
        const known = parts.slice(Math.max(0, parts.lastIndexOf(null) + 1));
        return known.length === 0 ? null : known.join("/");
      }
      if (only === undefined || node.args.length > 1) return null;
      return /^(?:str|Path|PurePath|fspath|abspath|realpath|resolve)$/.test(callee)
        ? literalPath(only, locals, depth + 1)
        : null;
    }
    case "name": {
      const value = locals.get(node.id);
      return value === undefined || value === node
        ? null
        : literalPath(value, without(locals, node.id), depth + 1);
    }
    default:
      return null;
  }
}
