import type { Call, Comprehension, Expr } from "../../python/syntax/syntax";
import type { TextEdit } from "../edits";
import { literalMembers } from "./python-literals";
import { insertMembers, spelled } from "./python-members";
import { missing, nameOf, type Opening } from "./python-opening";

type Open = (node: Expr, want: boolean, opening: Opening) => readonly TextEdit[] | null;

/** The generator of `any(… for x in …)` and `all(…)`, where nothing else decides; null for other calls. */
function generatorOf(node: Call): Comprehension | null {
  const [only] = node.args;
  if (node.args.length !== 1 || !/^(?:any|all)$/.test(nameOf(node.callee))) return null;
  return only?.kind === "comprehension" && only.value === null && only.clauses.length === 1 ? only : null;
}

/** `all(cap(i)[0] in (9, 10) for i in range(n))`: the test of each; `any(cc == one for one in [(9, 0)])`: the list. */
export function openEach(
  node: Call,
  want: boolean,
  opening: Opening,
  open: Open,
): readonly TextEdit[] | null {
  const generator = generatorOf(node);
  const [clause] = generator?.clauses ?? [];
  if (generator === null || clause?.kind !== "for") return null;
  const { element } = generator;
  const isAny = nameOf(node.callee) === "any";
  const [left, right] = element.kind === "compare" ? element.operands : [];
  const names = [left, right].map((one) => (one === undefined ? "" : nameOf(one)));
  const isMember = element.kind === "compare" && element.ops.length === 1 && element.ops[0]?.op === "==";
  if (isAny && want && isMember && names.includes(nameOf(clause.target)) && opening.strategy === "add") {
    const { source, shape } = opening;
    const list = literalMembers(clause.iterable, source.text);
    const value = shape.valueOf(node);
    if (list === null || value === undefined) return null;
    const model = list.members.at(-1)?.text ?? "";
    return insertMembers(source, list, spelled(list.style, model, missing(value, want, opening)));
  }
  return open(element, want, opening);
}
