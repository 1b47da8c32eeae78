import { devicesOfBinary, parseArch, spellLike, type Arch, type ArchEntry } from "../../arch/arch-list";
import { buildShape } from "../../build/shape";
import { namesDevice } from "./build-wanted";
import type { FixKind, Proposal } from "./fix-kind";

/** `12.0a` made `12.0f`: code of the family serves the sibling that an architecture-specific build forgets. */
export const buildWidenSuffix: FixKind = {
  kind: "build-widen-suffix",
  layers: ["build"],
  propose: (request) => {
    const shape = buildShape(request.gate.shape);
    const asked = parseArch(request.target);
    if (shape?.kind !== "architectures" || asked === null || asked.suffix === "a") return [];
    // What has code of its own needs none of a sibling's.
    if (namesDevice(request.gate.exact, request.target)) return [];
    return shape.entries.flatMap((entry) => widened(entry, asked));
  },
};

function widened(entry: ArchEntry, asked: Arch): Proposal[] {
  const arch = entry.virtual;
  const sameFamily = arch !== null && Math.floor(arch.capability / 10) === Math.floor(asked.capability / 10);
  if (!sameFamily || arch.suffix !== "a" || arch.capability === asked.capability) return [];
  const family: Arch = { capability: Math.min(arch.capability, asked.capability), suffix: "f" };
  const newText = spellLike(entry, family);
  return [
    {
      kind: "build-widen-suffix",
      title: `Build '${newText}' for the whole family instead of '${entry.text}'`,
      edits: [{ span: entry.span, newText }],
      mayChange: devicesOfBinary(family),
    },
  ];
}
