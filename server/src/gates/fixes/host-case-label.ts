import { hostShape } from "../../cuda/host/shape";
import { DEVICES } from "../../arch/devices";
import { maskWhere } from "../../logic/sets";
import type { FixKind } from "./fix-kind";
import { deviceOf } from "./host-tests";

/** `case 121:` beside its sibling's `case 120:`. No arm is chosen for a device that has no sibling. */
export const hostCaseLabel: FixKind = {
  kind: "host-case-label",
  layers: ["cuda-host"],
  propose: ({ source, gate, target }) => {
    const shape = hostShape(gate.shape);
    const device = deviceOf(target);
    if (shape?.kind !== "host switch" || device === null) return [];
    const sibling = shape.labels.find(
      (label) => label.capability !== device.capability && Math.floor(label.capability / 10) === device.major,
    );
    if (sibling === undefined || !/\d{2}/.test(sibling.text)) return [];
    const name = sibling.text.replace(String(sibling.capability), String(device.capability));
    const lineStart = source.text.lastIndexOf("\n", sibling.span.start) + 1;
    const indent = /^[ \t]*/.exec(source.text.slice(lineStart, sibling.span.start))?.[0] ?? "";
    return [
      {
        kind: "host-case-label",
        title: `Add 'case ${name}:' beside 'case ${sibling.text}:'`,
        edits: [
          { span: { start: sibling.span.end, end: sibling.span.end }, newText: `\n${indent}case ${name}:` },
        ],
        mayChange: maskWhere(DEVICES, (other) => other === device),
      },
    ];
  },
};
