/**
 * Lists that are put together from pieces: what the device decides about one of them decides about no more than that
 * piece, as `["a"] + (["b"] if is_sm90 else [])` does.
 */
import type { Def, Expr, Stmt } from "../syntax/syntax";
import { childrenOf, expressionsOf, visitStatements } from "../syntax/walk";
import { isRefusal } from "./outcome";

/** Methods that put more into what is there. */
const ADDS = /^(?:extend|update)$/;
/** What makes a list of another one, item by item. */
const COPIES = /^(?:list|tuple|set|sorted|frozenset)$/;

/** What of the statement is a piece of something that is there without it. */
export function piecesOf(statement: Stmt): ReadonlySet<Expr> {
  const pieces = new Set<Expr>();
  const adds = statement.kind === "augmented" && isJoin(statement.op);
  for (const node of expressionsOf(statement))
    see(node, adds && node === statement.value, (inner) => pieces.add(inner));
  return pieces;
}

function see(node: Expr, isPiece: boolean, add: (piece: Expr) => void): void {
  if (isPiece) add(node);
  const inner = inheriting(node);
  const joined = joinedIn(node);
  for (const child of childrenOf(node))
    see(child, (isPiece && inner.includes(child)) || joined.includes(child), add);
}

/** What comes to the same as the whole. */
function inheriting(node: Expr): readonly Expr[] {
  if (node.kind === "conditional") return [node.then, node.otherwise];
  if (node.kind === "binary" && isJoin(node.op)) return [node.left, node.right];
  if (node.kind === "call" && node.callee.kind === "name" && COPIES.test(node.callee.id)) return node.args;
  if (node.kind === "comprehension")
    return node.clauses.flatMap((one) => (one.kind === "for" ? [one.iterable] : []));
  return node.kind === "starred" ? [node.value] : [];
}

/** What is put together with something that is there in any case. */
function joinedIn(node: Expr): readonly Expr[] {
  if (node.kind === "binary" && isJoin(node.op)) {
    const sides = [node.left, node.right];
    return sides.filter((_, index) => isThere(sides[1 - index]));
  }
  if (node.kind === "list" || node.kind === "tuple" || node.kind === "set") {
    const { items } = node;
    return items.filter(
      (item) => item.kind === "starred" && items.some((one) => one !== item && isThere(one)),
    );
  }
  if (node.kind === "dict") {
    const isMore = node.entries.some(({ key, value }) => key !== null || isThere(value));
    return isMore ? node.entries.flatMap(({ key, value }) => (key === null ? [value] : [])) : [];
  }
  if (node.kind !== "call") return [];
  const starred = node.args.filter(({ kind }) => kind === "starred");
  return node.callee.kind === "attribute" && ADDS.test(node.callee.name) ? node.args : starred;
}

/** Whether nothing is added by it: None and False cannot be put together with anything. */
export function isEmptyPiece(node: Expr): boolean {
  switch (node.kind) {
    case "list":
    case "tuple":
    case "set":
      return node.items.length === 0;
    case "dict":
      return node.entries.length === 0;
    case "string":
      return node.parts.every((part) => part === "");
    case "call":
      return node.callee.kind === "name" && EMPTY.test(node.callee.id) && node.args.length === 0;
    default:
      return false;
  }
}

const EMPTY = /^(?:list|tuple|set|dict|frozenset|str)$/;

function isJoin(op: string): boolean {
  return op === "+" || op === "|";
}

/** Whether something is there in any case, as far as it is spelled out. */
function isThere(node: Expr | undefined): boolean {
  if (node === undefined) return false;
  switch (node.kind) {
    case "starred":
      return isThere(node.value);
    case "conditional":
      return isThere(node.then) && isThere(node.otherwise);
    case "binary":
      return !isJoin(node.op) || isThere(node.left) || isThere(node.right);
    case "list":
    case "tuple":
    case "set":
      return node.items.some(isThere);
    case "dict":
      return node.entries.some(({ key, value }) => key !== null || isThere(value));
    default:
      return !isRefusal(node);
  }
}

interface Uses {
  /** How often each variable is read, and how often as a piece. */
  readonly read: ReadonlyMap<string, number>;
  readonly asPiece: ReadonlyMap<string, number>;
}

const known = new WeakMap<Def, Uses>();

/** Whether the function takes the variable for nothing but a piece of something else. */
export function isOnlyPiece(target: Expr, definition: Def | null): boolean {
  if (definition === null || target.kind !== "name") return false;
  let uses = known.get(definition);
  if (uses === undefined) known.set(definition, (uses = usesIn(definition)));
  const read = uses.read.get(target.id) ?? 0;
  return read > 0 && read === uses.asPiece.get(target.id);
}

function usesIn({ body }: Def): Uses {
  const read = new Map<string, number>();
  const asPiece = new Map<string, number>();
  visitStatements(body, (statement) => {
    const pieces = piecesOf(statement);
    const bound = statement.kind === "assign" ? statement.targets : [];
    const visit = (node: Expr): void => {
      if (node.kind === "name") {
        read.set(node.id, (read.get(node.id) ?? 0) + 1);
        if (pieces.has(node)) asPiece.set(node.id, (asPiece.get(node.id) ?? 0) + 1);
      }
      for (const child of childrenOf(node)) visit(child);
    };
    for (const node of expressionsOf(statement)) if (!bound.includes(node)) visit(node);
  });
  return { read, asPiece };
}
