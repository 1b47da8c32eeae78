/** Flags of a function that only choose between two ways: who has the one goes the other, and is turned away nowhere. */
import type { Def, Expr, Stmt } from "../syntax/syntax";
import { childrenOf, expressionsOf, visitStatements } from "../syntax/walk";
import { isRefusal, isRefusing, outcomeOf } from "./outcome";

/** How often each variable is read, and how often to choose between two ways. */
type Uses = ReadonlyMap<string, { readonly read: number; readonly chosen: number }>;

const known = new WeakMap<Def, Uses>();

/** Whether the function asks the variable for nothing but which of two ways to go, of which neither says no. */
export function onlyChooses(target: Expr, definition: Def | null): boolean {
  if (definition === null || target.kind !== "name") return false;
  let uses = known.get(definition);
  if (uses === undefined) known.set(definition, (uses = usesIn(definition.body)));
  const use = uses.get(target.id);
  return use !== undefined && use.read > 0 && use.read === use.chosen;
}

/** `if flag: … else: …`, where something is done for both. */
function servesBoth(statement: Stmt): boolean {
  if (statement.kind !== "if" || statement.otherwise === null || statement.arms.length > 1) return false;
  return [...statement.arms.map(({ body }) => body), statement.otherwise].every((body) => {
    const outcome = outcomeOf(body);
    return outcome !== "message" && !isRefusing(outcome);
  });
}

function usesIn(statements: readonly Stmt[]): Uses {
  const uses = new Map<string, { read: number; chosen: number }>();
  const see = (node: Expr, chosen: boolean): void => {
    if (node.kind === "name") {
      const use = uses.get(node.id) ?? { read: 0, chosen: 0 };
      use.read++;
      if (chosen) use.chosen++;
      uses.set(node.id, use);
    } else if (node.kind === "unary" && node.op === "not") see(node.operand, chosen);
    else if (node.kind === "conditional") {
      see(node.test, !isRefusal(node.then) && !isRefusal(node.otherwise));
      see(node.then, false);
      see(node.otherwise, false);
    } else for (const child of childrenOf(node)) see(child, false);
  };
  visitStatements(statements, (statement) => {
    // What is bound is not read; neither is it where the function sets the variable anew.
    const bound = statement.kind === "assign" ? statement.targets.filter(({ kind }) => kind === "name") : [];
    const chosen = servesBoth(statement);
    for (const node of expressionsOf(statement)) if (!bound.includes(node)) see(node, chosen);
  });
  return uses;
}
