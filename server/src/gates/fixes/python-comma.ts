import { isPythonShape } from "../../python/shape";
import type { FixKind } from "./fix-kind";

/** `"sm_100a" "sm_120a"` becomes `"sm_100a", "sm_120a"`. */
export const pythonAddComma: FixKind = {
  kind: "add-comma",
  layers: ["python"],
  propose({ gate }) {
    const { shape } = gate;
    if (gate.form !== "joined-strings" || !isPythonShape(shape) || shape.kind !== "list") return [];
    const edits = shape.members
      .slice(0, -1)
      .map(({ span: { end } }) => ({ span: { start: end, end }, newText: "," }));
    const texts = shape.members.map(({ text }) => text);
    const mask = shape.members.reduce((all, member) => all | member.mask, 0);
    return [
      {
        kind: "add-comma",
        title: `Separate ${texts.join(" and ")} by a comma`,
        edits,
        mayChange: mask,
        endsGate: true,
      },
    ];
  },
};
