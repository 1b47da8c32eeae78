import { maskWhere, variantMask } from "../../logic/sets";
import type { Mask } from "../../logic/sets";
import { TARGETS } from "../../arch/targets";
import { sourceExpression } from "../../cuda/why";
import type { Expression } from "../../cuda/expression";
import { sliceOf } from "../../text/source";
import type { TextEdit } from "../edits";
import type { FixKind, FixRequest, Proposal } from "./fix-kind";
import { guardShapeOf, strictBounds } from "./guard-syntax";

/**
 * `x > 1000` becomes `x >= 1000`: a strict comparison with an architecture's own number just misses that one. Offered
 * to the one that is missed, and to others where the code shows by its instructions that it runs there too.
 */
export const guardIncludeBound: FixKind = {
  kind: "include-bound",
  layers: ["cuda-preprocessor"],
  propose(request) {
    const shape = guardShapeOf(request.gate);
    if (shape === null || shape.arms.length > 1) return [];
    const root = sourceExpression(shape.branch);
    if (root === null) return [];
    const bounds = strictBounds(root);
    return [...new Set(bounds.map(({ value }) => value))].flatMap((value) => {
      const missed = maskWhere(TARGETS, ({ capability }) => capability * 10 === value);
      if (!mayRunOn(request, missed)) return [];
      const same = bounds.filter((bound) => bound.value === value).map(({ comparison }) => comparison);
      return proposal(request, same, missed);
    });
  },
};

function mayRunOn({ gate, target }: FixRequest, missed: Mask): boolean {
  if (missed === 0) return false;
  const { instructions } = gate;
  if (instructions.some((use) => (use.targets & missed) === 0)) return false;
  return missed === variantMask(target) || instructions.some((use) => !use.approximate);
}

function proposal({ source }: FixRequest, comparisons: readonly Expression[], missed: Mask): Proposal[] {
  const edits: TextEdit[] = [];
  const written: string[] = [];
  for (const at of comparisons) {
    if (at.kind !== "binary") continue;
    const between = { start: at.left.end, end: at.right.start };
    const offset = sliceOf(source, between).search(/[<>]/);
    if (offset < 0) return [];
    const end = between.start + offset + 1;
    const negated = at.operator === "<=" || at.operator === ">=";
    // `!(x <= N)` loses its equals sign, `x > N` gets one.
    edits.push({ span: { start: end, end: end + (negated ? 1 : 0) }, newText: negated ? "" : "=" });
    const text = sliceOf(source, at);
    const cut = end - at.start;
    written.push(`${text.slice(0, cut)}${negated ? "" : "="}${text.slice(cut + (negated ? 1 : 0))}`);
  }
  if (edits.length === 0) return [];
  const title = `Include the bound: '${[...new Set(written)].join("', '")}'`;
  return [{ kind: "include-bound", title, edits, mayChange: missed }];
}
