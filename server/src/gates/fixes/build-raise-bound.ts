import { parseArch } from "../../arch/arch-list";
import { DEVICES } from "../../arch/devices";
import { buildShape } from "../../build/shape";
import { maskWhere } from "../../logic/sets";
import type { FixKind } from "./fix-kind";

/** `CUDA_ARCH LESS 120` raised to the end of the target's family. */
export const buildRaiseBound: FixKind = {
  kind: "build-raise-bound",
  layers: ["build"],
  propose: ({ gate, target }) => {
    const shape = buildShape(gate.shape);
    if (shape?.kind !== "architecture test" || shape.negated || shape.inLadder) return [];
    const last = LAST[shape.operator];
    const bound = parseArch(shape.literal.text);
    const capability = parseArch(target)?.capability;
    if (last === undefined || bound === null || capability === undefined) return [];
    const major = Math.floor(capability / 10);
    const end = major * 10 + last;
    const newText = shape.literal.text.includes(".") ? `${Math.floor(end / 10)}.${end % 10}` : String(end);
    return [
      {
        kind: "build-raise-bound",
        title: `Raise the upper bound to '${shape.operator} ${newText}'`,
        edits: [{ span: shape.literal.span, newText }],
        mayChange: maskWhere(
          DEVICES,
          (device) => device.capability >= bound.capability && device.major <= major,
        ),
      },
    ];
  },
};

/** What to add to ten times the major, so that the bound lets the whole family in and nobody else. */
const LAST: Readonly<Record<string, number>> = { LESS: 10, VERSION_LESS: 10, LESS_EQUAL: 9 };
