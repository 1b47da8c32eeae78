import { describe, expect, it } from "vitest";
import { analyse, makeSession } from "./analysis";
import { compare, describe as tell } from "./compare";
import { corpus, DISGUISES } from "./corpus";
import { reference } from "./reference";

describe.each(Object.entries(DISGUISES))("the corpus %s", (_, disguise) => {
  it.each(corpus())("$name has the reference's branches for every target and the host", async ({ text }) => {
    const disguised = disguise(text);
    const answers = analyse(disguised, makeSession({ assumeUndefined: true }));
    const { mismatches } = await compare(disguised, answers, await reference(disguised));
    expect(mismatches.map(tell)).toEqual([]);
  });
});

it("the corpus is there, and its branches differ between targets", async () => {
  const inputs = corpus();
  expect(inputs.length).toBeGreaterThan(20);
  const all = await Promise.all(inputs.map(({ text }) => reference(text)));
  const masks = new Set(all.flatMap(({ branches }) => branches.map(({ passes }) => passes)));
  expect(masks.size).toBeGreaterThan(30);
});
