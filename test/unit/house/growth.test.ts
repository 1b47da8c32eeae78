import { expect, it } from "vitest";
import { LINEAR, growth } from "../support/growth";

/** Work that no compiler takes out: `count` steps in each of `rounds`. */
function work(rounds: number, count: number): number {
  let sum = 0;
  for (let round = 0; round < rounds; round++) for (let at = 0; at < count; at++) sum += Math.sqrt(at ^ sum);
  return sum;
}

it("what tells lines from squares tells them apart", () => {
  expect(growth((size) => () => void work(200, size))).toBeLessThan(LINEAR);
  expect(growth((size) => () => void work(size, size), 3)).toBeGreaterThan(LINEAR);
});
