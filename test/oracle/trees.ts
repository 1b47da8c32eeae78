/**
 * Compares every conditional branch of every CUDA and C++ header or source under the given folders or files with the
 * reference preprocessor, for every target and the host pass: `npm run oracle -- PATH…`. Each file stands alone, and
 * a macro that it does not define is not defined. Prints what differs; exits 1 if anything does, 2 on bad usage.
 */
import { readFileSync } from "node:fs";
import { analyse, makeSession } from "./analysis";
import { compare, describe } from "./compare";
import { gppVersion } from "./gpp";
import { reference } from "./reference";
import { filesUnder } from "./tree-files";

const TOGETHER = 8;

interface Tally {
  files: number;
  withBranches: number;
  branches: number;
  /** Files in which an apostrophe or the like makes the whole preprocessor the reference. */
  whole: number;
  mismatches: number;
  faults: number;
}

let session = makeSession({ assumeUndefined: true });

async function check(file: string, tally: Tally): Promise<void> {
  const text = readFileSync(file, "utf8");
  tally.files++;
  try {
    if (session.isFull) session = makeSession({ assumeUndefined: true });
    const answers = analyse(text, session);
    const standing = await reference(text);
    const { branches, mismatches } = await compare(text, answers, standing);
    tally.branches += branches;
    if (branches > 0) tally.withBranches++;
    if (standing.mode === "whole" && branches > 0) tally.whole++;
    tally.mismatches += mismatches.length;
    for (const mismatch of mismatches) console.log(`${file}: ${describe(mismatch)}`);
  } catch (error) {
    tally.faults++;
    console.log(`${file}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}

async function main(roots: readonly string[]): Promise<number> {
  if (roots.length === 0) {
    console.error("usage: npm run oracle -- PATH…");
    return 2;
  }
  const version = gppVersion();
  if (version === null) {
    console.error("the oracle needs g++, and there is none");
    return 2;
  }
  let failed = false;
  for (const root of roots) {
    const tally: Tally = { files: 0, withBranches: 0, branches: 0, whole: 0, mismatches: 0, faults: 0 };
    const pending = filesUnder(root).reverse();
    const work = async (): Promise<void> => {
      for (let file = pending.pop(); file !== undefined; file = pending.pop()) await check(file, tally);
    };
    await Promise.all(Array.from({ length: TOGETHER }, work));
    const { files, withBranches, branches, whole, mismatches, faults } = tally;
    console.log(
      `${root}: ${branches} branches in ${withBranches} of ${files} files, 23 targets and host, g++ ${version}: ` +
        `${mismatches} mismatches, ${faults} faults (${whole} files against the whole preprocessor)`,
    );
    failed ||= mismatches > 0 || faults > 0;
  }
  return failed ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
