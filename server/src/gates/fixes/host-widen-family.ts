import { hostShape } from "../../cuda/host/shape";
import type { Device } from "../../arch/devices";
import type { FixKind, Proposal } from "./fix-kind";
import {
  deviceOf,
  devicesOfMajor,
  isListed,
  namesSibling,
  narrowing,
  scaleOf,
  slice,
  testsOf,
  type Test,
} from "./host-tests";

/** `sm == 120` made `(sm >= 120 && sm < 130)`; `major == 12 && minor == 0` without its minor. */
export const hostWidenFamily: FixKind = {
  kind: "host-widen-family",
  layers: ["cuda-host"],
  propose: ({ source, gate, target }) => {
    const shape = hostShape(gate.shape);
    const device = deviceOf(target);
    if (shape?.kind !== "host condition" || device === null) return [];
    return testsOf(source.text, shape)
      .filter((test) => isListed(test) && namesSibling(test, device))
      .flatMap((test) => widened(source.text, test, device))
      .slice(0, 1);
  },
};

function widened(text: string, test: Test, device: Device): Proposal[] {
  const mayChange = devicesOfMajor(device.major);
  const isName = !slice(text, test.place).includes(test.operator);
  if (isName) return [];
  if (test.minor !== null) {
    const dropped = slice(text, test.minor.span).trim();
    const edits = [{ span: test.minor.span, newText: "" }];
    return [{ kind: "host-widen-family", title: `Drop '${dropped}'`, edits, mayChange }];
  }
  if (/^(?:major|tag|text|start)$/.test(test.unit)) return [];
  const scale = 10 * scaleOf(test);
  const [from, to] = [device.major * scale, (device.major + 1) * scale];
  const joint = narrowing(test.wanted);
  const range = test.wanted
    ? `${test.left} >= ${from} ${joint} ${test.left} < ${to}`
    : `${test.left} < ${from} ${joint} ${test.left} >= ${to}`;
  const beside = test.around[0] === joint || test.around.length === 0;
  const newText = beside && test.place.kind !== "group" ? range : `(${range})`;
  const title = `Ask for the whole family: '${range}'`;
  return [{ kind: "host-widen-family", title, edits: [{ span: test.place, newText }], mayChange }];
}
