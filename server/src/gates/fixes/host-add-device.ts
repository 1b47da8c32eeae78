import { hostShape, type HostConditionShape } from "../../cuda/host/shape";
import { DEVICES, type Device } from "../../arch/devices";
import { maskWhere, type Mask } from "../../logic/sets";
import type { TextEdit } from "../edits";
import type { FixKind, Proposal } from "./fix-kind";
import {
  constantLike,
  deviceOf,
  devicesOfMajor,
  isListed,
  namesSibling,
  narrowing,
  spelled,
  testLike,
  testsOf,
  widening,
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
    const possible = gate.admission.depends.reduce((mask, part) => mask | part.mask, gate.admission.admits);
    const missing = DEVICES.filter(
      (other) => other.major === device.major && (possible & bitOf(other)) === 0,
    );
    return listOf(source.text, testsOf(source.text, shape), shape, device).flatMap((test) => [
      ...(missing.length > 1 && hasMinors(test)
        ? [proposal(source.text, shape, test, missing, "family")]
        : []),
      proposal(source.text, shape, test, [device], "device"),
    ]);
  },
};

/** Tags and majors stand for their whole family. */
function hasMinors({ unit }: Test): boolean {
  return unit !== "major" && unit !== "tag" && unit !== "start";
}

/** The tests beside which another one may stand, the last of the list first; of a ladder only a sibling's. */
function listOf(
  text: string,
  tests: readonly Test[],
  shape: HostConditionShape,
  device: Device,
): readonly Test[] {
  const list = tests.filter(isListed);
  const sibling = list.findLast((test) => namesSibling(test, device));
  if (sibling !== undefined) return [sibling];
  if (shape.inLadder) return [];
  const isOpen = (test: Test): boolean => !isUnderDirective(text, shape.expression.start, test.place.start);
  return [...list.filter(isOpen).reverse(), ...list.filter((test) => !isOpen(test)).reverse()];
}

/** Whether an `#if` in the middle of the condition holds the place: what is added there goes with it. */
function isUnderDirective(text: string, from: number, at: number): boolean {
  let depth = 0;
  for (const [, keyword] of text.slice(from, at).matchAll(/^[ \t]*#[ \t]*(if|endif)/gm))
    depth += keyword === "if" ? 1 : -1;
  return depth > 0;
}

function proposal(
  text: string,
  shape: HostConditionShape,
  test: Test,
  devices: readonly Device[],
  what: string,
): Proposal {
  const negated = isNegatedAlone(test);
  const joint = spelled(text, shape, widening(test.wanted !== negated));
  const added = devices.map((device) => (negated ? "!" : "") + testLike(shape, test, device));
  const more = added.map((one) => ` ${joint} ${one}`).join("");
  return {
    kind: "host-add-device",
    title: `Add '${added.join(` ${joint} `)}'`,
    edits: editsFor(test, more),
    mayChange: devices.reduce(
      (mask, device) => mask | servedBy(test, device, constantLike(shape, test, device)),
      0,
    ),
    oneOf: `host-add-device ${what}`,
  };
}

/** `!is_same_v<Tag, Sm90>`: a further alternative is negated by itself. */
function isNegatedAlone({ place, around }: Test): boolean {
  return around[0] === "!" && place.kind !== "group";
}

function editsFor(test: Test, more: string): TextEdit[] {
  const { place, around, minor, wanted } = test;
  const at = (offset: number, newText: string): TextEdit => ({
    span: { start: offset, end: offset },
    newText,
  });
  if (isNegatedAlone(test)) {
    const beside = around[1] === narrowing(!wanted);
    return [...(beside ? [at(place.start - 1, "(")] : []), at(place.end, more + (beside ? ")" : ""))];
  }
  const isGroup = place.kind === "group";
  // `(sm == 90) && x`, `!(sm != 90)`: what is added belongs inside.
  if (isGroup && around[0] === "!" && minor !== null)
    return [at(place.start + 1, "("), at(place.end - 1, `)${more}`)];
  if (isGroup && minor === null && (around[0] === narrowing(wanted) || around[0] === "!"))
    return [at(place.end - 1, more)];
  const [open, close] = minor !== null && place.kind === "binary" ? ["(", ")"] : ["", ""];
  if (around[0] === narrowing(wanted))
    return [at(place.start, `(${open}`), at(place.end, `${close}${more})`)];
  return [...(open === "" ? [] : [at(place.start, open)]), at(place.end, close + more)];
}

function servedBy(test: Test, device: Device, constant: string): Mask {
  if (test.unit === "tag")
    return maskWhere(
      DEVICES,
      ({ major, capability }) => major === device.major && capability >= device.capability,
    );
  if (test.unit === "start") return devicesOfMajor(device.major);
  const byMajor =
    test.unit === "major" &&
    constant === String(device.major) &&
    !(test.minor !== null && namesSibling(test, device));
  return byMajor ? devicesOfMajor(device.major) : bitOf(device);
}

function bitOf(device: Device): Mask {
  return maskWhere(DEVICES, (other) => other === device);
}
