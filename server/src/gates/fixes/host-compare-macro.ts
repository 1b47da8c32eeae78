import { DEVICES } from "../../arch/devices";
import { bare, numberOf, type Expression } from "../../cuda/host/expression";
import { hostShape, type ComparingMacro } from "../../cuda/host/shape";
import { maskWhere } from "../../logic/sets";
import type { FixKind, Proposal } from "./fix-kind";
import { deviceOf, devicesOfMajor, slice } from "./host-tests";

/** `CHECK_EQ(sm, 90)` made `CHECK(sm == 90 || sm == 120)`; `CHECK_LT(sm, 120)` with its bound raised. */
export const hostCompareMacro: FixKind = {
  kind: "host-compare-macro",
  layers: ["cuda-host"],
  propose: ({ source, gate, target }) => {
    const shape = hostShape(gate.shape);
    const device = deviceOf(target);
    if (shape?.kind !== "host condition" || shape.macro === null || device === null) return [];
    const { expression, macro } = shape;
    if (expression.kind !== "binary") return [];
    const right = bare(expression.right);
    const value = right.kind === "number" ? numberOf(slice(source.text, right)) : null;
    if (value === null) return [];
    const scale = value >= 500 ? 10 : value >= 50 ? 1 : 0.1;
    const all = devicesOfMajor(device.major);
    if (expression.operator === "<" || expression.operator === "<=") {
      const end = (device.major + 1) * 10 * scale - (expression.operator === "<" ? 0 : 1);
      return [
        {
          kind: "host-compare-macro",
          title: `Raise the upper bound to ${end}`,
          edits: [{ span: { start: right.start, end: right.end }, newText: String(end) }],
          mayChange: maskWhere(
            DEVICES,
            (other) => other.capability * scale >= value && other.major <= device.major,
          ),
        },
      ];
    }
    if (expression.operator !== "==" || macro.plain === null) return [];
    const family = DEVICES.filter((other) => other.major === device.major);
    const one = scale === 0.1 ? all : maskWhere(DEVICES, (other) => other === device);
    const proposals = [{ numbers: [Math.floor(device.capability * scale)], mayChange: one }];
    if (scale !== 0.1)
      proposals.unshift({ numbers: family.map((other) => other.capability * scale), mayChange: all });
    return proposals.map(({ numbers, mayChange }) => ({
      ...asCondition(source.text, expression, macro, macro.plain ?? "", numbers),
      mayChange,
    }));
  },
};

function asCondition(
  text: string,
  { left, right }: Expression & { kind: "binary" },
  { name, comma }: ComparingMacro,
  plain: string,
  numbers: readonly number[],
): Omit<Proposal, "mayChange"> {
  const asked = slice(text, left);
  const more = numbers.map((number) => `|| ${asked} == ${number}`).join(" ");
  return {
    kind: "host-compare-macro",
    title: `Ask by ${plain}, and add '${more}'`,
    edits: [
      { span: name, newText: plain },
      { span: comma, newText: " ==" },
      { span: { start: right.end, end: right.end }, newText: ` ${more}` },
    ],
  };
}
