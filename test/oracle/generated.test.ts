/**
 * Generated files against the reference, many in one run of g++: `SM_LENS_ORACLE_FILES` says how many,
 * `SM_LENS_ORACLE_SEED` which ones. A file that differs is made as small as it goes before it is told.
 */
import fc from "fast-check";
import { expect, it } from "vitest";
import { analyse, makeSession } from "./analysis";
import { compareSettled, describe, residualsOf, settle, type Answer } from "./compare";
import { generatedFile, UNKNOWN_FUNCTION, UNKNOWN_NAMES, withSuffix } from "./generate";
import type { Macros } from "./gpp";
import { reference, type Reference } from "./reference";

const FILES = Number(process.env["SM_LENS_ORACLE_FILES"] ?? "2000");
const SEED = Number(process.env["SM_LENS_ORACLE_SEED"] ?? "20250120");
const BATCH = 100;
/** Assignments tried for a batch; for a file alone, when it is made smaller, as many as it takes. */
const ROUNDS = 3;
const ROUNDS_ALONE = 40;
const VALUES = [null, "0", "1", "2", "7", "64", "900", "-1", "1200", "20000"];

interface Part {
  readonly text: string;
  readonly suffix: string;
  /** Offset of the text in the batch. */
  readonly start: number;
  readonly answers: readonly Answer[];
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
    return { text, suffix, start, answers: analyse(text, session) };
  });
  return { text: all, parts };
}

function partOf(whole: Reference, { start, text }: Part): Reference {
  const branches = whole.branches
    .filter(({ offset }) => offset >= start && offset < start + text.length)
    .map((branch) => ({ ...branch, offset: branch.offset - start }));
  return { ...whole, branches };
}

/** What differs, by the file's index. */
async function differences(
  templates: readonly string[],
  assumeUndefined: boolean,
): Promise<Map<number, string>> {
  const { text, parts } = batchOf(templates, assumeUndefined);
  const found = new Map<number, string>();
  for (const given of assumeUndefined ? [{}] : assignments(parts)) {
    const whole = await reference(text, { given });
    const settled = await settle(
      parts.flatMap(({ answers }) => answers.flatMap(residualsOf)),
      given,
    );
    parts.forEach((part, index) => {
      const { mismatches } = compareSettled(part.text, part.answers, partOf(whole, part), settled);
      if (mismatches.length === 0 || found.has(index)) return;
      const own = Object.entries(given).filter(([name]) => name.replace(/\(.*/, "").endsWith(part.suffix));
      const values = own.map(([name, value]) => `${name}=${value ?? "not defined"}`);
      found.set(index, [...values, ...mismatches.map(describe)].join("\n"));
    });
  }
  return found;
}

/** Values for every unknown macro of every part, several rounds of them. */
function assignments(parts: readonly Part[]): Macros[] {
  const rounds = parts.length === 1 ? ROUNDS_ALONE : ROUNDS;
  return Array.from({ length: rounds }, (_, round) => {
    const given: Record<string, string | null> = {};
    parts.forEach(({ suffix }, index) => {
      UNKNOWN_NAMES.forEach((name, place) => {
        const pick =
          (index * 7 + place * 3 + round * (place + 1) + ((index + round * place) >> 3)) % VALUES.length;
        given[withSuffix(name, suffix)] = VALUES[pick] ?? null;
      });
      given[`${withSuffix(UNKNOWN_FUNCTION, suffix)}(x)`] = "((x) + 1)";
    });
    return given;
  });
}

async function check(assumeUndefined: boolean, count: number): Promise<void> {
  const arbitrary = generatedFile(!assumeUndefined);
  const templates = fc.sample(arbitrary, { seed: SEED, numRuns: count });
  for (let from = 0; from < count; from += BATCH) {
    const batch = templates.slice(from, from + BATCH);
    const [first] = await differences(batch, assumeUndefined);
    if (first === undefined) continue;
    const [index, what] = first;
    const property = fc.asyncProperty(arbitrary, async (template) => {
      const [smaller] = await differences([template], assumeUndefined);
      if (smaller !== undefined) throw new Error(`${withSuffix(template, "_0")}\n=====\n${smaller[1]}`);
    });
    // The same seed and path make the same file again, now with the way to smaller ones.
    await fc.assert(property, { seed: SEED, path: String(from + index), numRuns: 1 });
    expect.fail(`only beside other files:\n${batch[index] ?? ""}\n=====\n${what}`);
  }
}

it(`gives the reference's branches in ${FILES} generated files`, async () => {
  await check(true, FILES);
});

it(`leaves residuals that settle to the reference's branches in ${FILES / 4} generated files`, async () => {
  await check(false, FILES / 4);
});
