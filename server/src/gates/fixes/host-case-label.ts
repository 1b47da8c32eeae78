import { numberOf } from "../../cuda/host/expression";
import { hostShape, type HostSwitchShape, type SwitchLabel } from "../../cuda/host/shape";
import { DEVICES, type Device } from "../../arch/devices";
import { maskWhere } from "../../logic/sets";
import type { SourceText } from "../../text/source";
import type { FixKind, Proposal } from "./fix-kind";
import { deviceOf, devicesOfMajor } from "./host-tests";

/**
 * `case 121:` beside its sibling's `case 120:`, or beside the labels of the one case there is. Among several cases none is
 * chosen for a device that has no sibling there.
 */
export const hostCaseLabel: FixKind = {
  kind: "host-case-label",
  layers: ["cuda-host"],
  propose: ({ source, gate, target }) => {
    const shape = hostShape(gate.shape);
    const device = deviceOf(target);
    if (shape?.kind !== "host switch" || device === null) return [];
    const model = shape.labels.find((label) => isSibling(label, device)) ?? shape.only;
    if (model === null) return [];
    if (isMajor(shape, model))
      return [proposal(source, model, [String(device.major)], devicesOfMajor(device.major))];
    const missing = DEVICES.filter(
      (other) =>
        other.major === device.major && shape.labels.every((label) => label.capability !== other.capability),
    );
    const choices = missing.length > 1 ? [missing, [device]] : [[device]];
    return choices.flatMap((devices) => {
      const names = devices.map((one) => labelLike(shape, model, one));
      const known = names.filter((name) => name !== null);
      const mask = maskWhere(DEVICES, (other) => devices.includes(other));
      return known.length === names.length ? [proposal(source, model, known, mask)] : [];
    });
  },
};

function isSibling({ capability }: SwitchLabel, device: Device): boolean {
  return capability !== device.capability && Math.floor(capability / 10) === device.major;
}

/** Whether the labels are majors alone. */
function isMajor({ labels }: HostSwitchShape, model: SwitchLabel): boolean {
  return numberOf(model.text) !== null && labels.every(({ text }) => Number(text) < 20);
}

function labelLike(shape: HostSwitchShape, { text, capability }: SwitchLabel, device: Device): string | null {
  const number = numberOf(text);
  if (number === null) {
    const [name = "", ...scopes] = text.split("::").reverse();
    const constant = shape.constantFor(name, device.capability);
    return constant === null ? null : [...scopes.reverse(), constant].join("::");
  }
  return String(number === capability * 10 ? device.capability * 10 : device.capability);
}

function proposal(
  source: SourceText,
  model: SwitchLabel,
  names: readonly string[],
  mayChange: number,
): Proposal {
  const lineStart = source.text.lastIndexOf("\n", model.span.start) + 1;
  const indent = /^[ \t]*/.exec(source.text.slice(lineStart, model.span.start))?.[0] ?? "";
  const ending = source.text[lineStart - 2] === "\r" ? "\r\n" : "\n";
  // Labels that share a line go on sharing it.
  const isFirst = /^[ \t]*$/.test(source.text.slice(lineStart, model.span.start));
  const before = isFirst ? ending + indent : " ";
  const added = names.map((name) => `case ${name}:`);
  return {
    kind: "host-case-label",
    title: `Add '${added.join(" ")}' beside 'case ${model.text}:'`,
    edits: [
      {
        span: { start: model.span.end, end: model.span.end },
        newText: added.map((label) => before + label).join(""),
      },
    ],
    mayChange,
  };
}
