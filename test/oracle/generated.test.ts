/**
 * Generated files against the reference, many in one run of g++: `SM_LENS_ORACLE_FILES` says how many,
 * `SM_LENS_ORACLE_SEED` which ones. A file that differs is made as small as it goes before it is told.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { scanDirectives } from "../../server/src/cuda/directives";
import { ownMacros } from "../../server/src/cuda/own-macros";
import { analyse, makeSession } from "./analysis";
import { compareSettled, describe, residualsOf, settle, type Answer } from "./compare";
import { generatedFile, UNKNOWN_FUNCTION, UNKNOWN_NAMES, withSuffix } from "./generate";
import type { Macros } from "./gpp";
import { reference, type Reference } from "./reference";

const FILES = Number(process.env["SM_LENS_ORACLE_FILES"] ?? "2000");
const SEED = Number(process.env["SM_LENS_ORACLE_SEED"] ?? "20250120");
const BATCH = 100;
/** Assignments tried for every file. */
const ROUNDS = 3;
/** How long a file that differs may take to be made smaller. */
const SHRINKING_MS = 60_000;
const VALUES = [null, "0", "1", "2", "7", "64", "900", "-1", "1200", "20000"];

interface Part {
  readonly text: string;
  readonly suffix: string;
  /** Offset of the text in the batch. */
  readonly start: number;
  readonly answers: readonly Answer[];
  /** Macros that the analysis takes for the file's own: nothing outside defines these. */
  readonly own: ReadonlySet<string>;
}

/** The files one behind the other; what one does to `__CUDA_ARCH__` is undone before the next. */
function batchOf(templates: readonly string[], assumeUndefined: boolean): { text: string; parts: Part[] } {
  const session = makeSession({ assumeUndefined });
  let all = "";
  const parts = templates.map((template, index) => {
    const suffix = `_${index}`;
    const text = withSuffix(template, suffix);
    all += '#pragma push_macro("__CUDA_ARCH__")\n';
    const start = all.length;
    all += `${text}\n#pragma pop_macro("__CUDA_ARCH__")\n`;
    const own = ownMacros(scanDirectives(text).directives);
    return { text, suffix, start, answers: analyse(text, session), own };
  });
  return { text: all, parts };
}

function partOf(whole: Reference, { start, text }: Part): Reference {
  const branches = whole.branches
    .filter(({ offset }) => offset >= start && offset < start + text.length)
    .map((branch) => ({ ...branch, offset: branch.offset - start }));
  return { ...whole, branches };
}

interface Difference {
  readonly what: string;
  /** The values of the unknown macros, named as in the template. */
  readonly given: Macros;
}

/** What differs, by the file's index; every file is tried with the values of each round. */
async function differences(
  templates: readonly string[],
  assumeUndefined: boolean,
  rounds: readonly ((index: number) => Macros)[],
): Promise<Map<number, Difference>> {
  const { text, parts } = batchOf(templates, assumeUndefined);
  const found = new Map<number, Difference>();
  for (const valuesOf of rounds) {
    const given: Record<string, string | null> = {};
    parts.forEach(({ suffix, own }, index) => {
      for (const [template, value] of Object.entries(valuesOf(index))) {
        const name = withSuffix(template, suffix);
        given[name] = own.has(name) ? null : value;
      }
    });
    const whole = await reference(text, { given });
    const told = parts.map(({ answers }) => answers.every((answer) => residualsOf(answer).every(isWhole)));
    expect(told.filter((all) => !all).length).toBeLessThanOrEqual(parts.length / 10);
    const residuals = parts.flatMap(({ answers }, index) =>
      told[index] ? answers.flatMap(residualsOf) : [],
    );
    const settled = await settle(residuals, given);
    parts.forEach((part, index) => {
      if (!told[index]) return;
      const { mismatches } = compareSettled(part.text, part.answers, partOf(whole, part), settled);
      if (mismatches.length === 0 || found.has(index)) return;
      found.set(index, { what: mismatches.map(describe).join("\n"), given: valuesOf(index) });
    });
  }
  return found;
}

/** Some residuals are too long to be shown whole; these say on what they depend, and cannot be settled. */
function isWhole(residual: string): boolean {
  return !residual.startsWith("(too long to show");
}

/** Values for every unknown macro of a file, different ones for each file and round. */
function valuesIn(round: number): (index: number) => Macros {
  return (index) => {
    const given: Record<string, string | null> = { [`${UNKNOWN_FUNCTION}(x)`]: "((x) + 1)" };
    UNKNOWN_NAMES.forEach((name, place) => {
      const pick = index * 7 + place * 3 + round * (place + 1) + (index >> 3);
      given[name] = VALUES[pick % VALUES.length] ?? null;
    });
    return given;
  };
}

function tell(template: string, { what, given }: Difference): string {
  const values = Object.entries(given).map(([name, value]) => `${name}=${value ?? "not defined"}`);
  return [template, "=====", ...values, what].join("\n");
}

async function check(assumeUndefined: boolean, count: number): Promise<void> {
  const arbitrary = generatedFile(!assumeUndefined);
  const templates = fc.sample(arbitrary, { seed: SEED, numRuns: count });
  const rounds = assumeUndefined
    ? [() => ({})]
    : Array.from({ length: ROUNDS }, (_, round) => valuesIn(round));
  for (let from = 0; from < count; from += BATCH) {
    const batch = templates.slice(from, from + BATCH);
    const [first] = await differences(batch, assumeUndefined, rounds);
    if (first === undefined) continue;
    const [index, difference] = first;
    const property = fc.asyncProperty(arbitrary, async (template) => {
      const [smaller] = await differences([template], assumeUndefined, [() => difference.given]);
      if (smaller !== undefined) throw new Error(tell(template, smaller[1]));
    });
    // The same seed and path make the same file again, now with the way to smaller ones.
    const path = String(from + index);
    const plugins = [fc.interruptAfterTimeLimit(SHRINKING_MS)];
    await fc.assert(property, { seed: SEED, path, numRuns: 1, plugins });
    expect.fail(`only beside other files:\n${tell(batch[index] ?? "", difference)}`);
  }
}

it(`gives the reference's branches in ${FILES} generated files`, async () => {
  await check(true, FILES);
});

it(`leaves residuals that settle to the reference's branches in ${FILES / 4} generated files`, async () => {
  await check(false, FILES / 4);
});
