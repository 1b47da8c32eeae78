import { hostShape, type HostConditionShape } from "../../cuda/host/shape";
import { DEVICES } from "../../arch/devices";
import { maskWhere, type Mask } from "../../logic/sets";
import type { FixKind, Proposal } from "./fix-kind";
import {
  deviceOf,
  isUpperBound,
  majorOf,
  narrowing,
  scaleOf,
  slice,
  spanToDrop,
  testsOf,
  type Test,
} from "./host-tests";

/** `sm >= 100 && sm < 120` without its upper bound, or with one behind the target's family. */
export const hostUpperBound: FixKind = {
  kind: "host-upper-bound",
  layers: ["cuda-host"],
  propose: ({ source, gate, target }) => {
    const shape = hostShape(gate.shape);
    const device = deviceOf(target);
    if (shape?.kind !== "host condition" || shape.inLadder || device === null) return [];
    return testsOf(source.text, shape)
      .filter((test) => isUpperBound(test) && majorOf(test) <= device.major)
      .flatMap((test) => proposals(source.text, shape, test, device.major));
  },
};

function proposals(text: string, shape: HostConditionShape, test: Test, major: number): Proposal[] {
  const written = slice(text, test.place);
  const dropped = spanToDrop(shape.expression, test.place, narrowing(test.wanted));
  const drop: Proposal[] =
    dropped === null
      ? []
      : [
          {
            kind: "host-upper-bound",
            title: `Drop the upper bound '${written}'`,
            edits: [{ span: dropped, newText: "" }],
            mayChange: from(test, Infinity),
          },
        ];
  const end = (major + 1) * 10 * scaleOf(test);
  const raised = `${test.left} ${test.wanted ? "<" : ">="} ${end}`;
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
  const scale = scaleOf(test);
  return maskWhere(DEVICES, (device) => device.capability * scale >= test.value && device.major <= major);
}
