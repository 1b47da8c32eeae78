import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { byText } from "../../../server/src/python/names/by-text";
import { ownText, remembered } from "../../../server/src/text/own-text";

setFlagsFromString("--expose-gc");
const collect = runInNewContext("gc") as () => void;

function heapMegabytes(): number {
  collect();
  return process.memoryUsage().heapUsed / 1024 / 1024;
}

const COUNT = 40;
/** In megabytes. */
const SIZE = 1;

/** A long name, cut out of a text that nobody else holds. */
function nameIn(text: number): string {
  const name = `a_name_that_is_no_short_one_${text}`;
  const all = name + String.fromCharCode(97 + (text % 26)).repeat(SIZE * 1024 * 1024);
  return all.slice(0, name.length);
}

/** By how much what is alive grows while names of many texts are kept. */
function kept(keep: (name: string) => unknown): number {
  const before = heapMegabytes();
  for (let text = 0; text < COUNT; text++) keep(nameIn(text));
  return heapMegabytes() - before;
}

describe("a text of its own", () => {
  it("is the same text", () => {
    for (const text of ["", "a", "short", "a text of more letters", "Ünïcode 𝄞 text \0"])
      expect(ownText(text)).toBe(text);
  });

  it("keeps nothing of the text it was cut out of, as a mere cut does", () => {
    const cut = new Set<string>();
    const own = new Set<string>();
    expect(kept((name) => cut.add(name))).toBeGreaterThan((COUNT * SIZE) / 2);
    expect(kept((name) => own.add(ownText(name)))).toBeLessThan((COUNT * SIZE) / 8);
    expect([...cut]).toEqual([...own]);
  });
});

describe.each([
  ["of Python", byText((name) => name.length)],
  ["of host code", remembered((name) => name.length > 3)],
])("what is remembered of names %s", (_, ask) => {
  it("keeps no file's text alive", () => {
    expect(kept(ask)).toBeLessThan((COUNT * SIZE) / 8);
    expect(ask(nameIn(0))).toBe(ask(nameIn(0)));
  });
});
