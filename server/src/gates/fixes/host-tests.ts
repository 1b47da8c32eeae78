/** The comparisons of a host condition that an edit can work on, and how another one is written like them. */
import { bare, numberOf, pathOf, type Expression } from "../../cuda/host/expression";
import { archInName } from "../../cuda/host/names";
import { archInText, textLike } from "../../cuda/host/texts";
import type { HostConditionShape } from "../../cuda/host/shape";
import { DEVICES, type Device } from "../../arch/devices";
import { deviceMaskOf, maskWhere, type Mask } from "../../logic/sets";
import type { Span } from "../../text/source";

/** `sm == 120`, `props.major == 12 && props.minor == 0`, `is_same_v<Tag, Sm120>`, or a name that stands for one. */
export interface Test {
  /** The whole test, as it stands in the condition. */
  readonly place: Expression;
  readonly operator: string;
  readonly left: string;
  readonly constant: string;
  readonly constantSpan: Span;
  /** Ten times the capability, or the major alone where `unit` says so. */
  readonly value: number;
  /**
   * "tag": a type stands for the architecture, from its own minor on; "text": a string names it; "start": a string that
   * all of its major begin with.
   */
  readonly unit: "major" | "tenfold" | "hundredfold" | "tag" | "text" | "start";
  /** Whether the constant stands inside of `left`, which is the whole test: `strcmp(arch, "sm_90") == 0`. */
  readonly isInside?: boolean;
  /** The text of the minor's side where the test asks for it too. */
  readonly minor: { readonly left: string; readonly span: Span } | null;
  /** The operators around it, innermost first: what a further alternative stands beside. */
  readonly around: readonly string[];
  /** What the test must come to for a device to get in: false where the whole refuses, or under a `!`. */
  readonly wanted: boolean;
}

export function testsOf(text: string, shape: HostConditionShape): Test[] {
  return shape.macro === null ? collect(text, shape, shape.expression, [], !shape.negated) : [];
}

function collect(
  text: string,
  shape: HostConditionShape,
  expression: Expression,
  around: readonly string[],
  wanted: boolean,
): Test[] {
  const inner = bare(expression);
  if (inner.kind === "unary" && inner.operator === "!")
    return collect(text, shape, inner.operand, ["!", ...around], !wanted);
  if (inner.kind === "binary" && (inner.operator === "&&" || inner.operator === "||")) {
    const pair =
      inner.operator === narrowing(wanted) ? majorAndMinor(text, inner.left, inner.right, wanted) : null;
    if (pair !== null) return [{ ...pair, place: expression, around, wanted }];
    const sides = [inner.operator, ...around];
    return [
      ...collect(text, shape, inner.left, sides, wanted),
      ...collect(text, shape, inner.right, sides, wanted),
    ];
  }
  const test = comparison(text, inner) ?? tagTest(text, inner) ?? textTest(text, inner);
  if (test !== null) return shape.decides(inner) ? [{ ...test, place: expression, around, wanted }] : [];
  const name = inner.kind === "path" && pathOf(inner).length === 1 ? (pathOf(inner)[0] ?? "") : "";
  const definition = name === "" ? null : shape.definitionOf(name);
  const [defined] =
    definition === null
      ? []
      : collect(text, { ...shape, definitionOf: () => null, decides: () => true }, definition, [], wanted);
  return defined === undefined ? [] : [{ ...defined, place: expression, around, wanted }];
}

/** Beside a wanted test `&&` narrows who gets in, and `||` lets more in; beside one that refuses it is the other way. */
export function narrowing(wanted: boolean): "&&" | "||" {
  return wanted ? "&&" : "||";
}

export function widening(wanted: boolean): "&&" | "||" {
  return wanted ? "||" : "&&";
}

/** `==` where the test is wanted, `!=` where it refuses: a list of single devices. */
export function isListed({ operator, wanted }: Test): boolean {
  return operator === (wanted ? "==" : "!=");
}

/** `!=` where the test is wanted, `==` where it refuses: one device that is kept out. */
export function isExcluded({ operator, wanted }: Test): boolean {
  return operator === (wanted ? "!=" : "==");
}

/** `sm < 120` where it is wanted, `sm >= 120` where it refuses. */
export function isUpperBound({ operator, wanted }: Test): boolean {
  return (wanted ? /^<=?$/ : /^>=?$/).test(operator);
}

/** A pair holds the two in this order. */
const MAJOR = /major|\.first\b/i;
const MINOR = /minor|\.second\b/i;

type Bare = Omit<Test, "place" | "around" | "wanted">;

function comparison(text: string, expression: Expression): Bare | null {
  if (expression.kind !== "binary" || !/^(?:==|!=|[<>]=?)$/.test(expression.operator)) return null;
  const right = bare(expression.right);
  const constant = slice(text, right);
  const number = right.kind === "number" ? numberOf(constant) : archInName(constant.split("::").at(-1) ?? "");
  const left = slice(text, expression.left);
  const named = right.kind === "text" && /^[!=]=$/.test(expression.operator) ? archInText(right.value) : null;
  if (named !== null) {
    const { operator } = expression;
    return { operator, left, constant, constantSpan: right, value: named, unit: "text", minor: null };
  }
  if (number === null || !/[A-Za-z_]/.test(left)) return null;
  const unit = number >= 500 ? "hundredfold" : number >= 50 ? "tenfold" : "major";
  if (unit === "major" && !MAJOR.test(left)) return null;
  return {
    operator: expression.operator,
    left,
    constant,
    constantSpan: right,
    value: number,
    unit,
    minor: null,
  };
}

const TAG = /\b(?:Sm|SM)_?(\d{2,3})(?=\s*>|\s*,|$)/;

/** `std::is_same<ArchTag, cutlass::arch::Sm90>::value`. */
function tagTest(text: string, expression: Expression): Bare | null {
  if (expression.kind !== "path" || !expression.parts.join().includes("is_same")) return null;
  const written = slice(text, expression);
  const match = TAG.exec(written);
  if (match === null) return null;
  const start = expression.start + match.index;
  return {
    operator: "==",
    left: written,
    constant: match[0],
    constantSpan: { start, end: start + match[0].length },
    value: Number(match[1]),
    unit: "tag",
    isInside: true,
    minor: null,
  };
}

const TEXT_CALL = /^(?:strcmp|strstr|compare|starts_with|contains|r?find)$/;
const START = /^(?:(?:sm|compute)_?)?(\d{1,2})\.?$/;

/** `strcmp(arch, "sm_90") == 0`, `arch.starts_with("sm_9")`, `arch.find("sm_90") != std::string::npos`. */
function textTest(text: string, expression: Expression): Bare | null {
  const sides = expression.kind === "binary" ? [bare(expression.left), bare(expression.right)] : [expression];
  const call = sides.find((side) => side.kind === "call");
  const name = call === undefined ? "" : (pathOf(call.callee).at(-1) ?? "");
  const literal = call?.arguments.map(bare).find((one) => one.kind === "text");
  if (literal === undefined || !TEXT_CALL.test(name)) return null;
  const answer = sides.find((side) => side !== call);
  const isOrder = /^(?:strcmp|compare)$/.test(name);
  if (expression.kind === "binary" && !/^[!=]=$/.test(expression.operator)) return null;
  // `strcmp(…)` is true, `find(…)` is `npos`, where the text is another one.
  const isTurned = answer === undefined ? isOrder : answer.kind === "path";
  const isEqual = (expression.kind === "binary" ? expression.operator : "==") === "==";
  const major = START.exec(literal.value)?.[1];
  const named = archInText(literal.value) ?? (major === undefined ? null : Number(major) * 10);
  if (named === null) return null;
  return {
    operator: isEqual === isTurned ? "!=" : "==",
    left: slice(text, expression),
    constant: slice(text, literal),
    constantSpan: literal,
    value: named,
    unit: archInText(literal.value) === null ? "start" : "text",
    isInside: true,
    minor: null,
  };
}

/** `x.major == 12 && x.minor == 0`, with `(minor == 0 || minor == 3)` too, or all of it turned round. */
function majorAndMinor(text: string, left: Expression, right: Expression, wanted: boolean): Bare | null {
  const major = comparison(text, bare(left));
  const minor = slice(text, right);
  const operator = wanted ? "==" : "!=";
  if (major?.unit !== "major" || major.operator !== operator || !MINOR.test(minor) || MAJOR.test(minor))
    return null;
  const name = /[\w.:>-]*(?:minor\w*(?:\(\))?|\.second\b)/i.exec(minor)?.[0] ?? "minor";
  return { ...major, minor: { left: name, span: { start: left.end, end: right.end } } };
}

export function slice(text: string, span: Span): string {
  return text.slice(span.start, span.end);
}

export function deviceOf(target: string): Device | null {
  const mask = deviceMaskOf(target);
  return DEVICES.find((_, index) => (mask >> index) & 1) ?? null;
}

export function devicesOfMajor(major: number): Mask {
  return maskWhere(DEVICES, (device) => device.major === major);
}

/** Whether the test names another device of the same major. */
export function namesSibling(test: Test, device: Device): boolean {
  return majorOf(test) === device.major;
}

export function majorOf(test: Test): number {
  if (test.unit === "major") return test.value;
  return Math.floor(test.value / (test.unit === "hundredfold" ? 100 : 10));
}

/** The capability in the test's own unit, a tag's being ten times. */
export function scaleOf({ unit }: Test): number {
  return { major: 0.1, tenfold: 1, hundredfold: 10, tag: 1, text: 1, start: 1 }[unit];
}

/** `||` or `or`, as the condition spells it. */
export function spelled(text: string, shape: HostConditionShape, operator: "&&" | "||"): string {
  const condition = slice(text, shape.expression);
  const word = operator === "&&" ? "and" : "or";
  return /\b(?:and|or)\b/.test(condition) && !/&&|\|\|/.test(condition) ? word : operator;
}

/** The device's number as the test writes numbers. */
export function constantLike(shape: HostConditionShape, test: Test, device: Device): string {
  if (test.unit === "major") return String(device.major);
  if (test.unit === "tag") return test.constant.replace(/\d+/, String(device.capability));
  if (test.unit === "text") return textLike(test.constant, device);
  if (test.unit === "start") return test.constant.replace(/\d+/, String(device.major));
  const number = String(test.unit === "tenfold" ? device.capability : device.capability * 10);
  return numberOf(test.constant) === null
    ? (shape.constantFor(test.constant, device.capability) ?? number)
    : number;
}

/** A test for the device, written like this one: `sm == 121`, `(p.major == 12 && p.minor == 1)`. */
export function testLike(shape: HostConditionShape, test: Test, device: Device): string {
  if (test.isInside === true) return test.left.replace(test.constant, constantLike(shape, test, device));
  const same = `${test.left} ${test.operator} ${constantLike(shape, test, device)}`;
  const needsMinor = test.minor !== null && majorOf(test) === device.major;
  const joint = narrowing(test.wanted);
  return needsMinor ? `(${same} ${joint} ${test.minor.left} ${test.operator} ${device.minor})` : same;
}

/** The operand with the operator that joins it, so that it can be taken out; null where it stands alone. */
export function spanToDrop(expression: Expression, place: Expression, joint: string): Span | null {
  const inner = bare(expression);
  if (inner.kind === "unary") return spanToDrop(inner.operand, place, joint);
  if (inner.kind !== "binary") return null;
  if (inner.operator === joint) {
    if (inner.right === place) return { start: inner.left.end, end: inner.right.end };
    if (inner.left === place) return { start: inner.left.start, end: inner.right.start };
  }
  return spanToDrop(inner.left, place, joint) ?? spanToDrop(inner.right, place, joint);
}
