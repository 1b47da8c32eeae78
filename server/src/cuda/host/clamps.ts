/** Calls that bound a number: `std::min(sm, 90)`. */
import { DEVICES } from "../../arch/devices";
import type { Unknown, Values } from "./values";

export function isClamp(name: string): boolean {
  return /^f?(?:min|max|clamp)$/i.test(name);
}

/** What such a call comes to on each device; `unknown` where not all that it is given is a number. */
export function clampedValues(name: string, given: readonly Values[], unknown: Unknown): Values {
  return DEVICES.map(
    (_, index) =>
      clampedTo(
        name,
        given.map((values) => values[index]),
      ) ?? unknown,
  );
}

function clampedTo(name: string, given: readonly unknown[]): number | null {
  const numbers = given.filter((value) => typeof value === "number");
  const [value, low, high] = numbers;
  if (value === undefined || low === undefined || numbers.length !== given.length) return null;
  if (/min$/i.test(name)) return Math.min(...numbers);
  if (/max$/i.test(name)) return Math.max(...numbers);
  return high === undefined ? null : Math.min(Math.max(value, low), high);
}
