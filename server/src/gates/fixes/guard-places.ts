/** Where in a guard's condition an alternative can stand: the parts of it that keep certain targets out. */
import type { Expression } from "../../cuda/expression";
import type { GuardShape } from "../../cuda/guards";
import { conditionSpan, sourceExpression, targetsRefusedBy } from "../../cuda/why";
import type { Mask } from "../../logic/sets";
import type { Span } from "../../text/source";

/** One or more operands side by side, joined by `&&`; the whole condition at last. */
export interface Place {
  readonly span: Span;
  /** The operands in it. */
  readonly parts: readonly Expression[];
  /** Whether it is the whole condition. */
  readonly isWhole: boolean;
}

/**
 * Of `a && b && c` the operands that refuse any of `wanted`, as far down as one alone does; then the condition as a
 * whole. Whether an alternative does its work in a place shows when the edited text is analysed.
 */
export function placesFor({ file, branch }: GuardShape, wanted: Mask): Place[] {
  const root = sourceExpression(branch);
  if (root === null) return [];
  const whole: Place = { span: conditionSpan(branch), parts: [root], isWhole: true };
  const places: Place[] = [];
  let at: Expression = root;
  for (;;) {
    const sides = conjuncts(at);
    const refusing = sides.map((side) => (targetsRefusedBy(file, branch, side, true) & wanted) !== 0);
    const first = refusing.indexOf(true);
    const last = refusing.lastIndexOf(true);
    if (sides.length < 2 || first < 0) break;
    // An operand between them that asks for something else would be passed over as well.
    if (refusing.slice(first, last + 1).includes(false)) break;
    const parts = sides.slice(first, last + 1);
    const [only] = parts;
    const end = parts[parts.length - 1];
    if (only === undefined || end === undefined) break;
    places.unshift({
      span: { start: only.start, end: end.end },
      parts,
      isWhole: parts.length === sides.length && at === root,
    });
    if (parts.length > 1) break;
    at = only;
  }
  return places.some(({ isWhole }) => isWhole) ? places : [...places, whole];
}

/** `a`, `b` and `c` of `a && b && c`; what stands in parentheses of its own is one of them. */
export function conjuncts(expression: Expression): Expression[] {
  const found: Expression[] = [];
  const pending = [expression];
  for (let at = pending.pop(); at !== undefined; at = pending.pop()) {
    if (at.kind !== "binary" || at.operator !== "&&") found.push(at);
    else if (at === expression || at.start === at.left.start) pending.push(at.right, at.left);
    else found.push(at);
  }
  return found;
}
