/** What the fixes of preprocessor guards share: finding the operand that excludes, and writing architecture tests. */
import { TARGETS, variantsOf } from "../../arch/targets";
import { sourceExpression } from "../../cuda/why";
import type { Expression } from "../../cuda/expression";
import type { GuardShape } from "../../cuda/guards";
import { maskWhere } from "../../logic/sets";
import type { Mask } from "../../logic/sets";
import type { Span } from "../../text/source";
import type { Gate } from "../gate";
import type { FixRequest } from "./fix-kind";

export interface Operand {
  readonly expression: Expression;
  /** From the whole condition down to the operand's parent. */
  readonly around: readonly Expression[];
}

export function guardShapeOf(gate: Gate): GuardShape | null {
  const shape = gate.shape as Partial<GuardShape> | null;
  return shape?.kind === "guard" ? (shape as GuardShape) : null;
}

/** The operand of the guard's condition that leaves the asked targets out; null where the condition has none. */
export function excludingOperandOf(request: FixRequest): Operand | null {
  const shape = guardShapeOf(request.gate);
  if (shape === null || shape.arms.length > 1) return null;
  const root = sourceExpression(shape.branch);
  const span = request.gate.operandFor(request.asked & request.gate.admission.excludes);
  return root === null || span === null ? null : find(root, span, []);
}

function find(at: Expression, span: Span, around: readonly Expression[]): Operand | null {
  if (at.start === span.start && at.end === span.end) return { expression: at, around };
  for (const child of childrenOf(at)) {
    if (child.start <= span.start && child.end >= span.end) return find(child, span, [...around, at]);
  }
  return null;
}

function childrenOf(expression: Expression): readonly Expression[] {
  if (expression.kind === "unary") return [expression.operand];
  return expression.kind === "binary" ? [expression.left, expression.right] : [];
}

export interface UpperBound {
  /** `<` or `<=`, as the comparison reads from its variable. */
  readonly operator: "<" | "<=";
  readonly bound: Expression;
}

/** `x < N`, `x <= N`, `N > x`, `!(x >= N)`: what is compared may not be more than the bound. */
export function upperBoundOf(expression: Expression): UpperBound | null {
  if (expression.kind === "unary" && expression.operator === "!") {
    const { operand } = expression;
    if (operand.kind !== "binary" || !isConstant(operand.right)) return null;
    if (operand.operator === ">=") return { operator: "<", bound: operand.right };
    return operand.operator === ">" ? { operator: "<=", bound: operand.right } : null;
  }
  if (expression.kind !== "binary") return null;
  const { operator, left, right } = expression;
  if ((operator === "<" || operator === "<=") && isConstant(right) && !isConstant(left))
    return { operator, bound: right };
  if (operator === ">" && isConstant(left) && !isConstant(right)) return { operator: "<", bound: left };
  return operator === ">=" && isConstant(left) && !isConstant(right) ? { operator: "<=", bound: left } : null;
}

export interface LowerBound {
  /** `>=` or `>`, as the comparison reads from its variable. */
  readonly operator: ">=" | ">";
  readonly bound: Expression;
}

/** Every `x >= N` and `N < x` in a condition. */
export function lowerBounds(expression: Expression): LowerBound[] {
  if (expression.kind === "unary") return lowerBounds(expression.operand);
  if (expression.kind !== "binary") return [];
  const { operator, left, right } = expression;
  if (operator === "&&" || operator === "||") return [...lowerBounds(left), ...lowerBounds(right)];
  if ((operator === ">=" || operator === ">") && isConstant(right) && !isConstant(left))
    return [{ operator, bound: right }];
  if (operator === "<=" && isConstant(left) && !isConstant(right)) return [{ operator: ">=", bound: left }];
  return operator === "<" && isConstant(left) && !isConstant(right) ? [{ operator: ">", bound: left }] : [];
}

export interface StrictBound {
  readonly comparison: Expression;
  readonly value: number;
}

/** Every `x > N`, `N < x` and `!(x <= N)` with a number in a condition: all above the number, without itself. */
export function strictBounds(expression: Expression, negated = false): StrictBound[] {
  if (expression.kind === "unary")
    return expression.operator === "!" ? strictBounds(expression.operand, !negated) : [];
  if (expression.kind !== "binary") return [];
  const { operator, left, right } = expression;
  if (operator === "&&" || operator === "||")
    return [...strictBounds(left, negated), ...strictBounds(right, negated)];
  const isLower = operator === (negated ? "<=" : ">") && right.kind === "integer" && left.kind === "name";
  const isTurned = operator === (negated ? ">=" : "<") && left.kind === "integer" && right.kind === "name";
  const bound = isLower ? right : isTurned ? left : null;
  return bound?.kind === "integer" ? [{ comparison: expression, value: Number(bound.value.value) }] : [];
}

/** A number, or a name spelled like a constant of the project (`GGML_CUDA_CC_RUBIN`). */
function isConstant(expression: Expression): boolean {
  return expression.kind === "integer" || (expression.kind === "name" && !expression.name.startsWith("__"));
}

/** What is compared with numbers in an operand: `__CUDA_ARCH__`, or another name; null where nothing is. */
export function comparedName(expression: Expression): string | null {
  if (expression.kind === "unary") return comparedName(expression.operand);
  if (expression.kind !== "binary") return null;
  const { operator, left, right } = expression;
  if (operator === "&&" || operator === "||") return comparedName(left) ?? comparedName(right);
  return left.kind === "name" && !isConstant(left)
    ? left.name
    : right.kind === "name" && !isConstant(right)
      ? right.name
      : null;
}

/** Whether every leaf is `name == N`, joined by `||`. */
export function isEqualityList(expression: Expression): boolean {
  if (expression.kind !== "binary") return false;
  if (expression.operator === "||")
    return isEqualityList(expression.left) && isEqualityList(expression.right);
  return expression.operator === "==" && comparedName(expression) !== null;
}

/** The name of a function-like macro that is called with one number, `CUDA_ARCH_FAMILY(1000)`, alone or among others. */
export function calledWith(expression: Expression, isMeant: (value: bigint) => boolean): string | null {
  if (expression.kind === "unary") return calledWith(expression.operand, isMeant);
  if (expression.kind === "binary")
    return calledWith(expression.left, isMeant) ?? calledWith(expression.right, isMeant);
  if (expression.kind !== "call") return null;
  const value = /^\w+\s*\(\s*(\d+)\s*\)$/.exec(expression.text)?.[1];
  return value !== undefined && isMeant(BigInt(value)) ? expression.name : null;
}

export interface TargetFamily {
  /** The value of `__CUDA_ARCH__`: 1200. */
  readonly arch: number;
  readonly major: number;
  /** The first and, exclusively, the last value of the family: 1200 and 1300. */
  readonly from: number;
  readonly to: number;
  /** The values its targets have, ascending: 1200, 1210. */
  readonly values: readonly number[];
  /** Every target of the family. */
  readonly mask: Mask;
  /** As people name it: `sm_12x`. */
  readonly name: string;
}

export function familyOf(target: string): TargetFamily | null {
  const capability = variantsOf(target)[0]?.capability;
  if (capability === undefined) return null;
  const major = Math.floor(capability / 10);
  const members = TARGETS.filter((one) => Math.floor(one.capability / 10) === major);
  return {
    arch: capability * 10,
    major,
    from: major * 100,
    to: major * 100 + 100,
    values: [...new Set(members.map((one) => one.capability * 10))].sort((a, b) => a - b),
    mask: maskWhere(TARGETS, (one) => Math.floor(one.capability / 10) === major),
    name: `sm_${major}x`,
  };
}

/** The words or signs for "and" and "or" that the condition itself uses. */
export function connectives(text: string): { readonly and: string; readonly or: string } {
  const words = /\b(?:and|or)\b/.test(text) && !/&&|\|\|/.test(text);
  return words ? { and: "and", or: "or" } : { and: "&&", or: "||" };
}
