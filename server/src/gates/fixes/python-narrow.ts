import { DEVICES } from "../../arch/devices";
import { isPythonShape } from "../../python/shape";
import type { Compare, Expr } from "../../python/syntax/syntax";
import { unitOf } from "../../python/names/capability";
import type { Mask } from "../../logic/sets";
import type { SourceText } from "../../text/source";
import type { Consequence } from "../gate";
import type { FixKind } from "./fix-kind";
import { goalsFor, maskOf, type Device } from "./python-members";
import { openCondition } from "./python-open";

/** `is_sm100` that is true from 10.0 on: an upper bound at the end of what the name promises. */
export const pythonNarrow: FixKind = {
  kind: "narrow",
  layers: ["python"],
  propose({ gate, source, target, asked }) {
    const { shape, claim, admission } = gate;
    if (claim === null || !isPythonShape(shape) || shape.kind !== "condition" || !shape.want) return [];
    if (gate.form === "text-comparison" || (admission.admits & ~claim.mask & asked) === 0) return [];
    const majors = new Set(DEVICES.filter((_, i) => (claim.mask >> i) & 1).map(({ major }) => major));
    const [major] = majors;
    const beyond = goalsFor(target).one.every((device) => device.major > (major ?? Infinity));
    if (major === undefined || majors.size !== 1 || !beyond || shape.test.kind !== "compare") return [];
    const newText = bounded(shape.test, major, source);
    if (newText === null) return [];
    const { start, end } = shape.test;
    const mayChange: Mask = admission.admits & ~maskOf(DEVICES.filter((device) => device.major <= major));
    return [
      {
        kind: "narrow",
        title: `Narrow to what the name '${claim.text}' says: '${newText}'`,
        edits: [{ span: { start, end }, newText }],
        mayChange,
      },
    ];
  },
};

/** Who is left out gets something else, as by its own choice nobody is turned away. */
const HAVE_OTHER: ReadonlySet<Consequence | null> = new Set([
  "skipped",
  "falls back",
  "other arm",
  "returns false",
  null,
]);
/** Bounds below are about what every newer device has. */
const HOPPER = 9;

/** `major >= 10` that picks code for some lets in whatever comes later: an upper bound where the target's family begins. */
export const pythonLeaveOut: FixKind = {
  kind: "narrow",
  layers: ["python"],
  propose({ gate, source, target, asked }) {
    const { shape, claim, admission } = gate;
    const possible = admission.depends.reduce((mask, one) => mask | one.mask, admission.admits);
    if (claim !== null || !isPythonShape(shape) || shape.kind !== "condition" || !shape.want) return [];
    if ((possible & asked) === 0 || !HAVE_OTHER.has(gate.consequence)) return [];
    const [first] = goalsFor(target).family;
    const test = first === undefined ? null : openBound(shape.test, first.major);
    const newText = first === undefined || test === null ? null : bounded(test, first.major - 1, source);
    if (first === undefined || test === null || newText === null) return [];
    return [
      {
        kind: "narrow",
        title: `Leave the family ${first.major}.x out: '${newText}'`,
        edits: [{ span: { start: test.start, end: test.end }, newText }],
        mayChange: maskOf(DEVICES.filter((device) => device.capability >= first.capability)),
      },
    ];
  },
};

/** `sm == 120` that turns one away: the sibling as well. */
export const pythonRefuseSibling: FixKind = {
  kind: "narrow",
  layers: ["python"],
  propose({ gate, source, target }) {
    const { shape } = gate;
    if (!isPythonShape(shape) || shape.kind !== "condition" || shape.want || gate.definedAt !== null)
      return [];
    const { one, family } = goalsFor(target);
    const isRefused = (devices: readonly Device[]): boolean =>
      (maskOf(devices) & gate.admission.excludes) === maskOf(devices);
    const others = family.filter((device) => !one.includes(device));
    if (isRefused(one) || others.length === 0 || !isRefused(others)) return [];
    const opening = { source, shape, goal: one, strategy: "add", definedElsewhere: false } as const;
    const edits = openCondition(shape.test, true, opening);
    if (edits === null || edits.length === 0) return [];
    const names = one.map(({ name }) => name).join(" and ");
    return [{ kind: "narrow", title: `Turn ${names} away too`, edits, mayChange: maskOf(one) }];
  },
};

/** The operand that lets in whatever is newer than something older than `major`. */
function openBound(test: Expr, major: number): Compare | null {
  if (test.kind === "bool" && test.op === "and") {
    return test.operands.map((operand) => openBound(operand, major)).find((one) => one !== null) ?? null;
  }
  if (test.kind !== "compare" || test.ops.length !== 1) return null;
  const [, limit] = test.operands;
  const from = limit === undefined ? null : majorOf(limit);
  return from !== null && from >= HOPPER && from < major && /^>=?$/.test(test.ops[0]?.op ?? "") ? test : null;
}

function majorOf(limit: Expr): number | null {
  const [first] = limit.kind === "tuple" ? limit.items : [limit];
  if (first?.kind !== "number") return null;
  if (first.float) return Math.floor(first.value);
  const unit = unitOf(first.value);
  if (unit === "major") return first.value;
  return unit === "tens" || unit === "hundreds"
    ? Math.floor(first.value / (unit === "tens" ? 10 : 100))
    : null;
}

/** `cc >= (10, 0)` becomes `(10, 0) <= cc < (11, 0)`, `sm > 90` becomes `90 < sm < 110`, `major >= 10` one of ten `major == 10`. */
function bounded(test: Compare, major: number, { text }: SourceText): string | null {
  const [left, right] = test.operands;
  const op = test.ops[0]?.op;
  if (test.ops.length !== 1 || left === undefined || right === undefined) return null;
  if (op !== ">=" && op !== ">") return null;
  const [value, limit] = [text.slice(left.start, left.end), text.slice(right.start, right.end)];
  const end = endOf(right, major);
  if (end === null || left.kind === "compare" || left.kind === "bool") return null;
  if (op === ">=" && right.kind === "number" && right.value === major) return `${value} == ${limit}`;
  return `${limit} ${op === ">=" ? "<=" : "<"} ${value} < ${end}`;
}

/** Where the next major begins, written like the limit; null when it is no number. */
function endOf(limit: Expr, major: number): string | null {
  const next = major + 1;
  if (limit.kind === "tuple" && limit.items.every((item) => item.kind === "number")) {
    return limit.items.length === 2 ? `(${next}, 0)` : limit.items.length === 1 ? `(${next},)` : null;
  }
  if (limit.kind !== "number") return null;
  if (limit.float) return `${next}.0`;
  const unit = unitOf(limit.value);
  if (unit === "major") return String(next);
  return unit === "tens" ? String(next * 10) : unit === "hundreds" ? String(next * 100) : null;
}
