import { devicesOfBinary, parseArch } from "../../arch/arch-list";
import { isPythonShape } from "../../python/shape";
import type { FixKind } from "./fix-kind";

/** `GPUArch("sm_120a")` becomes `GPUArch("sm_120f")`: code of the family serves the sibling as well. */
export const pythonWidenSuffix: FixKind = {
  kind: "widen-suffix",
  layers: ["python"],
  propose({ gate, source, target }) {
    const { shape } = gate;
    const asked = parseArch(target);
    if (gate.form !== "compile-target" || !isPythonShape(shape) || shape.kind !== "list") return [];
    const [member] = shape.members;
    const arch = member === undefined ? null : parseArch(member.text);
    if (member === undefined || arch === null || asked === null || arch.suffix !== "a") return [];
    if (Math.floor(arch.capability / 10) !== Math.floor(asked.capability / 10)) return [];
    const written = source.text.slice(member.span.start, member.span.end);
    const newText = written.replace(`${arch.capability}a`, `${arch.capability}f`);
    if (newText === written || arch.capability >= asked.capability) return [];
    return [
      {
        kind: "widen-suffix",
        title: `Compile for the whole family: ${newText}`,
        edits: [{ span: member.span, newText }],
        mayChange: devicesOfBinary({ capability: arch.capability, suffix: "f" }),
      },
    ];
  },
};
