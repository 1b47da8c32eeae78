import { DEVICES } from "../../arch/devices";
import { maskWhere } from "../../logic/sets";
import { isPythonShape } from "../../python/shape";
import { at, truth } from "../../python/values/values";
import type { FixKind } from "./fix-kind";
import { goalsFor } from "./python-members";

const LONGEST_SHOWN = 60;

/** `if sm == 120: return False` goes altogether, where nobody but the family is refused by it. */
export const pythonDropRefusal: FixKind = {
  kind: "drop-refusal",
  layers: ["python"],
  propose({ gate, source, target }) {
    const { shape } = gate;
    if (!isPythonShape(shape) || shape.kind !== "condition" || shape.want || shape.refusal === null)
      return [];
    const value = shape.valueOf(shape.test);
    if (value === undefined) return [];
    const refused = maskWhere(DEVICES, (device) => truth(at(value, DEVICES.indexOf(device))) !== false);
    const { family } = goalsFor(target);
    const own = maskWhere(DEVICES, (device) => family.includes(device));
    if (refused === 0 || (refused & ~own) !== 0) return [];
    const { start, end } = shape.test;
    const test = source.text.slice(start, end);
    const lines = source.text.slice(gate.span.start, shape.refusal.end).replace(/\s+/g, " ").trim();
    const shown = lines.length > LONGEST_SHOWN ? `${lines.slice(0, LONGEST_SHOWN)}…` : lines;
    return [
      {
        kind: "drop-refusal",
        title: `Drop the refusal '${shown}'`,
        edits: [{ span: shape.refusal, newText: "" }],
        measuredBy: [{ span: { start, end }, newText: `(${test}) and False` }],
        mayChange: refused,
      },
    ];
  },
};
