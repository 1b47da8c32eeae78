import { DEVICES } from "../../arch/devices";
import { isPythonShape } from "../../python/shape";
import { maskWhere } from "../../logic/sets";
import type { FixKind, FixRequest, Proposal } from "./fix-kind";
import type { TextEdit } from "../edits";
import { goalsFor } from "./python-members";
import { openCondition, raised } from "./python-open";
import type { Strategy } from "./python-opening";

/** Takes away the bound that keeps later devices out: `(9, 0) <= cc < (12, 0)` becomes `(9, 0) <= cc`. */
export const pythonDropUpperBound: FixKind = {
  kind: "drop-upper-bound",
  layers: ["python"],
  propose: (request) => {
    const edits = condition(request, "drop bound");
    const [first] = edits ?? [];
    if (edits === null || first === undefined) return [];
    const bound = request.source.text.slice(first.span.start, first.span.end).trim();
    return [
      { kind: "drop-upper-bound", title: `Drop the upper bound '${bound}'`, edits, mayChange: from(request) },
    ];
  },
};

/** Raises the bound to the end of the target's family: `< 12` becomes `< 13`, `MAX = (9, 0)` becomes `(12, 1)`. */
export const pythonRaiseUpperBound: FixKind = {
  kind: "raise-upper-bound",
  layers: ["python"],
  propose: (request) => {
    const edits = condition(request, "raise bound") ?? attribute(request);
    const [first] = edits ?? [];
    if (edits === null || first === undefined) return [];
    const old = request.source.text.slice(first.span.start, first.span.end);
    return [raise(request, edits, old, first.newText)];
  },
};

function raise(request: FixRequest, edits: readonly TextEdit[], old: string, now: string): Proposal {
  return {
    kind: "raise-upper-bound",
    title: `Raise the upper bound from '${old}' to '${now}'`,
    edits,
    mayChange: from(request),
  };
}

/** A bound that moves lets in whatever lies between: everything left out now, up to the family's end. */
function from({ gate, target }: FixRequest): number {
  const last = goalsFor(target).family.at(-1);
  const below = maskWhere(DEVICES, ({ capability }) => last !== undefined && capability <= last.capability);
  return gate.admission.excludes & below;
}

function condition({ gate, source, target }: FixRequest, strategy: Strategy): readonly TextEdit[] | null {
  const { shape } = gate;
  if (!isPythonShape(shape) || shape.kind !== "condition") return null;
  const { family } = goalsFor(target);
  const edits = openCondition(shape.test, shape.want, {
    source,
    shape,
    goal: family,
    strategy,
    definedElsewhere: false,
  });
  return edits === null || edits.length === 0 ? null : edits;
}

function attribute({ gate, source, target }: FixRequest): readonly TextEdit[] | null {
  const { shape } = gate;
  const last = goalsFor(target).family.at(-1);
  if (!isPythonShape(shape) || shape.kind !== "bound" || last === undefined) return null;
  const { value } = shape;
  const newText = raised(value, source.text.slice(value.start, value.end), true, last);
  return newText === null ? null : [{ span: { start: value.start, end: value.end }, newText }];
}
