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

/** Reads a condition that tells devices apart; null for any other. */
export function readCondition(evaluator: Evaluator, range: Range): Condition | null {
  const { code } = evaluator.scope;
  if (range.to <= range.from || range.to - range.from > LONGEST) return null;
  const split = splitByDirectives(code, range);
  if (split === null && !evaluator.scope.telling.in(range)) return null;
  const expression = parseExpression(code.tokens, range.from, range.to);
  if (split === null) return expression === null ? null : conditionOf(evaluator, expression, range.from);
  return (
    readSplit(evaluator, split, range.from) ?? (expression && conditionOf(evaluator, expression, range.from))
  );
}

const LONGEST = 3000;

function conditionOf(evaluator: Evaluator, expression: Expression, at: number): Condition | null {
  const values = evaluator.evaluate(expression, at);
  return decides(values) ? { expression, values, at } : null;
}

interface Split {
  /** The tokens with every `#if` taken, and with none taken (`#else` then). */
  readonly taken: readonly Token[];
  readonly left: readonly Token[];
  readonly when: string;
}

/** A condition that holds `#if … #endif` in its middle is two conditions. */
function splitByDirectives(code: Code, range: Range): Split | null {
  const first = code.tokens[range.from];
  const last = code.tokens[range.to - 1];
  if (first === undefined || last === undefined) return null;
  const inside = directivesWithin(code, first.start, last.end);
  if (inside.length === 0) return null;
  const taken: Token[] = [];
  const left: Token[] = [];
  let next = 0;
  let arms: number[] = [];
  const when: string[] = [];
  for (let at = range.from; at < range.to; at++) {
    const token = code.tokens[at];
    if (token === undefined) break;
    for (
      let directive = inside[next];
      directive !== undefined && directive.start < token.start;
      directive = inside[++next]
    ) {
      if (directive.keyword.startsWith("if")) {
        arms.push(0);
        when.push(directive.tokens.map((part) => part.text).join(" "));
      } else if (directive.keyword.startsWith("el")) arms = [...arms.slice(0, -1), (arms.at(-1) ?? 0) + 1];
      else if (directive.keyword === "endif") arms = arms.slice(0, -1);
    }
    if (arms.every((arm) => arm === 0)) taken.push(token);
    if (arms.every((arm) => arm > 0)) left.push(token);
  }
  return { taken, left, when: when.join(" && ") };
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
