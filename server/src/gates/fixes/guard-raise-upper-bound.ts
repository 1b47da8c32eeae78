import type { FixKind } from "./fix-kind";
import { excludingOperandOf, familyOf, upperBoundOf } from "./guard-syntax";

/** `x < 1200` becomes `x < 1300`: up to the end of the target's family. */
export const guardRaiseUpperBound: FixKind = {
  kind: "raise-upper-bound",
  layers: ["cuda-preprocessor"],
  propose(request) {
    const operand = excludingOperandOf(request);
    const family = familyOf(request.target);
    const upper = operand === null ? null : upperBoundOf(operand.expression);
    if (upper === null || family === null) return [];
    const value = upper.operator === "<" ? family.to : family.to - 1;
    return [
      {
        kind: "raise-upper-bound",
        title: `Raise the upper bound to '${upper.operator} ${value}'`,
        edits: [{ span: { start: upper.bound.start, end: upper.bound.end }, newText: String(value) }],
        mayChange: request.gate.admission.excludes,
      },
    ];
  },
};
