import { isPythonShape } from "../../python/shape";
import type { Compare } from "../../python/syntax/syntax";
import { visit } from "../../python/syntax/walk";
import type { TextEdit } from "../edits";
import type { FixKind } from "./fix-kind";

/** `arch >= "sm_89"` becomes `int(arch.removeprefix("sm_")) >= 89`: numbers are ordered in place of their names. */
export const pythonCompareNumbers: FixKind = {
  kind: "compare-numbers",
  layers: ["python"],
  propose({ gate, source }) {
    const { shape, claim, admission } = gate;
    if (
      claim === null ||
      gate.form !== "text-comparison" ||
      !isPythonShape(shape) ||
      shape.kind !== "condition"
    )
      return [];
    const edits: TextEdit[] = [];
    visit(shape.test, (node) => {
      if (node.kind === "compare") edits.push(...asNumbers(node, source.text));
    });
    if (edits.length === 0) return [];
    const after = edits.map(({ newText }) => newText).join(" … ");
    return [
      {
        kind: "compare-numbers",
        title: `Compare as numbers: '${after}'`,
        edits,
        mayChange: claim.mask ^ admission.admits,
      },
    ];
  },
};

function asNumbers(node: Compare, text: string): readonly TextEdit[] {
  const [left, right] = node.operands;
  const [op] = node.ops;
  if (node.ops.length !== 1 || op === undefined || !/^[<>]=?$/.test(op.op)) return [];
  const literal = [left, right].find((operand) => operand?.kind === "string");
  if (left === undefined || right === undefined || literal?.kind !== "string") return [];
  const [name] = literal.parts;
  if (literal.parts.length !== 1 || typeof name !== "string") return [];
  const written = [left, right].map((operand) => {
    const own = text.slice(operand.start, operand.end);
    return operand === literal ? number(name) : converted(name, own, operand.kind);
  });
  const [a, b] = written;
  if (a === undefined || b === undefined || a === null || b === null) return [];
  return [{ span: { start: node.start, end: node.end }, newText: `${a} ${op.op} ${b}` }];
}

/** 89 for "sm_89" and "89", (8, 9) for "8.9"; null for one with a suffix, which is no number. */
function number(name: string): string | null {
  const match = /^[A-Za-z_]*(\d+)(?:\.(\d+))?$/.exec(name);
  if (match === null) return null;
  const [, digits = "", fraction] = match;
  return fraction === undefined ? String(Number(digits)) : `(${digits}, ${fraction})`;
}

function converted(name: string, own: string, kind: string): string {
  const simple = kind === "name" || kind === "attribute" || kind === "call" || kind === "subscript";
  const object = simple ? own : `(${own})`;
  if (name.includes(".")) return `tuple(map(int, ${object}.split(".")))`;
  const prefix = /^[A-Za-z_]*/.exec(name)?.[0] ?? "";
  return prefix === "" ? `int(${own})` : `int(${object}.removeprefix("${prefix}"))`;
}
