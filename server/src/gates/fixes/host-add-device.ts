import { hostShape, type HostConditionShape } from "../../cuda/host/shape";
import { DEVICES, type Device } from "../../arch/devices";
import { maskWhere, type Mask } from "../../logic/sets";
import type { TextEdit } from "../edits";
import type { FixKind, Proposal } from "./fix-kind";
import {
  constantLike,
  deviceOf,
  devicesOfMajor,
  namesSibling,
  spelled,
  testLike,
  testsOf,
  type Test,
} from "./host-tests";

/** One more alternative in `sm == 90 || sm == 100`; in a refusal one more exception to `sm != 90`. */
export const hostAddDevice: FixKind = {
  kind: "host-add-device",
  layers: ["cuda-host"],
  propose: ({ source, gate, target }) => {
    const shape = hostShape(gate.shape);
    const device = deviceOf(target);
    if (shape?.kind !== "host condition" || device === null) return [];
    const test = listOf(testsOf(source.text, shape), shape, device);
    if (test === null) return [];
    const possible = gate.admission.depends.reduce((mask, part) => mask | part.mask, gate.admission.admits);
    const missing = DEVICES.filter(
      (other) => other.major === device.major && (possible & bitOf(other)) === 0,
    );
    const family =
      missing.length > 1 && test.unit !== "major" ? [proposal(source.text, shape, test, missing)] : [];
    return [...family, proposal(source.text, shape, test, [device])];
  },
};

/** The test beside which another one stands: the last of the list; of a ladder only a sibling's. */
function listOf(tests: readonly Test[], shape: HostConditionShape, device: Device): Test | null {
  const operator = shape.negated ? "!=" : "==";
  const list = tests.filter((test) => test.operator === operator && !test.around.includes("!"));
  const sibling = list.findLast((test) => namesSibling(test, device));
  return sibling ?? (shape.inLadder ? null : (list.at(-1) ?? null));
}

function proposal(text: string, shape: HostConditionShape, test: Test, devices: readonly Device[]): Proposal {
  const joint = spelled(text, shape, shape.negated ? "&&" : "||");
  const other = shape.negated ? "||" : "&&";
  const added = devices.map((device) => testLike(shape, test, device));
  const more = added.map((test) => ` ${joint} ${test}`).join("");
  const enclosed = test.around[0] === other && test.place.kind !== "group";
  const edits: TextEdit[] = enclosed
    ? [
        { span: { start: test.place.start, end: test.place.start }, newText: "(" },
        { span: { start: test.place.end, end: test.place.end }, newText: `${more})` },
      ]
    : [{ span: { start: test.place.end, end: test.place.end }, newText: more }];
  const inside = test.place.kind === "group" && test.around[0] === other;
  if (inside)
    edits.splice(0, edits.length, {
      span: { start: test.place.end - 1, end: test.place.end - 1 },
      newText: more,
    });
  return {
    kind: "host-add-device",
    title: `Add '${added.join(` ${joint} `)}'`,
    edits,
    mayChange: devices.reduce(
      (mask, device) => mask | servedBy(test, device, constantLike(shape, test, device)),
      0,
    ),
  };
}

function servedBy(test: Test, device: Device, constant: string): Mask {
  const byMajor =
    test.unit === "major" &&
    constant === String(device.major) &&
    !(test.minor !== null && namesSibling(test, device));
  return byMajor ? devicesOfMajor(device.major) : bitOf(device);
}

function bitOf(device: Device): Mask {
  return maskWhere(DEVICES, (other) => other === device);
}
