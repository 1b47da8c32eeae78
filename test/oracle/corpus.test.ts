import { describe, expect, it } from "vitest";
import { analyse, makeSession } from "./analysis";
import { compare, describe as tell } from "./compare";
import { corpus, DISGUISES, expanded } from "./corpus";
import { passMask } from "./passes";
import { reference } from "./reference";

async function mismatchesOf(text: string, asked?: number): Promise<string[]> {
  const answers = analyse(text, makeSession({ assumeUndefined: true }));
  const standing = await reference(text, asked === undefined ? {} : { asked });
  return (await compare(text, answers, standing)).mismatches.map(tell);
}

describe("the corpus has the reference's branches", () => {
  it.each(corpus())("for every target and the host in $name", async ({ text }) => {
    expect(await mismatchesOf(text)).toEqual([]);
  });
});

describe("what stands between directives counts as it does for the reference", () => {
  it.each(expanded())("in $name", async ({ text }) => {
    const answers = analyse(text, makeSession({ assumeUndefined: true }));
    const standing = await reference(text, { mode: "whole" });
    expect((await compare(text, answers, standing)).mismatches.map(tell)).toEqual([]);
  });
});

describe.each(Object.entries(DISGUISES))("the corpus %s has the reference's branches", (_, disguise) => {
  const some = passMask("sm_90a", "sm_120", "host");
  it.each(corpus())("in $name", async ({ text }) => {
    expect(await mismatchesOf(disguise(text), some)).toEqual([]);
  });
});

it("the corpus is there, and its branches differ between targets", async () => {
  const inputs = corpus();
  expect(inputs.length).toBeGreaterThan(20);
  const all = await Promise.all(inputs.map(({ text }) => reference(text)));
  const masks = new Set(all.flatMap(({ branches }) => branches.map(({ passes }) => passes)));
  expect(masks.size).toBeGreaterThan(30);
});
