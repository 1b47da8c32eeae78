import { hostShape } from "../../cuda/host/shape";
import { DEVICES } from "../../arch/devices";
import { maskWhere } from "../../logic/sets";
import type { FixKind, Proposal } from "./fix-kind";
import { deviceOf, isListed, narrowing, scaleOf, slice, testsOf, widening, type Test } from "./host-tests";

/** `sm == 100` made `sm >= 100`, where the list ends with it: everything newer gets in. */
export const hostNewer: FixKind = {
  kind: "host-newer",
  layers: ["cuda-host"],
  propose: ({ source, gate, target }) => {
    const shape = hostShape(gate.shape);
    const device = deviceOf(target);
    if (shape?.kind !== "host condition" || shape.inLadder || device === null) return [];
    const listed = testsOf(source.text, shape).filter(
      (test) => isListed(test) && !/^(?:tag|text|start)$/.test(test.unit),
    );
    const newest = listed.reduce<Test | null>(
      (best, test) => (best === null || test.value >= best.value ? test : best),
      null,
    );
    return newest === null ? [] : [proposal(source.text, newest)];
  },
};

function proposal(text: string, test: Test): Proposal {
  const scale = scaleOf(test);
  const mayChange = maskWhere(DEVICES, (device) => Math.floor(device.capability * scale) >= test.value);
  const isName = !slice(text, test.place).includes(test.operator);
  // `!is_sm90`: what is written beside the name stands outside of the `!`
  const negated = isName && test.around[0] === "!";
  const wanted = test.wanted !== negated;
  const bound = `${test.left} ${wanted ? ">=" : "<"} ${test.constant}`;
  const title = `Let newer devices in: '${bound}'`;
  if (!isName) {
    const newText = test.place.kind === "group" ? `(${bound})` : bound;
    return { kind: "host-newer", title, edits: [{ span: test.place, newText }], mayChange };
  }
  const more = ` ${widening(wanted)} ${bound}`;
  if (negated && test.around[1] === narrowing(wanted)) {
    const start = test.place.start - 1;
    const edits = [
      { span: { start, end: start }, newText: "(" },
      { span: { start: test.place.end, end: test.place.end }, newText: `${more})` },
    ];
    return { kind: "host-newer", title, edits, mayChange };
  }
  const alone = test.around[0] === narrowing(test.wanted);
  const newText = alone ? bound : more;
  const span = alone ? test.place : { start: test.place.end, end: test.place.end };
  return { kind: "host-newer", title, edits: [{ span, newText }], mayChange };
}
