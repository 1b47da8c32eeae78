import type { Expression } from "../../cuda/expression";
import { targetsRefusedBy } from "../../cuda/why";
import { conditionSpan, sourceExpression } from "../../cuda/why";
import type { Mask } from "../../logic/sets";
import { sliceOf } from "../../text/source";
import type { Span } from "../../text/source";
import type { FixKind, FixRequest, Proposal } from "./fix-kind";
import { conjuncts } from "./guard-places";
import { connectives, familyOf, guardShapeOf, upperBoundOf } from "./guard-syntax";

/** `a && x != 1200 && x != 1210` becomes `a`; so does `a && !(x == 1200)`. */
export const guardDropExclusion: FixKind = {
  kind: "drop-exclusion",
  layers: ["cuda-preprocessor"],
  propose(request) {
    const shape = guardShapeOf(request.gate);
    const family = familyOf(request.target);
    const root = shape === null || shape.arms.length > 1 ? null : sourceExpression(shape.branch);
    if (shape === null || family === null || root === null) return [];
    const sides = conjuncts(root);
    const refusing = (wanted: Mask): Expression[] =>
      sides.filter(
        (side) =>
          isExclusion(side) && (targetsRefusedBy(shape.file, shape.branch, side, true) & wanted) !== 0,
      );
    const ofTarget = refusing(request.asked);
    const ofFamily = refusing(family.mask);
    const mayChange = family.mask & request.gate.admission.excludes;
    return [ofFamily, ofTarget]
      .filter((dropped) => dropped.length > 0 && dropped.length < sides.length)
      .map((dropped) => proposalFor(request, root, sides, dropped, mayChange));
  },
};

/** A test that is there to keep something out. */
function isExclusion(side: Expression): boolean {
  if (side.kind === "unary") return side.operator === "!" && upperBoundOf(side) === null;
  return side.kind === "binary" && side.operator === "!=";
}

function proposalFor(
  request: FixRequest,
  root: Expression,
  sides: readonly Expression[],
  dropped: readonly Expression[],
  mayChange: Mask,
): Proposal {
  const shape = guardShapeOf(request.gate);
  const kept = sides.filter((side) => !dropped.includes(side));
  const whole = shape === null ? root : conditionSpan(shape.branch);
  const and = connectives(sliceOf(request.source, whole)).and;
  const texts = dropped.map((side) => `'${sliceOf(request.source, side).replace(/\s+/g, " ")}'`);
  return {
    kind: "drop-exclusion",
    title: `Drop ${texts.join(` ${and} `)}`,
    edits: spansToDrop(sides, kept).map((span) => ({ span, newText: "" })),
    mayChange,
  };
}

/** Each dropped operand with the `&&` that ties it to its neighbour. */
function spansToDrop(sides: readonly Expression[], kept: readonly Expression[]): Span[] {
  const spans: Span[] = [];
  sides.forEach((side, index) => {
    if (kept.includes(side)) return;
    const before = sides.slice(0, index).filter((one) => kept.includes(one));
    const previous = sides[index - 1];
    const next = sides[index + 1];
    if (before.length > 0 && previous !== undefined) spans.push({ start: previous.end, end: side.end });
    else if (next !== undefined) spans.push({ start: side.start, end: next.start });
  });
  return spans;
}
