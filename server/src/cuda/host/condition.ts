/** A condition on the device: its expression and what it comes to on each one, `#if`s in its middle included. */
import type { Span } from "../../text/source";
import type { Code } from "../body/code";
import type { Token } from "../lexer";
import type { Evaluator } from "./evaluate";
import { bare, parseExpression, type Expression } from "./expression";
import type { Range } from "./statements";
import { and, decides, isUnknown, not, or, truthOf, type Values } from "./values";

export interface Condition {
  readonly expression: Expression;
  readonly values: Values;
  /** The token index that its names are seen from. */
  readonly at: number;
}

/** Whether it is settled when the code is compiled, for each target, and not when it runs. */
export function isCompiled(evaluator: Evaluator, { expression, at }: Condition): boolean {
  return evaluator.isCompiled(expression, at);
}

/** Reads a condition that tells devices apart; null for any other. */
export function readCondition(evaluator: Evaluator, range: Range): Condition | null {
  const { code } = evaluator.scope;
  if (range.to <= range.from || range.to - range.from > LONGEST) return null;
  const split = splitByDirectives(evaluator, range);
  if (split === null && !evaluator.scope.telling.in(range)) return null;
  const expression = parseExpression(code.tokens, range.from, range.to);
  if (split === null) return expression === null ? null : conditionOf(evaluator, expression, range.from);
  return (
    readSplit(evaluator, split, range.from) ?? (expression && conditionOf(evaluator, expression, range.from))
  );
}

const LONGEST = 3000;

/** Reads `left operator right` where both stand apart, as arguments of a macro; null where it tells no devices apart. */
export function readComparison(
  evaluator: Evaluator,
  left: Range,
  operator: string,
  right: Range,
): Condition | null {
  const { code, telling } = evaluator.scope;
  if (!telling.in({ from: left.from, to: right.to })) return null;
  const a = parseExpression(code.tokens, left.from, left.to);
  const b = parseExpression(code.tokens, right.from, right.to);
  if (a === null || b === null) return null;
  const expression = { kind: "binary" as const, operator, left: a, right: b, start: a.start, end: b.end };
  return conditionOf(evaluator, expression, left.from);
}

function conditionOf(evaluator: Evaluator, expression: Expression, at: number): Condition | null {
  const values = evaluator.evaluate(expression, at);
  return decides(values) || isNear(evaluator, expression) ? { expression, values, at } : null;
}

/** Characters between the start of a gate and that of its condition. */
const FROM_GATE_ON = 200;

function isNear({ view: { near }, scope }: Evaluator, { start }: Expression): boolean {
  if (near === null || start < near || start > near + FROM_GATE_ON) return false;
  return !/[;{}]/.test(scope.code.logical.source.slice(near, start));
}

interface Split {
  /** The tokens with every `#if` taken that may be, and with none such taken (`#else` then). */
  readonly taken: readonly Token[];
  readonly left: readonly Token[];
  readonly when: string;
}

/**
 * A condition that holds `#if … #endif` in its middle: what the host is known to compile is in it, what it is known not
 * to is not, and where that is open it is two conditions.
 */
function splitByDirectives({ scope: { code }, view }: Evaluator, range: Range): Split | null {
  const first = code.tokens[range.from];
  const last = code.tokens[range.to - 1];
  if (first === undefined || last === undefined) return null;
  const inside = directivesWithin(code, first.start, last.end);
  if (inside.length === 0) return null;
  const taken: Token[] = [];
  const left: Token[] = [];
  let next = 0;
  let arms: Arm[] = [];
  const when: string[] = [];
  for (let at = range.from; at < range.to; at++) {
    const token = code.tokens[at];
    if (token === undefined) break;
    for (
      let directive = inside[next];
      directive !== undefined && directive.start < token.start;
      directive = inside[++next]
    ) {
      const { keyword } = directive;
      const host = keyword === "endif" ? true : view.hostAt(directive.start);
      const isOpen = typeof host === "string";
      if (keyword.startsWith("if")) {
        arms.push({ isOpen, taken: host !== false, left: host === true });
        if (isOpen) when.push(directive.tokens.map((part) => part.text).join(" "));
      } else if (keyword === "endif") arms = arms.slice(0, -1);
      else {
        const before = arms.at(-1);
        const wasOpen = before?.isOpen === true;
        const arm = { isOpen: wasOpen || isOpen, taken: !wasOpen && host !== false, left: host !== false };
        arms = [...arms.slice(0, -1), arm];
      }
    }
    if (arms.every((arm) => arm.taken)) taken.push(token);
    if (arms.every((arm) => arm.left)) left.push(token);
  }
  return { taken, left, when: when.join(" && ") };
}

/** The arm of a conditional that a token stands in. */
interface Arm {
  /** Whether the conditional was open up to here. */
  readonly isOpen: boolean;
  readonly taken: boolean;
  readonly left: boolean;
}

function directivesWithin(code: Code, start: number, end: number): typeof code.directives {
  let low = 0;
  let high = code.directives.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((code.directives[middle]?.start ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  const inside = [];
  for (let at = low; at < code.directives.length; at++) {
    const directive = code.directives[at];
    if (directive === undefined || directive.start >= end) break;
    if (/^(?:if|el|endif)/.test(directive.keyword)) inside.push(directive);
  }
  return inside;
}

function readSplit(evaluator: Evaluator, split: Split, at: number): Condition | null {
  const taken = parseExpression(split.taken, 0, split.taken.length);
  if (split.when === "") return taken && conditionOf(evaluator, taken, at);
  const left = parseExpression(split.left, 0, split.left.length);
  const expression = taken ?? left;
  if (expression === null) return null;
  const yes = taken === null ? null : evaluator.evaluate(taken, at);
  const no = left === null ? null : evaluator.evaluate(left, at);
  const values = yes === null || no === null ? (yes ?? no ?? []) : either(yes, no, split.when);
  return decides(values) ? { expression, values, at } : null;
}

function either(yes: Values, no: Values, when: string): Values {
  return yes.map((value, index) => {
    const other = truthOf(no[index] ?? false);
    const truth = truthOf(value);
    if (!isUnknown(truth) && truth === other) return truth;
    return or(and({ unknown: when }, truth), and(not({ unknown: when }), other));
  });
}

/**
 * The part of a condition that decides against the devices of `index`: of `&&` the operand that fails, else the whole.
 * `wanted` is what the condition must come to for them to get in.
 */
export function decidingOperand(
  evaluator: Evaluator,
  condition: Condition,
  indexes: readonly number[],
  wanted: boolean,
): Span {
  return operandOf(evaluator, condition.at, bare(condition.expression), indexes, wanted);
}

function operandOf(
  evaluator: Evaluator,
  at: number,
  expression: Expression,
  indexes: readonly number[],
  wanted: boolean,
): Span {
  if (expression.kind === "unary" && expression.operator === "!") {
    return operandOf(evaluator, at, bare(expression.operand), indexes, !wanted);
  }
  const narrows = expression.kind === "binary" && expression.operator === (wanted ? "&&" : "||");
  if (!narrows) return expression;
  for (const part of [expression.left, expression.right]) {
    const values = evaluator.evaluate(part, at);
    if (indexes.every((index) => truthOf(values[index] ?? wanted) === !wanted)) {
      return operandOf(evaluator, at, bare(part), indexes, wanted);
    }
  }
  return expression;
}
