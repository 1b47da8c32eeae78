import { isPythonShape } from "../../python/shape";
import { DEVICES } from "../../arch/devices";
import { maskWhere } from "../../logic/sets";
import type { FixKind } from "./fix-kind";

/** `cc[0] + cc[2]` becomes `cc.split(".")[0] + cc.split(".")[1][0]`. */
export const pythonSplitName: FixKind = {
  kind: "split-name",
  layers: ["python"],
  propose({ gate }) {
    const { shape } = gate;
    if (!isPythonShape(shape) || shape.kind !== "characters" || shape.edits.length === 0) return [];
    const opensTo = maskWhere(DEVICES, () => true);
    return [
      {
        kind: "split-name",
        title: `Split '${shape.what}' at the dot`,
        edits: shape.edits,
        mayChange: opensTo,
        endsGate: true,
        opensTo,
      },
    ];
  },
};
