import { DEVICES } from "../../arch/devices";
import { at, truth } from "../../python/values/values";
import type { BoolExpr, Compare, Expr } from "../../python/syntax/syntax";
import type { SourceText } from "../../text/source";
import type { TextEdit } from "../edits";
import { missing, styleOf, type Opening } from "./python-opening";

/** Whether it is the second half of a capability, by how it is written. */
export function isMinor(node: Expr, { text }: SourceText): boolean {
  return /(?:minor\w*|\[1\])$/i.test(text.slice(node.start, node.end));
}

/**
 * `major == 9 and minor == 0` becomes `(major == 9 and minor == 0) or major == 12`: both halves widened would let in
 * pairs that nobody named. Null where there is no such pair side by side, or the goal is no whole family.
 */
export function openPair(node: BoolExpr, want: boolean, opening: Opening): readonly TextEdit[] | null {
  const { shape, source, goal } = opening;
  const [first] = goal;
  const isFamily = goal.length === DEVICES.filter(({ major }) => major === first?.major).length;
  if (first === undefined || !isFamily || goal.some(({ major }) => major !== first.major)) return null;
  for (const [index, one] of node.operands.entries()) {
    const other = node.operands[index + 1];
    if (other === undefined) continue;
    const halves = pairOf(one, other, source);
    if (halves === null || !isShut(halves.major, want, opening)) continue;
    if (missing(shape.valueOf(halves.minor) ?? [], want, opening).length === 0) continue;
    if (!/^\s*(?:and|or)\s*$/.test(source.text.slice(one.end, other.start))) return null;
    const standsAlone = node.operands.length === 2 && (node === shape.test || isInBrackets(node, source));
    const [open, close] = standsAlone ? ["(", ""] : ["((", ")"];
    const [word, op] = want ? ["or", "=="] : ["and", "!="];
    const name = source.text.slice(halves.name.start, halves.name.end);
    return [
      { span: { start: one.start, end: one.start }, newText: open },
      {
        span: { start: other.end, end: other.end },
        newText: `) ${word} ${name} ${op} ${first.major}${close}`,
      },
    ];
  }
  return null;
}

function isInBrackets({ start, end }: BoolExpr, { text }: SourceText): boolean {
  return (
    /\(\s*$/.test(text.slice(Math.max(0, start - 200), start)) && /^\s*\)/.test(text.slice(end, end + 200))
  );
}

interface Halves {
  readonly major: Compare;
  readonly minor: Compare;
  /** What holds the major version. */
  readonly name: Expr;
}

function pairOf(one: Expr, other: Expr, source: SourceText): Halves | null {
  if (one.kind !== "compare" || other.kind !== "compare") return null;
  const [a, b] = [one.operands[0], other.operands[0]];
  if (a === undefined || b === undefined || isMinor(a, source) === isMinor(b, source)) return null;
  const [major, minor, name] = isMinor(a, source) ? [other, one, b] : [one, other, a];
  const [op, number] = [major.ops[0]?.op, major.operands[1]];
  if (major.ops.length !== 1 || minor.ops.length !== 1 || number === undefined) return null;
  const isOne = (word: string | undefined): boolean => word === "==" || word === "!=";
  return isOne(op) && isOne(minor.ops[0]?.op) && styleOf(number, source.text) === "major"
    ? { major, minor, name }
    : null;
}

/** Whether it surely turns all of the goal away. */
function isShut(node: Expr, want: boolean, { shape, goal }: Opening): boolean {
  const value = shape.valueOf(node);
  return (
    value !== undefined &&
    value.length > 1 &&
    goal.every((device) => truth(at(value, DEVICES.indexOf(device))) === !want)
  );
}
