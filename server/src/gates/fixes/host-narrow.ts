import { DEVICES } from "../../arch/devices";
import { hostShape } from "../../cuda/host/shape";
import { ALL_DEVICES, devicesOf, maskWhere, variantMask } from "../../logic/sets";
import type { Mask } from "../../logic/sets";
import type { FixKind, FixRequest, Proposal } from "./fix-kind";
import { narrowing, scaleOf, slice, testsOf, type Test } from "./host-tests";

/** `sm >= 90` made `sm >= 90 && sm < 100`: what it opens uses what newer devices do not have. */
export const hostNarrow: FixKind = {
  kind: "host-narrow",
  layers: ["cuda-host"],
  propose: (request) => {
    const shape = hostShape(request.gate.shape);
    const { admits } = request.gate.admission;
    if (shape?.kind !== "host condition" || (admits & request.asked) === 0) return [];
    const able = devicesThatHave(request);
    const most = DEVICES.findLast((_, index) => (able >> index) & 1);
    if (able === ALL_DEVICES || most === undefined) return [];
    return testsOf(request.source.text, shape)
      .filter(({ operator, wanted }) => operator === (wanted ? ">=" : "<"))
      .map((test) => proposal(request.source.text, test, most.major, most.capability, admits & ~able));
  },
};

/** The devices that have every instruction which the asked one lacks. */
function devicesThatHave({ gate, target }: FixRequest): Mask {
  const variants = variantMask(target);
  return gate.instructions
    .filter((use) => !use.approximate && (use.targets & variants) === 0)
    .reduce((mask, use) => mask & devicesOf(use.targets), ALL_DEVICES);
}

function proposal(text: string, test: Test, major: number, newest: number, mayChange: Mask): Proposal {
  const joint = narrowing(test.wanted);
  const end = (major + 1) * 10 * scaleOf(test);
  const bound = `${test.left} ${test.wanted ? "<" : ">="} ${end}`;
  const written = slice(text, test.place);
  const oneMajor = test.unit === "major" && test.value === major && written.includes(test.operator);
  const isGroup = test.place.kind === "group";
  const beside = isGroup || test.around.length === 0 || test.around[0] === joint;
  const only = `${test.left} ${test.wanted ? "==" : "!="} ${test.constant}`;
  const bounded = isGroup ? `${written.slice(0, -1)} ${joint} ${bound})` : `${written} ${joint} ${bound}`;
  const newText = oneMajor ? (isGroup ? `(${only})` : only) : beside ? bounded : `(${bounded})`;
  return {
    kind: "host-narrow",
    title: oneMajor ? `Ask for ${major}.x alone: '${only}'` : `Add the upper bound '${bound}'`,
    edits: [{ span: test.place, newText }],
    mayChange: mayChange & maskWhere(DEVICES, ({ capability }) => capability > newest),
  };
}
