/** Numbers on all devices: what operators make of them, and in which unit they can be meant. */
import { DEVICES, type Device } from "../../arch/devices";
import type { Unit } from "./names";
import type { Values } from "./values";

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
