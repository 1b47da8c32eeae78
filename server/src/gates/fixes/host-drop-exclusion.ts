import { hostShape, type HostConditionShape } from "../../cuda/host/shape";
import type { FixKind, FixRequest, Proposal } from "./fix-kind";
import {
  deviceOf,
  devicesOfMajor,
  isExcluded,
  majorOf,
  narrowing,
  slice,
  spanToDrop,
  testsOf,
  type Test,
} from "./host-tests";

/** `sm >= 90 && sm != 120` made `sm >= 90`; of a refusal, `sm < 90 || sm == 120` made `sm < 90`. */
export const hostDropExclusion: FixKind = {
  kind: "host-drop-exclusion",
  layers: ["cuda-host"],
  propose: (request) => {
    const shape = hostShape(request.gate.shape);
    const device = deviceOf(request.target);
    if (shape?.kind !== "host condition" || device === null) return [];
    const named = testsOf(request.source.text, shape).filter(
      (test) => isExcluded(test) && majorOf(test) === device.major,
    );
    const several = named.length > 1 ? dropping(request, shape, named, device.major) : [];
    return [...several, ...named.flatMap((test) => dropping(request, shape, [test], device.major))];
  },
};

function dropping(
  { source }: FixRequest,
  shape: HostConditionShape,
  tests: readonly Test[],
  major: number,
): Proposal[] {
  const spans = tests.map(({ place, wanted }) => spanToDrop(shape.expression, place, narrowing(wanted)));
  const edits = spans.flatMap((span) => (span === null ? [] : [{ span, newText: "" }]));
  if (edits.length < spans.length) return [];
  const overlap = edits.some((one, at) =>
    edits.slice(at + 1).some(({ span }) => one.span.end > span.start && span.end > one.span.start),
  );
  if (overlap) return [];
  const written = tests.map(({ place }) => `'${slice(source.text, place)}'`).join(" and ");
  return [{ kind: "host-drop-exclusion", title: `Drop ${written}`, edits, mayChange: devicesOfMajor(major) }];
}
