import { parseArch, parseArchList, type Arch } from "../../arch/arch-list";
import { buildShape, type ArchTestShape } from "../../build/shape";
import { sliceOf } from "../../text/source";
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

const EQUALS = new Set(["STREQUAL", "EQUAL", "VERSION_EQUAL", "IN_LIST"]);

/** `CUDA_ARCH STREQUAL "90"` gets an alternative written like it: `OR CUDA_ARCH STREQUAL "120"`. */
export const buildEqualName: FixKind = {
  kind: "build-equal-name",
  layers: ["build"],
  propose: (request) => {
    const shape = buildShape(request.gate.shape);
    if (shape?.kind !== "architecture test" || shape.negated || !EQUALS.has(shape.operator)) return [];
    const present = archsNamed(shape);
    if (shape.inLadder && !namesSibling(present, request.target)) return [];
    const written = sliceOf(request.source, shape.place);
    return wantedFor(request, present).map((wanted) => {
      const tests = wanted.archs.map((arch) => written.replace(shape.literal.text, spelledLike(shape, arch)));
      const added = tests.map((test) => ` OR ${test}`).join("");
      const edits = [
        ...(shape.joined
          ? [{ span: { start: shape.place.start, end: shape.place.start }, newText: "(" }]
          : []),
        {
          span: { start: shape.place.end, end: shape.place.end },
          newText: shape.joined ? `${added})` : added,
        },
      ];
      const title = `Add '${tests.join(" OR ")}'`;
      return { kind: "build-equal-name", title, edits, mayChange: servedBy(wanted.archs, false) };
    });
  },
};

/** The architecture spelled as the literal is: `120`, `12.0`, `120a-real`, `sm_120`. */
function spelledLike({ literal }: ArchTestShape, arch: Arch): string {
  const dotted = `${Math.floor(arch.capability / 10)}.${arch.capability % 10}`;
  return literal.text.replace(/\d+(\.\d)?[af]?/, (_, dot?: string) =>
    dot === undefined ? `${arch.capability}${arch.suffix}` : `${dotted}${arch.suffix}`,
  );
}

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
