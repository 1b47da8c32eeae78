import { DEVICES } from "../../arch/devices";
import { isPythonShape } from "../../python/shape";
import type { Compare, Expr } from "../../python/syntax";
import { unitOf } from "../../python/capability";
import type { Mask } from "../../logic/sets";
import type { SourceText } from "../../text/source";
import type { FixKind } from "./fix-kind";
import { goalsFor, maskOf } from "./python-members";

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

/** `cc >= (10, 0)` becomes `(10, 0) <= cc < (11, 0)`, `major >= 10` becomes `major == 10`. */
function bounded(test: Compare, major: number, { text }: SourceText): string | null {
  const [left, right] = test.operands;
  if (test.ops.length !== 1 || test.ops[0]?.op !== ">=" || left === undefined || right === undefined)
    return null;
  const [value, limit] = [text.slice(left.start, left.end), text.slice(right.start, right.end)];
  const end = endOf(right, major);
  if (end === null) return null;
  return end === "" ? `${value} == ${limit}` : `${limit} <= ${value} < ${end}`;
}

/** Where the next major begins, written like the limit; "" where the limit is a major itself; null when it is no number. */
function endOf(limit: Expr, major: number): string | null {
  const next = major + 1;
  if (limit.kind === "tuple" && limit.items.every((item) => item.kind === "number")) {
    return limit.items.length === 2 ? `(${next}, 0)` : null;
  }
  if (limit.kind !== "number") return null;
  if (limit.float) return `${next}.0`;
  const unit = unitOf(limit.value);
  if (unit === "major") return limit.value === major ? "" : null;
  return unit === "tens" ? String(next * 10) : unit === "hundreds" ? String(next * 100) : null;
}
