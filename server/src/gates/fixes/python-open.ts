import { unitOf } from "../../python/names/capability";
import type { ListShape } from "../../python/shape";
import type { BoolExpr, Call, Compare, Expr } from "../../python/syntax/syntax";
import { DEVICES } from "../../arch/devices";
import { at, truth, type Vec } from "../../python/values/values";
import { lastName } from "../../python/syntax/walk";
import type { Mask } from "../../logic/sets";
import type { SourceText } from "../../text/source";
import type { TextEdit } from "../edits";
import { openCase } from "./python-case";
import { openEach } from "./python-each";
import { literalMembers } from "./python-literals";
import { insertMembers, maskOf, removeMembers, spelled, type Device } from "./python-members";
import { missing, nameOf, styleOf, type Opening } from "./python-opening";
import { isMinor, openPair } from "./python-pair";
import { alternativeTest } from "./python-predicates";

const NO_CHANGE: readonly TextEdit[] = [];

/** Edits after which `node` is `want` for every device of the goal; null when this strategy finds none. */
export function openCondition(node: Expr, want: boolean, opening: Opening): readonly TextEdit[] | null {
  const value = opening.shape.valueOf(node);
  if (value === undefined) return null;
  if (missing(value, want, opening).length === 0) return NO_CHANGE;
  switch (node.kind) {
    case "unary":
      return node.op === "not" ? openCondition(node.operand, !want, opening) : null;
    case "bool":
      return (node.op === "and") === want ? openAll(node, want, opening) : openAny(node, want, opening);
    case "compare":
      return openComparison(node, want, opening);
    case "call": {
      const parts = quantified(node);
      if (parts !== null) return openListed(parts, want, opening);
      const each = openEach(node, want, opening, openCondition);
      if (each !== null) return each;
      if (node.args.length === 1 && /const_?expr$/.test(nameOf(node.callee)) && node.args[0] !== undefined) {
        return openCondition(node.args[0], want, opening);
      }
      return opening.strategy === "add" && want ? addBeside(node, opening) : null;
    }
    case "case":
      return opening.strategy === "add" && want
        ? openCase(node, opening, (guard) => openCondition(guard, true, opening))
        : null;
    case "name": {
      // A flag for those who are turned away is changed where it is bound.
      const refused = want ? null : opening.shape.bound(node.id);
      if (refused !== null) return openCondition(refused, want, opening);
      return opening.strategy === "add" && want ? addBeside(node, opening) : null;
    }
    case "attribute":
      return opening.strategy === "add" && want ? addBeside(node, opening) : null;
    default:
      return null;
  }
}

/** What does not depend on the device is not for an edit of this kind. */
function isArchitectural(value: Vec | undefined): value is Vec {
  return value !== undefined && value.length > 1;
}

/** Whether the value settles that somebody of the goal does not get what is wanted. */
function isShut(value: Vec | undefined, want: boolean, { goal }: Opening): boolean {
  return isArchitectural(value) && goal.some((device) => truth(at(value, DEVICES.indexOf(device))) === !want);
}

/** Every operand must answer as wanted; where one keeps the goal out, those that it may pass stay as they are. */
function openAll(node: BoolExpr, want: boolean, opening: Opening): readonly TextEdit[] | null {
  const pair = opening.strategy === "add" ? openPair(node, want, opening) : null;
  if (pair !== null) return pair;
  const edits: TextEdit[] = [];
  const { valueOf } = opening.shape;
  const isClosed = node.operands.some((operand) => isShut(valueOf(operand), want, opening));
  for (const operand of node.operands) {
    const value = valueOf(operand);
    if (!isArchitectural(value) || missing(value, want, opening).length === 0) continue;
    if (isClosed && !isShut(value, want, opening)) continue;
    const change = dropOperand(node, operand, want, opening) ?? openCondition(operand, want, opening);
    if (change === null) return null;
    edits.push(...change);
  }
  return edits.length > 0 ? edits : null;
}

/** `and x < 12` goes altogether, when the bound is to be dropped; so does `and minor == 0`, which the family fails. */
function dropOperand(
  node: BoolExpr,
  operand: Expr,
  want: boolean,
  opening: Opening,
): readonly TextEdit[] | null {
  const { strategy, source } = opening;
  const isBound =
    strategy === "drop bound" && (upperBound(operand, want) !== null || keepsNewer(operand, want, opening));
  const isMinor =
    strategy === "add" && want && isMinorTest(operand, source) && keepsMajor(node, operand, opening);
  if (!isBound && !isMinor) return null;
  const index = node.operands.indexOf(operand);
  const previous = node.operands[index - 1];
  const next = node.operands[index + 1];
  const { text } = source;
  // Brackets around a neighbour stay with it, those around the operand go with it.
  const [from, to] =
    previous !== undefined ? [previous.end, operand.start] : [operand.end, next?.start ?? operand.end];
  const between = /^(\s*\)*)([^()]*)(\(*\s*)$/.exec(text.slice(from, to));
  if (between === null) return null;
  const [, closers = "", , openers = ""] = between;
  const own = (previous !== undefined ? openers : closers).replace(/\s/g, "").length;
  const outside = previous !== undefined ? text.slice(operand.end) : text.slice(0, operand.start);
  const around = (previous !== undefined ? /^[\s)]*/ : /[\s(]*$/).exec(outside)?.[0] ?? "";
  const reach = nth(previous !== undefined ? around : Array.from(around).reverse().join(""), own);
  if (reach === null) return null;
  const span =
    previous !== undefined
      ? { start: from + closers.trimEnd().length, end: operand.end + reach }
      : { start: operand.start - reach, end: to - openers.trimStart().length };
  return [{ span, newText: "" }];
}

/** `not has_capability(120)`, where what is asked holds for all from some device on. */
function keepsNewer(operand: Expr, want: boolean, { shape }: Opening): boolean {
  const asked = operand.kind === "unary" && operand.op === "not" ? operand.operand : null;
  const value = asked?.kind === "call" && want ? shape.valueOf(asked) : undefined;
  if (!isArchitectural(value)) return false;
  const answers = value.map(truth);
  const first = answers.indexOf(true);
  return first > 0 && answers.every((answer, index) => answer === index >= first);
}

/** How far the brackets reach of which there are so many; null where there are fewer. */
function nth(text: string, count: number): number | null {
  let at = 0;
  for (let left = count; left > 0; at++) {
    if (at >= text.length) return null;
    if (/[()]/.test(text[at] ?? "")) left--;
  }
  return at;
}

function isMinorTest(operand: Expr, source: SourceText): boolean {
  if (operand.kind !== "compare" || operand.ops.length !== 1 || operand.ops[0]?.op !== "==") return false;
  const [left] = operand.operands;
  return left !== undefined && isMinor(left, source);
}

function keepsMajor(node: BoolExpr, operand: Expr, opening: Opening): boolean {
  return node.operands.some((other) => {
    const value = opening.shape.valueOf(other);
    return (
      other !== operand &&
      value !== undefined &&
      value.length > 1 &&
      missing(value, true, opening).length === 0
    );
  });
}

/** One operand that answers as wanted is enough: the best of those there, or a new one. */
function openAny(node: BoolExpr, want: boolean, opening: Opening): readonly TextEdit[] | null {
  const { shape, strategy } = opening;
  const architectural = node.operands.filter((operand) => isArchitectural(shape.valueOf(operand)));
  const lists = architectural.filter(
    (operand) => operand.kind === "compare" && operand.ops.some(({ op }) => op.endsWith("in")),
  );
  for (const operand of strategy === "add" ? lists : architectural) {
    const edits = openCondition(operand, want, opening);
    if (edits !== null) return edits;
  }
  if (strategy !== "add") return null;
  for (const operand of [...architectural].reverse()) {
    const test = alternativeTest(operand, want, opening);
    const last = node.operands.at(-1);
    if (test === null || last === undefined) continue;
    return [
      { span: { start: last.end, end: last.end }, newText: joinedLike(node, test.text, opening) },
      ...test.edits,
    ];
  }
  for (const operand of architectural) {
    const edits = openCondition(operand, want, opening);
    if (edits !== null) return edits;
  }
  return null;
}

/** `any((a, b))` is `a or b`. */
function quantified(node: Call): { op: "and" | "or"; operands: readonly Expr[] } | null {
  const [list] = node.args;
  const name = node.callee.kind === "name" ? node.callee.id : "";
  if (node.args.length !== 1 || (name !== "any" && name !== "all")) return null;
  if (list?.kind !== "list" && list?.kind !== "tuple" && list?.kind !== "set") return null;
  return { op: name === "any" ? "or" : "and", operands: list.items };
}

function openListed(
  { op, operands }: { op: "and" | "or"; operands: readonly Expr[] },
  want: boolean,
  opening: Opening,
): readonly TextEdit[] | null {
  const [first, last] = [operands[0], operands.at(-1)];
  if (first === undefined || last === undefined) return null;
  if ((op === "and") === want) {
    return openAll({ kind: "bool", op, operands, start: first.start, end: last.end }, want, opening);
  }
  for (const operand of [...operands].reverse()) {
    const test = opening.strategy === "add" ? alternativeTest(operand, want, opening) : null;
    const changed = test === null ? openCondition(operand, want, opening) : null;
    if (changed !== null && changed.length > 0) return changed;
    if (test === null) continue;
    if (test.inPlace) return test.edits;
    return [{ span: { start: last.end, end: last.end }, newText: `, ${test.text}` }, ...test.edits];
  }
  return null;
}

/** The new operand, on a line of its own where the others are. */
function joinedLike(node: BoolExpr, text: string, { source }: Opening): string {
  const [a, b] = [node.operands.at(-2), node.operands.at(-1)];
  const gap = a === undefined || b === undefined ? " " : source.text.slice(a.end, b.start);
  const line = /^\)*(\s*\n[ \t]*)(?:and|or)\b/.exec(gap)?.[1];
  return `${line ?? " "}${node.op} ${text}`;
}

/** `x` becomes `(x or y)`; no brackets where the condition stands alone. */
function addBeside(node: Expr, opening: Opening): readonly TextEdit[] | null {
  const test = alternativeTest(node, true, opening);
  if (test === null) return null;
  if (test.inPlace) return test.edits;
  const alone = node === opening.shape.test;
  return [
    ...(alone ? [] : [{ span: { start: node.start, end: node.start }, newText: "(" }]),
    { span: { start: node.end, end: node.end }, newText: ` or ${test.text}${alone ? "" : ")"}` },
    ...test.edits,
  ];
}

function openComparison(node: Compare, want: boolean, opening: Opening): readonly TextEdit[] | null {
  if (opening.strategy !== "add") return openBound(node, want, opening);
  const [op] = node.ops;
  const [left, right] = node.operands;
  if (node.ops.length !== 1 || op === undefined || left === undefined || right === undefined) return null;
  const positive = op.op === "in" || op.op === "==";
  if (op.op === "in" || op.op === "not in") {
    const list = literalMembers(right, opening.source.text);
    if (list === null) return positive === want ? openContainer(node, right, want, opening) : null;
    const wanted = missing(opening.shape.valueOf(node) ?? [], want, opening);
    // Small numbers are majors, unless they are compared with the other half.
    const style = list.style === "major" && isMinor(left, opening.source) ? "minor" : list.style;
    return positive === want
      ? insertMembers(opening.source, list, spelled(style, list.members.at(-1)?.text ?? "", wanted))
      : withoutMembers(right, list, maskOf(wanted), opening.source);
  }
  if ((op.op !== "==" && op.op !== "!=") || positive !== want) return null;
  const swapped = styleOf(right, opening.source.text) === null;
  const [variable, number] = swapped ? [right, left] : [left, right];
  const style = styleOf(number, opening.source.text);
  if (style === null || isMinor(variable, opening.source)) return null;
  const model = opening.source.text.slice(number.start, number.end);
  const added = spelled(style, model, missing(opening.shape.valueOf(node) ?? [], want, opening));
  if (style === "minor" || added.includes(model)) return null;
  const name = opening.source.text.slice(variable.start, variable.end);
  const newText = `${name} ${positive ? "in" : "not in"} (${[model, ...added].join(", ")})`;
  return [{ span: { start: node.start, end: node.end }, newText }];
}

/** The end of a range moves behind the family; beside a list that stands elsewhere there is one more test. */
function openContainer(
  node: Compare,
  container: Expr,
  want: boolean,
  opening: Opening,
): readonly TextEdit[] | null {
  const limit =
    container.kind === "call" && nameOf(container.callee) === "range" ? container.args.at(-1) : undefined;
  if (container.kind === "call" && limit !== undefined && container.args.length <= 2) {
    const last = opening.goal.at(-1);
    const text = opening.source.text.slice(limit.start, limit.end);
    const newText = last === undefined ? null : raised(limit, text, false, last);
    return newText === null ? null : [{ span: { start: limit.start, end: limit.end }, newText }];
  }
  const test = alternativeTest(node, want, opening);
  if (test === null || test.inPlace) return test?.edits ?? null;
  const alone = node === opening.shape.test;
  const word = want ? "or" : "and";
  return [
    ...(alone ? [] : [{ span: { start: node.start, end: node.start }, newText: "(" }]),
    { span: { start: node.end, end: node.end }, newText: ` ${word} ${test.text}${alone ? "" : ")"}` },
    ...test.edits,
  ];
}

/** A tuple that is left with one member keeps a comma: without it the brackets hold a number. */
function withoutMembers(
  node: Expr,
  { members }: ListShape,
  gone: Mask,
  { text }: SourceText,
): readonly TextEdit[] {
  const edits = removeMembers(members, gone);
  const [only, ...more] = members.filter(({ mask }) => (mask & gone) === 0);
  const last = members.at(-1);
  if (node.kind !== "tuple" || edits.length === 0 || only === undefined || last === undefined) return edits;
  const ends = /^\s*,/.test(text.slice(last.span.end, node.end));
  if (more.length > 0 || ends) return edits;
  const { end } = only.span;
  return [
    ...edits.filter(({ span }) => span.end <= end),
    { span: { start: end, end }, newText: "," },
    ...edits.filter(({ span }) => span.start >= end),
  ];
}

interface Bound {
  readonly node: Compare;
  /** Which pair of the chain. */
  readonly index: number;
  readonly inclusive: boolean;
  readonly limit: Expr;
}

/** The pair that keeps later devices out: `x < 12` where it must hold, `x >= 12` where it must not. */
function upperBound(node: Expr, want: boolean): Bound | null {
  if (node.kind !== "compare") return null;
  const found = node.ops.findIndex(({ op }, index) => {
    const right = node.operands[index + 1];
    if (right === undefined || !isLimit(right)) return false;
    return want ? op === "<" || op === "<=" : node.ops.length === 1 && (op === ">=" || op === ">");
  });
  const [op, limit] = [node.ops[found], node.operands[found + 1]];
  if (op === undefined || limit === undefined) return null;
  return { node, index: found, inclusive: op.op === "<=" || op.op === ">", limit };
}

function isLimit(node: Expr): boolean {
  if (versionIn(node) !== null) return true;
  return (
    node.kind === "number" || (node.kind === "tuple" && node.items.every((item) => item.kind === "number"))
  );
}

function openBound(node: Compare, want: boolean, opening: Opening): readonly TextEdit[] | null {
  const bound = upperBound(node, want);
  if (bound === null) return null;
  if (opening.strategy === "drop bound") {
    const left = node.operands[bound.index];
    if (node.ops.length < 2 || !want || left === undefined || bound.index !== node.ops.length - 1)
      return null;
    return [{ span: { start: left.end, end: bound.limit.end }, newText: "" }];
  }
  const last = opening.goal.at(-1);
  const text = opening.source.text.slice(bound.limit.start, bound.limit.end);
  const newText = last === undefined ? null : raised(bound.limit, text, bound.inclusive, last);
  return newText === null ? null : [{ span: { start: bound.limit.start, end: bound.limit.end }, newText }];
}

/** "10.0" of `Version("10.0")`, `version.parse("10.0")` */
function versionIn(node: Expr): string | null {
  const [only] =
    node.kind === "call" && /^(?:Version|parse|parse_version)$/.test(lastName(node)) ? node.args : [];
  const [text] = only?.kind === "string" ? only.parts : [];
  return typeof text === "string" && /^\d{1,2}\.\d$/.test(text) ? text : null;
}

/** The bound at the end of the family: `< 13`, `<= 121`, `< (13, 0)`. */
export function raised(limit: Expr, text: string, inclusive: boolean, last: Device): string | null {
  if (limit.kind === "tuple") {
    const [major, minor] = inclusive ? [last.major, last.minor] : [last.major + 1, 0];
    return text.replace(
      /\d+(?:(\s*,\s*)\d+)?/,
      (_, comma: string | undefined) => `${major}${comma === undefined ? "" : `${comma}${minor}`}`,
    );
  }
  const version = versionIn(limit);
  if (version !== null) return text.replace(version, inclusive ? last.name : `${last.major + 1}.0`);
  if (limit.kind !== "number") return null;
  if (limit.float) return inclusive ? last.name : `${last.major + 1}.0`;
  const unit = unitOf(limit.value);
  if (unit === "major") return String(inclusive ? last.major : last.major + 1);
  if (unit === "tens") return String(inclusive ? last.capability : (last.major + 1) * 10);
  return unit === "hundreds" ? String(inclusive ? last.capability * 10 : (last.major + 1) * 100) : null;
}
