/**
 * The value of a parsed expression as a diagram: an integer, or something over unknown macros. Comparing an
 * unknown with a constant gives a diagram over that unknown, so that what is known of it elsewhere counts here.
 */
import type { Condition, Diagrams, Node, UnknownSymbol } from "../logic/diagram";
import { COMPARISONS, MIRRORED, applyBinary, applyUnary } from "./arithmetic";
import { HAS_OPERATORS } from "./expression";
import type { Expression } from "./expression";
import { ONE, ZERO, fromBoolean, makeInt, parseInteger } from "./integers";
import type { Int } from "./integers";
import type { BindingOf } from "./expand";
import type { Binding } from "./macros";

export type Value =
  { readonly kind: "int"; readonly int: Int } | { readonly kind: "unknown"; readonly symbol: UnknownSymbol };

/** Names that stand for different numbers in different cases. */
export type Numbers = ReadonlyMap<string, Node<Binding>>;

export class Evaluator {
  private readonly diagrams: Diagrams;
  private readonly bindingOf: BindingOf;
  private readonly numbers: Numbers;

  constructor(diagrams: Diagrams, bindingOf: BindingOf, numbers: Numbers) {
    this.diagrams = diagrams;
    this.bindingOf = bindingOf;
    this.numbers = numbers;
  }

  truth(expression: Expression): Condition {
    if (expression.kind === "unary" && expression.operator === "!") {
      return this.diagrams.not(this.truth(expression.operand));
    }
    if (expression.kind === "binary") {
      const { operator, left, right } = expression;
      if (operator === "&&") return this.diagrams.and(this.truth(left), this.truth(right));
      if (operator === "||") return this.diagrams.or(this.truth(left), this.truth(right));
    }
    return this.diagrams.bind(this.value(expression), (value) => this.truthOf(value));
  }

  private value(expression: Expression): Node<Value> {
    switch (expression.kind) {
      case "integer":
        return this.int(expression.value);
      case "defined":
        return this.isDefined(expression.name);
      case "name":
        return this.nameValue(expression.name);
      case "call":
        return this.unknown(expression.text, false);
      case "unary":
        if (expression.operator === "!") return this.asInt(this.truth(expression));
        return this.unary(expression.operator, this.value(expression.operand));
      case "conditional":
        return this.conditional(expression.condition, expression.then, expression.otherwise);
      case "binary":
        if (expression.operator === "&&" || expression.operator === "||")
          return this.asInt(this.truth(expression));
        return this.binary(expression.operator, expression.left, expression.right);
    }
  }

  private int(int: Int): Node<Value> {
    return this.diagrams.leaf<Value>(`${int.value}${int.unsigned ? "u" : ""}`, { kind: "int", int });
  }

  private unknown(text: string, mayBeUndefined: boolean): Node<Value> {
    const symbol = this.diagrams.symbol(text, mayBeUndefined);
    return this.diagrams.leaf<Value>(`unknown ${text}`, { kind: "unknown", symbol });
  }

  private isDefined(name: string): Node<Value> {
    if (HAS_OPERATORS.has(name)) return this.int(ONE);
    return this.eachBinding(name, (binding) => this.isDefinedBy(binding));
  }

  private isDefinedBy(binding: Binding): Node<Value> {
    if (binding.kind !== "unseen") return this.int(binding.kind === "undefined" ? ZERO : ONE);
    const symbol = this.diagrams.symbol(binding.name, true);
    return this.diagrams.bySymbol(symbol, this.int(ZERO), [], [this.int(ONE)]);
  }

  private eachBinding(name: string, valueOf: (binding: Binding) => Node<Value>): Node<Value> {
    const bindings = this.numbers.get(name);
    return bindings === undefined ? valueOf(this.bindingOf(name)) : this.diagrams.bind(bindings, valueOf);
  }

  private nameValue(name: string): Node<Value> {
    return this.eachBinding(name, (binding) => this.valueOf(name, binding));
  }

  private valueOf(name: string, binding: Binding): Node<Value> {
    // Where it is not defined it reads 0, which is what a comparison takes it for in that case.
    if (binding.kind === "external" || binding.kind === "unseen") return this.unknown(binding.name, true);
    const number = numberOf(binding);
    if (number !== null && this.numbers.has(name)) return this.int(number);
    // What expansion left of a defined name (a function-like one alone, or one inside itself) is no macro any more.
    return this.int(binding.kind === "undefined" && name === "true" ? ONE : ZERO);
  }

  private unary(operator: string, operand: Node<Value>): Node<Value> {
    return this.diagrams.bind(operand, (value) => {
      if (value.kind === "int") return this.int(applyUnary(operator, value.int));
      return operator === "+"
        ? this.unknown(value.symbol.text, value.symbol.mayBeUndefined)
        : this.unknown(`${operator}${atom(value.symbol.text)}`, false);
    });
  }

  private conditional(condition: Expression, then: Expression, otherwise: Expression): Node<Value> {
    const unsigned = isUnsigned(then) || isUnsigned(otherwise);
    return this.diagrams.bind(this.truth(condition), (holds) => {
      const chosen = this.value(holds ? then : otherwise);
      // Both sides are converted to one type even though only one is evaluated.
      return unsigned ? this.diagrams.bind(chosen, (value) => this.toUnsigned(value)) : chosen;
    });
  }

  private toUnsigned(value: Value): Node<Value> {
    if (value.kind === "int") return this.int(makeInt(value.int.value, true));
    return this.unknown(value.symbol.text, value.symbol.mayBeUndefined);
  }

  private binary(operator: string, left: Expression, right: Expression): Node<Value> {
    const first = this.value(left);
    const second = this.value(right);
    if (operator === ",") return second;
    return this.diagrams.bind(first, (a) => this.diagrams.bind(second, (b) => this.combine(operator, a, b)));
  }

  private combine(operator: string, a: Value, b: Value): Node<Value> {
    if (a.kind === "int" && b.kind === "int") return this.int(applyBinary(operator, a.int, b.int));
    if (COMPARISONS.has(operator)) {
      if (a.kind === "unknown" && b.kind === "int") return this.compareUnknown(a.symbol, operator, b.int);
      if (a.kind === "int" && b.kind === "unknown") {
        return this.compareUnknown(b.symbol, MIRRORED[operator] ?? operator, a.int);
      }
      if (a.kind === "unknown" && b.kind === "unknown" && a.symbol === b.symbol) {
        return this.int(applyBinary(operator, ZERO, ZERO) === ONE ? ONE : ZERO);
      }
    }
    return this.unknown(`${operandText(a)} ${operator} ${operandText(b)}`, false);
  }

  /** A diagram of 0 and 1 with the cuts at which the comparison turns. */
  private compareUnknown(symbol: UnknownSymbol, operator: string, { value, unsigned }: Int): Node<Value> {
    const cuts = unsigned ? [0n, value, value + 1n] : [value, value + 1n];
    const ordered = [...new Set(cuts)].sort((x, y) => (x < y ? -1 : x > y ? 1 : 0));
    const samples = [(ordered[0] ?? 0n) - 1n, ...ordered];
    const outcome = (sample: bigint): Node<Value> =>
      this.int(applyBinary(operator, { value: sample, unsigned: false }, { value, unsigned }));
    return this.diagrams.bySymbol(symbol, outcome(0n), ordered, samples.map(outcome));
  }

  private truthOf(value: Value): Condition {
    if (value.kind === "int") return value.int.value === 0n ? this.diagrams.never : this.diagrams.always;
    return this.diagrams.where(
      this.compareUnknown(value.symbol, "!=", ZERO),
      (one) => one.kind === "int" && one.int.value !== 0n,
    );
  }

  private asInt(condition: Condition): Node<Value> {
    return this.diagrams.bind(condition, (holds) => this.int(fromBoolean(holds)));
  }
}

/** The number that a definition consists of, where it is one that needs no care; null for all else. */
export function numberOf(binding: Binding): Int | null {
  if (binding.kind !== "defined" || binding.macro.parameters !== null) return null;
  const [only, ...more] = binding.macro.body;
  if (only?.kind !== "number" || more.length > 0) return null;
  const number = parseInteger(only.text);
  // An unsigned one changes the type of the whole expression.
  return number.unsigned ? null : number;
}

/** The type of an expression, evaluated or not. */
function isUnsigned(expression: Expression): boolean {
  switch (expression.kind) {
    case "integer":
      return expression.value.unsigned;
    case "unary":
      return expression.operator !== "!" && isUnsigned(expression.operand);
    case "conditional":
      return isUnsigned(expression.then) || isUnsigned(expression.otherwise);
    case "binary": {
      const { operator, left, right } = expression;
      if (operator === "&&" || operator === "||" || COMPARISONS.has(operator)) return false;
      if (operator === ",") return isUnsigned(right);
      return isUnsigned(left) || (operator !== "<<" && operator !== ">>" && isUnsigned(right));
    }
    default:
      return false;
  }
}

function operandText(value: Value): string {
  if (value.kind === "unknown") return atom(value.symbol.text);
  return `${value.int.value}${value.int.unsigned ? "u" : ""}`;
}

function atom(text: string): string {
  return /^[A-Za-z_]\w*(?:\([^()]*\))?$/.test(text) ? text : `(${text})`;
}
