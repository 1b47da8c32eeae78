/** What the operators of `#if` expressions do to integers, as a 64-bit preprocessor does it. */
import { fromBoolean, makeInt } from "./integers";
import type { Int } from "./integers";

export function applyUnary(operator: string, { value, unsigned }: Int): Int {
  if (operator === "!") return fromBoolean(value === 0n);
  if (operator === "-") return makeInt(-value, unsigned);
  return operator === "~" ? makeInt(~value, unsigned) : { value, unsigned };
}

/** Every binary operator but `&&`, `||` and the comma, which decide which side is evaluated at all. */
export function applyBinary(operator: string, left: Int, right: Int): Int {
  if (operator === "<<" || operator === ">>") return shift(operator === "<<", left, right);
  // The usual arithmetic conversions: one unsigned side makes both unsigned.
  const unsigned = left.unsigned || right.unsigned;
  const a = makeInt(left.value, unsigned).value;
  const b = makeInt(right.value, unsigned).value;
  switch (operator) {
    case "<":
      return fromBoolean(a < b);
    case ">":
      return fromBoolean(a > b);
    case "<=":
      return fromBoolean(a <= b);
    case ">=":
      return fromBoolean(a >= b);
    case "==":
      return fromBoolean(a === b);
    case "!=":
      return fromBoolean(a !== b);
    case "+":
      return makeInt(a + b, unsigned);
    case "-":
      return makeInt(a - b, unsigned);
    case "*":
      return makeInt(a * b, unsigned);
    case "/":
      return b === 0n ? dividedByZero(a, unsigned) : makeInt(a / b, unsigned);
    case "%":
      return b === 0n ? dividedByZero(a, unsigned) : makeInt(a % b, unsigned);
    case "&":
      return makeInt(a & b, unsigned);
    case "|":
      return makeInt(a | b, unsigned);
    default:
      return makeInt(a ^ b, unsigned);
  }
}

/** An error that g++ reports and passes over: the dividend stays, without its sign. */
function dividedByZero(dividend: bigint, unsigned: boolean): Int {
  return makeInt(dividend < 0n ? -dividend : dividend, unsigned);
}

/** The type is the left side's; a negative count shifts the other way, 64 and more shift everything out. */
function shift(left: boolean, { value, unsigned }: Int, by: Int): Int {
  const negative = !by.unsigned && by.value < 0n;
  const toLeft = left !== negative;
  const distance = negative ? -by.value : by.value;
  if (distance >= 64n) return makeInt(!toLeft && !unsigned && value < 0n ? -1n : 0n, unsigned);
  return makeInt(toLeft ? value << distance : value >> distance, unsigned);
}

export const COMPARISONS: ReadonlySet<string> = new Set(["<", ">", "<=", ">=", "==", "!="]);

/** `3 < x` is `x > 3`. */
export const MIRRORED: Readonly<Record<string, string>> = {
  "<": ">",
  ">": "<",
  "<=": ">=",
  ">=": "<=",
  "==": "==",
  "!=": "!=",
};
