import { hostShape, type HostConditionShape } from "../../cuda/host/shape";
import { DEVICES } from "../../arch/devices";
import { maskWhere, type Mask } from "../../logic/sets";
import { bare, type Expression } from "../../cuda/host/expression";
import type { Span } from "../../text/source";
import type { FixKind, Proposal } from "./fix-kind";
import { deviceOf, majorOf, slice, testsOf, type Test } from "./host-tests";

/** `sm >= 100 && sm < 120` without its upper bound, or with one behind the target's family. */
export const hostUpperBound: FixKind = {
  kind: "host-upper-bound",
  layers: ["cuda-host"],
  propose: ({ source, gate, target }) => {
    const shape = hostShape(gate.shape);
    const device = deviceOf(target);
    if (shape?.kind !== "host condition" || shape.negated || shape.inLadder || device === null) return [];
    const bounds = testsOf(source.text, shape).filter(
      (test) => /^<=?$/.test(test.operator) && !test.around.includes("!"),
    );
    return bounds
      .filter((test) => majorOf(test) <= device.major)
      .flatMap((test) => proposals(source.text, shape, test, device.major));
  },
};

function proposals(text: string, shape: HostConditionShape, test: Test, major: number): Proposal[] {
  const written = slice(text, test.place);
  const conjunct = conjunctSpan(shape.expression, test.place);
  const drop: Proposal[] =
    conjunct === null
      ? []
      : [
          {
            kind: "host-upper-bound",
            title: `Drop the upper bound '${written}'`,
            edits: [{ span: conjunct, newText: "" }],
            mayChange: from(test, Infinity),
          },
        ];
  const scale = { major: 1, tenfold: 10, hundredfold: 100 }[test.unit];
  const end = (major + 1) * scale;
  const raised = `${test.left} < ${end}`;
  const raise: Proposal = {
    kind: "host-upper-bound",
    title: `Raise the upper bound to '${raised}'`,
    edits: [{ span: test.place, newText: test.place.kind === "group" ? `(${raised})` : raised }],
    mayChange: from(test, major),
  };
  return [...drop, raise];
}

/** The devices behind the bound, up to a major. */
function from(test: Test, major: number): Mask {
  const scale = { major: 0.1, tenfold: 1, hundredfold: 10 }[test.unit];
  return maskWhere(DEVICES, (device) => device.capability * scale >= test.value && device.major <= major);
}

/** The operand with the `&&` that joins it, so that it can be taken out; null where it stands alone. */
function conjunctSpan(expression: Expression, place: Expression): Span | null {
  const inner = bare(expression);
  if (inner.kind === "unary") return conjunctSpan(inner.operand, place);
  if (inner.kind !== "binary") return null;
  if (inner.operator === "&&") {
    if (inner.right === place) return { start: inner.left.end, end: inner.right.end };
    if (inner.left === place) return { start: inner.left.start, end: inner.right.start };
  }
  return conjunctSpan(inner.left, place) ?? conjunctSpan(inner.right, place);
}
