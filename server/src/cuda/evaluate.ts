/**
 * The value of a parsed expression as a diagram: an integer, an error, or something over unknown macros. Comparing an
 * unknown with a constant gives a diagram over that unknown, so that what is known of it elsewhere counts here.
 */
import type { Diagrams, Node, UnknownSymbol } from "../logic/diagram";
import { COMPARISONS, MIRRORED, applyBinary, applyUnary } from "./arithmetic";
import { HAS_OPERATORS } from "./expression";
import type { Expression } from "./expression";
import { ONE, ZERO, makeInt } from "./integers";
import type { Int } from "./integers";
import type { BindingOf } from "./expand";

export type Value =
  | { readonly kind: "int"; readonly int: Int }
  | { readonly kind: "unknown"; readonly symbol: UnknownSymbol }
  | { readonly kind: "error"; readonly message: string };

/** What a condition comes to: true, false, or the error for which a preprocessor takes it as false. */
export type Verdict = boolean | { readonly error: string };

export class Evaluator {
  private readonly diagrams: Diagrams;
  private readonly bindingOf: BindingOf;

  constructor(diagrams: Diagrams, bindingOf: BindingOf) {
    this.diagrams = diagrams;
    this.bindingOf = bindingOf;
  }

  verdict(expression: Expression): Node<Verdict> {
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
        return this.callValue(expression.name, expression.text);
      case "unary":
        return this.unary(expression.operator, this.value(expression.operand));
      case "conditional":
        return this.conditional(expression.condition, expression.then, expression.otherwise);
      case "binary":
        return this.binary(expression.operator, expression.left, expression.right);
    }
  }

  private int(int: Int): Node<Value> {
    return this.diagrams.leaf<Value>(`${int.value}${int.unsigned ? "u" : ""}`, { kind: "int", int });
  }

  private error(message: string): Node<Value> {
    return this.diagrams.leaf<Value>(`error ${message}`, { kind: "error", message });
  }

  private unknown(text: string, mayBeUndefined: boolean): Node<Value> {
    const symbol = this.diagrams.symbol(text, mayBeUndefined);
    return this.diagrams.leaf<Value>(`unknown ${text}`, { kind: "unknown", symbol });
  }

  private isDefined(name: string): Node<Value> {
    const defined = HAS_OPERATORS.has(name) || this.bindingOf(name).kind !== "undefined";
    return this.int(defined ? ONE : ZERO);
  }

  private nameValue(name: string): Node<Value> {
    const binding = this.bindingOf(name);
    if (binding.kind === "external") return this.unknown(name, true);
    // What expansion left of a defined name (a function-like one alone, or one inside itself) is no macro any more.
    return this.int(binding.kind === "undefined" && name === "true" ? ONE : ZERO);
  }

  private callValue(name: string, text: string): Node<Value> {
    // These ask the installation, which is not known.
    if (HAS_OPERATORS.has(name)) return this.unknown(text, false);
    const binding = this.bindingOf(name);
    const unseen = binding.kind === "external" || (binding.kind === "undefined" && !binding.certain);
    return unseen ? this.unknown(text, false) : this.error('missing binary operator before token "("');
  }

  private unary(operator: string, operand: Node<Value>): Node<Value> {
    return this.diagrams.bind(operand, (value) => {
      if (value.kind === "int") return this.int(applyUnary(operator, value.int));
      if (value.kind === "error") return this.error(value.message);
      if (operator === "!") return this.compareUnknown(value.symbol, "==", ZERO);
      return operator === "+"
        ? this.unknown(value.symbol.text, value.symbol.mayBeUndefined)
        : this.unknown(`${operator}${atom(value.symbol.text)}`, false);
    });
  }

  private conditional(condition: Expression, then: Expression, otherwise: Expression): Node<Value> {
    const unsigned = isUnsigned(then) || isUnsigned(otherwise);
    return this.diagrams.bind(this.truth(condition), (verdict) => {
      if (typeof verdict !== "boolean") return this.error(verdict.error);
      const chosen = this.value(verdict ? then : otherwise);
      // Both sides are converted to one type even though only one is evaluated.
      return unsigned ? this.diagrams.bind(chosen, (value) => this.toUnsigned(value)) : chosen;
    });
  }

  private toUnsigned(value: Value): Node<Value> {
    if (value.kind === "int") return this.int(makeInt(value.int.value, true));
    return value.kind === "error"
      ? this.error(value.message)
      : this.unknown(value.symbol.text, value.symbol.mayBeUndefined);
  }

  private binary(operator: string, left: Expression, right: Expression): Node<Value> {
    if (operator === "&&" || operator === "||") {
      const decided = operator === "||";
      return this.diagrams.bind(this.truth(left), (verdict) => {
        if (typeof verdict !== "boolean") return this.error(verdict.error);
        return verdict === decided ? this.int(decided ? ONE : ZERO) : this.asInt(this.truth(right));
      });
    }
    const first = this.value(left);
    const second = this.value(right);
    if (operator === ",") return second;
    return this.diagrams.bind(first, (a) => this.diagrams.bind(second, (b) => this.combine(operator, a, b)));
  }

  private combine(operator: string, a: Value, b: Value): Node<Value> {
    if (a.kind === "error") return this.error(a.message);
    if (b.kind === "error") return this.error(b.message);
    if (a.kind === "int" && b.kind === "int") {
      const result = applyBinary(operator, a.int, b.int);
      return typeof result === "string" ? this.error(result) : this.int(result);
    }
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
    const outcome = (sample: bigint): Node<Value> => {
      const result = applyBinary(operator, { value: sample, unsigned: false }, { value, unsigned });
      return typeof result === "string" ? this.error(result) : this.int(result);
    };
    return this.diagrams.bySymbol(symbol, outcome(0n), ordered, samples.map(outcome));
  }

  private truth(expression: Expression): Node<Verdict> {
    return this.diagrams.bind(this.value(expression), (value) => this.truthOf(value));
  }

  private truthOf(value: Value): Node<Verdict> {
    if (value.kind === "int") return this.verdictLeaf(value.int.value !== 0n);
    if (value.kind === "error") return this.verdictLeaf({ error: value.message });
    const compared = this.compareUnknown(value.symbol, "!=", ZERO);
    return this.diagrams.bind(compared, (one) =>
      this.verdictLeaf(one.kind === "int" && one.int.value !== 0n),
    );
  }

  private verdictLeaf(verdict: Verdict): Node<Verdict> {
    return this.diagrams.leaf<Verdict>(
      typeof verdict === "boolean" ? String(verdict) : `fault ${verdict.error}`,
      verdict,
    );
  }

  private asInt(verdict: Node<Verdict>): Node<Value> {
    return this.diagrams.bind(verdict, (one) =>
      typeof one === "boolean" ? this.int(one ? ONE : ZERO) : this.error(one.error),
    );
  }
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
  if (value.kind === "int") return `${value.int.value}${value.int.unsigned ? "u" : ""}`;
  return value.kind === "unknown" ? atom(value.symbol.text) : "0";
}

function atom(text: string): string {
  return /^[A-Za-z_]\w*(?:\([^()]*\))?$/.test(text) ? text : `(${text})`;
}
