import { DEVICES } from "../../arch/devices";
import type { Mask } from "../../logic/sets";
import type { Span } from "../../text/source";
import { differs } from "../values/logic";
import { compare } from "../values/operators";
import type { Compare, Expr } from "../syntax/syntax";
import { at, truth, type Vec } from "../values/values";

export type ValueOf = (node: Expr) => Vec | undefined;

/** Whether the node is `answer` for certain on every device of the mask. */
export function isFor(vec: Vec | undefined, mask: Mask, answer: boolean): boolean {
  return (
    vec !== undefined && DEVICES.every((_, i) => ((mask >> i) & 1) === 0 || truth(at(vec, i)) === answer)
  );
}

/** The operand because of which `node` is not `want` on the devices of the mask; null when no single one is. */
export function culprit(node: Expr, want: boolean, mask: Mask, valueOf: ValueOf): Span | null {
  if (!isFor(valueOf(node), mask, !want)) return null;
  switch (node.kind) {
    case "unary":
      return node.op === "not" ? culprit(node.operand, !want, mask, valueOf) : node;
    case "bool": {
      const decisive = (node.op === "and") === want;
      const wrong = node.operands.filter((operand) => isFor(valueOf(operand), mask, !want));
      if (decisive) {
        const first = wrong[0];
        return first === undefined ? null : (culprit(first, want, mask, valueOf) ?? first);
      }
      const architectural = node.operands.filter((operand) => differs(valueOf(operand) ?? []));
      const only = architectural[0];
      if (architectural.length === 1 && only !== undefined) return culprit(only, want, mask, valueOf) ?? only;
      return node;
    }
    case "compare":
      return comparisonCulprit(node, want, mask, valueOf);
    case "call": {
      const only =
        node.args.length === 1 && /const_?expr$/.test(nameOfCall(node.callee)) ? node.args[0] : undefined;
      return only === undefined ? node : (culprit(only, want, mask, valueOf) ?? node);
    }
    default:
      return node;
  }
}

function nameOfCall(callee: Expr): string {
  if (callee.kind === "name") return callee.id;
  return callee.kind === "attribute" ? callee.name : "";
}

/** In a chain the pair that fails: `< (12, 0)`; in a membership the list; else the comparison. */
function comparisonCulprit(node: Compare, want: boolean, mask: Mask, valueOf: ValueOf): Span {
  const { operands, ops } = node;
  if (ops.length === 1) {
    const [container, op] = [operands[1], ops[0]];
    const isMembership = op?.op === "in" || op?.op === "not in";
    return isMembership && container !== undefined && container.kind !== "name" ? container : node;
  }
  if (!want) return node;
  const failing = ops.findIndex(({ op }, index) => {
    const [left, right] = [operands[index], operands[index + 1]];
    if (left === undefined || right === undefined) return false;
    const [a, b] = [valueOf(left), valueOf(right)];
    if (a === undefined || b === undefined) return false;
    return DEVICES.every(
      (_, i) => ((mask >> i) & 1) === 0 || truth(compare(op, at(a, i), at(b, i), "")) === false,
    );
  });
  const [op, left, right] = [ops[failing], operands[failing], operands[failing + 1]];
  if (op === undefined || left === undefined || right === undefined) return node;
  return failing === 0 ? { start: left.start, end: op.span.end } : { start: op.span.start, end: right.end };
}
