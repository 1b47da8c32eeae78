/** Parts of a condition that settle what the whole leaves open: `(sm < 100 || (sm == 100 && …))` among other things. */
import type { Gate } from "../../gates/gate";
import type { Condition } from "./condition";
import { bare, type Expression } from "./expression";
import { makeGate } from "./host-gate";
import { remarksFor, shapeOf, type HostReader } from "./reader";
import { decides, truthSets } from "./values";

/** One gate for each outermost such part. */
export function operandGates(reader: HostReader, condition: Condition): Gate[] {
  const open = truthSets(condition.values).depends.reduce((mask, part) => mask | part.mask, 0);
  if (open === 0) return [];
  return partsOf(bare(condition.expression)).flatMap((part) => gatesWithin(reader, condition, part, open));
}

function gatesWithin(reader: HostReader, whole: Condition, part: Expression, open: number): Gate[] {
  const values = reader.evaluator.evaluate(part, whole.at);
  if (!decides(values)) return [];
  const { yes, no, depends } = truthSets(values);
  const settles = (no & open) !== 0 || (depends.length > 0 && (yes & open) !== 0);
  const inner = partsOf(bare(part));
  const left = depends.reduce((mask, { mask: more }) => mask | more, 0);
  const smaller = inner.flatMap((one) => gatesWithin(reader, whole, one, settles ? open & left : open));
  if (!settles || inner.length === 0) return smaller;
  const condition = { expression: part, values, at: whole.at };
  return [
    ...smaller,
    makeGate(reader, {
      form: "operand",
      span: { start: part.start, end: part.end },
      condition,
      values,
      negated: false,
      consequence: null,
      remarks: remarksFor(reader, part),
      claim: null,
      definedAt: null,
      code: [],
      shape: shapeOf(reader, condition, false, false),
      exempt: () => "the rest of the condition may let it in or keep it out",
    }),
  ];
}

function partsOf(expression: Expression): Expression[] {
  if (expression.kind === "unary" && expression.operator === "!") return [expression.operand];
  const joins =
    expression.kind === "binary" && (expression.operator === "&&" || expression.operator === "||");
  return joins ? [expression.left, expression.right] : [];
}
