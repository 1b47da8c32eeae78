/** Numbers on all devices: what operators make of them, and in which unit they can be meant. */
import { DEVICES, type Device } from "../../arch/devices";
import type { Unit } from "./names";
import { and, or, type Value, type Values } from "./values";

export const COMPARES: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "==": (a, b) => a === b,
  "!=": (a, b) => a !== b,
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

export const COMPUTES: Readonly<Record<string, (a: number, b: number) => number>> = {
  "+": (a, b) => a + b,
  "-": (a, b) => a - b,
  "*": (a, b) => a * b,
  "/": (a, b) => (b === 0 ? NaN : Math.trunc(a / b)),
  "%": (a, b) => (b === 0 ? NaN : a % b),
};

/** What an operator makes of two values; null where that is not known. */
export function operated(operator: string, x: Value, y: Value): Value | null {
  if (operator === "&&") return and(x, y);
  if (operator === "||") return or(x, y);
  // of what is not known, one side alone may settle it
  const isTruth = typeof x === "boolean" || typeof y === "boolean";
  const isNumber = typeof x === "number" || typeof y === "number";
  if (isTruth && !isNumber && operator === "|") return or(x, y);
  if (isTruth && !isNumber && operator === "&") return and(x, y);
  const compute = COMPUTES[operator];
  if (compute === undefined || typeof x !== "number" || typeof y !== "number") return null;
  const result = compute(x, y);
  return Number.isNaN(result) ? null : result;
}

/** Whether both sides can be about the same thing: 90 against 75 to 121, 900 against 750 to 1210; not 132 or 3. */
export function arePlausible(a: Values, b: Values, operator: string): boolean {
  const constant = constantOf(a) ?? constantOf(b);
  const ranging = constantOf(a) === null ? a : b;
  const numbers = ranging.filter((value) => typeof value === "number");
  if (constant === null || numbers.length !== ranging.length) return true;
  const least = Math.min(...numbers);
  const most = Math.max(...numbers);
  // a minor, or a difference: nothing to hold it against
  if (least < 5) return constant >= 0;
  const far = operator === "==" || operator === "!=" ? 1.09 : 1.16;
  return constant >= least * 0.4 && constant <= most * far;
}

function constantOf(values: Values): number | null {
  const [first] = values;
  return typeof first === "number" && values.every((value) => value === first) ? first : null;
}

export function capability(unit: Unit): Values {
  return DEVICES.map((device) => inUnit(device, unit));
}

function inUnit(device: Device, unit: Unit): number {
  if (unit === "major") return device.major;
  if (unit === "minor") return device.minor;
  return unit === "tenfold" ? device.capability : device.capability * 10;
}

export const UNITS: readonly Unit[] = ["tenfold", "hundredfold"];
