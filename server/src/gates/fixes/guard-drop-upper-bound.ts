import type { FixKind } from "./fix-kind";
import { excludingOperandOf, upperBoundOf } from "./guard-syntax";
import { sliceOf } from "../../text/source";

/** `a && (x < 1200)` becomes `a`. */
export const guardDropUpperBound: FixKind = {
  kind: "drop-upper-bound",
  layers: ["cuda-preprocessor"],
  propose(request) {
    const operand = excludingOperandOf(request);
    const parent = operand?.around[operand.around.length - 1];
    if (operand === null || parent?.kind !== "binary" || parent.operator !== "&&") return [];
    const { expression } = operand;
    if (upperBoundOf(expression) === null) return [];
    const span =
      parent.right === expression
        ? { start: parent.left.end, end: expression.end }
        : { start: expression.start, end: parent.right.start };
    const bound = sliceOf(request.source, expression).replace(/^\((.*)\)$/s, "$1");
    return [
      {
        kind: "drop-upper-bound",
        title: `Drop the upper bound '${bound}'`,
        edits: [{ span, newText: "" }],
        // Whatever the bound kept out gets in, the title says which.
        mayChange: request.gate.admission.excludes,
      },
    ];
  },
};
