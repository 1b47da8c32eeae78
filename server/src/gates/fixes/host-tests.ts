/** The comparisons of a host condition that an edit can work on, and how another one is written like them. */
import { bare, numberOf, pathOf, type Expression } from "../../cuda/host/expression";
import { archInName } from "../../cuda/host/names";
import type { HostConditionShape } from "../../cuda/host/shape";
import { DEVICES, type Device } from "../../arch/devices";
import { deviceMaskOf, maskWhere, type Mask } from "../../logic/sets";
import type { Span } from "../../text/source";

/** `sm == 120`, `props.major == 12 && props.minor == 0`, or a name that stands for one. */
export interface Test {
  /** The whole test, as it stands in the condition. */
  readonly place: Expression;
  readonly operator: string;
  readonly left: string;
  readonly constant: string;
  readonly constantSpan: Span;
  /** Ten times the capability, or the major alone where `unit` says so. */
  readonly value: number;
  readonly unit: "major" | "tenfold" | "hundredfold";
  /** The text of the minor's side where the test asks for it too. */
  readonly minor: { readonly left: string; readonly span: Span } | null;
  /** The operators around it, innermost first: what a further alternative stands beside. */
  readonly around: readonly string[];
}

export function testsOf(text: string, shape: HostConditionShape): Test[] {
  return collect(text, shape, shape.expression, []);
}

function collect(
  text: string,
  shape: HostConditionShape,
  expression: Expression,
  around: readonly string[],
): Test[] {
  const inner = bare(expression);
  if (inner.kind === "unary" && inner.operator === "!")
    return collect(text, shape, inner.operand, ["!", ...around]);
  if (inner.kind === "binary" && (inner.operator === "&&" || inner.operator === "||")) {
    const pair = inner.operator === "&&" ? majorAndMinor(text, inner.left, inner.right) : null;
    if (pair !== null) return [{ ...pair, place: expression, around }];
    const sides = [inner.operator, ...around];
    return [...collect(text, shape, inner.left, sides), ...collect(text, shape, inner.right, sides)];
  }
  const test = comparison(text, inner);
  if (test !== null) return shape.decides(inner) ? [{ ...test, place: expression, around }] : [];
  const name = inner.kind === "path" && pathOf(inner).length === 1 ? (pathOf(inner)[0] ?? "") : "";
  const definition = name === "" ? null : shape.definitionOf(name);
  const [defined] =
    definition === null
      ? []
      : collect(text, { ...shape, definitionOf: () => null, decides: () => true }, definition, []);
  return defined === undefined ? [] : [{ ...defined, place: expression, around }];
}

type Bare = Omit<Test, "place" | "around">;

function comparison(text: string, expression: Expression): Bare | null {
  if (expression.kind !== "binary" || !/^(?:==|!=|[<>]=?)$/.test(expression.operator)) return null;
  const right = bare(expression.right);
  const constant = slice(text, right);
  const number = right.kind === "number" ? numberOf(constant) : archInName(constant.split("::").at(-1) ?? "");
  const left = slice(text, expression.left);
  if (number === null || !/[A-Za-z_]/.test(left)) return null;
  const unit = number >= 500 ? "hundredfold" : number >= 50 ? "tenfold" : "major";
  if (unit === "major" && !/major/i.test(left)) return null;
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

/** `x.major == 12 && x.minor == 0`, and with `(minor == 0 || minor == 3)`. */
function majorAndMinor(text: string, left: Expression, right: Expression): Bare | null {
  const major = comparison(text, bare(left));
  const minor = slice(text, right);
  if (major?.unit !== "major" || major.operator !== "==" || !/minor/i.test(minor) || /major/i.test(minor))
    return null;
  const name = /[\w.:>-]*minor\w*(?:\(\))?/i.exec(minor)?.[0] ?? "minor";
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
  return Math.floor(test.value / (test.unit === "tenfold" ? 10 : 100));
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
  const number = String(test.unit === "tenfold" ? device.capability : device.capability * 10);
  return numberOf(test.constant) === null
    ? (shape.constantFor(test.constant, device.capability) ?? number)
    : number;
}

/** A test for the device, written like this one: `sm == 121`, `(p.major == 12 && p.minor == 1)`. */
export function testLike(shape: HostConditionShape, test: Test, device: Device): string {
  const same = `${test.left} ${test.operator} ${constantLike(shape, test, device)}`;
  const needsMinor = test.minor !== null && majorOf(test) === device.major;
  return needsMinor ? `(${same} && ${test.minor.left} == ${device.minor})` : same;
}
