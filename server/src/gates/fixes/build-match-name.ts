import { parseArch, parseArchList, type Arch } from "../../arch/arch-list";
import { buildShape, type ArchTestShape } from "../../build/shape";
import { archsOf, servedBy, wantedFor } from "./build-wanted";
import type { FixKind } from "./fix-kind";

/** One more alternative in `MATCHES "120a|121a"`. */
export const buildMatchName: FixKind = {
  kind: "build-match-name",
  layers: ["build"],
  propose: (request) => {
    const shape = buildShape(request.gate.shape);
    if (shape?.kind !== "architecture test" || shape.operator !== "MATCHES" || shape.negated) return [];
    const present = archsNamed(shape);
    if (/^\^|\$$/.test(shape.literal.text) || (shape.inLadder && !namesSibling(present, request.target)))
      return [];
    return wantedFor(request, present).map((wanted) => {
      const added = wanted.archs.map((arch) => alternative(shape, arch));
      return {
        kind: "build-match-name",
        title: `Match ${added.map((text) => `'${text}'`).join(" and ")} too`,
        edits: [
          {
            span: { start: shape.literal.span.end, end: shape.literal.span.end },
            newText: added.map((text) => `|${text}`).join(""),
          },
        ],
        mayChange: servedBy(wanted.archs, false),
      };
    });
  },
};

function archsNamed(shape: ArchTestShape): Arch[] {
  return archsOf(parseArchList(shape.literal.text.replace(/\\+\./g, ".")).entries);
}

/** No arm of a ladder is chosen for the target, unless it is its sibling's. */
function namesSibling(present: readonly Arch[], target: string): boolean {
  const asked = parseArch(target)?.capability ?? 0;
  return present.some((arch) => Math.floor(arch.capability / 10) === Math.floor(asked / 10));
}

function alternative(shape: ArchTestShape, arch: Arch): string {
  const dot = /(\\*\.)\d/.exec(shape.literal.text)?.[1];
  if (dot === undefined) return `${arch.capability}${arch.suffix}`;
  return `${Math.floor(arch.capability / 10)}${dot}${arch.capability % 10}${arch.suffix}`;
}
