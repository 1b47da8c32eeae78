import { DEVICES, type Device } from "../../arch/devices";
import { hostShape, type HostListShape } from "../../cuda/host/shape";
import { maskWhere } from "../../logic/sets";
import type { FixKind, Proposal } from "./fix-kind";
import { deviceOf } from "./host-tests";

/** `{80, 90}` made `{80, 90, 120}`: the device, or all of its family, behind the last item. */
export const hostListAdd: FixKind = {
  kind: "host-list-add",
  layers: ["cuda-host"],
  propose: ({ gate, target }) => {
    const shape = hostShape(gate.shape);
    const device = deviceOf(target);
    if (shape?.kind !== "host list" || device === null) return [];
    const family = DEVICES.filter(({ major }) => major === device.major);
    return [proposal(shape, family, "family"), proposal(shape, [device], "device")].flatMap(
      (one) => one ?? [],
    );
  },
};

function proposal(shape: HostListShape, devices: readonly Device[], what: string): Proposal | null {
  const last = shape.items.at(-1);
  if (last === undefined) return null;
  const held = new Set(shape.items.map(({ value }) => value));
  const missing = devices.filter((device) => !held.has(shape.valueFor(device)));
  const written = [...new Set(missing.map((device) => itemFor(shape, last.text, device)))];
  if (written.length === 0) return null;
  const added = written.join(", ");
  return {
    kind: "host-list-add",
    title: `Add '${added}' to the list`,
    edits: [{ span: { start: last.span.end, end: last.span.end }, newText: `, ${added}` }],
    mayChange: maskWhere(DEVICES, (device) =>
      missing.some((one) => shape.valueFor(one) === shape.valueFor(device)),
    ),
    oneOf: `host-list-add ${what}`,
  };
}

/** A constant's name where the list has names and the file knows one; else the number. */
function itemFor(shape: HostListShape, model: string, device: Device): string {
  const named = /^\d/.test(model) ? null : shape.constantFor(model, device.capability);
  return named ?? String(shape.valueFor(device));
}
