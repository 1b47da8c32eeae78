import { DEVICES } from "../../arch/devices";
import type { Mask } from "../../logic/sets";

/** Families since 10.x differ by little inside; of older ones a minor may be another chip altogether. */
const FIRST_FAMILY = 10;

/** Whether all that is left out is newer than what is let in of the same family: `cc == (12, 0)` and 12.1. */
export function forgetsNewer(admitted: Mask, excluded: Mask): boolean {
  if (excluded === 0) return false;
  return DEVICES.every(
    ({ major, minor }, i) =>
      ((excluded >> i) & 1) === 0 ||
      (major >= FIRST_FAMILY &&
        DEVICES.some((other, j) => other.major === major && other.minor < minor && (admitted >> j) & 1)),
  );
}
