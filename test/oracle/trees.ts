/**
 * Compares every conditional branch of every CUDA and C++ header or source under the given folders or files with the
 * reference preprocessor, for every target and the host pass: `npm run oracle -- PATH…`. Each file stands alone, or
 * with `--root FOLDER` and `--include-path FOLDER` what it includes is read as well, the same for both. A macro that no
 * text defines is not defined. Prints what differs; exits 1 if anything does, 2 on bad usage.
 */
import { readFileSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { includeSearch } from "../../server/src/cuda/include-search";
import { decode } from "../../server/src/workspace/decode";
import { analyse, analyseWithIncludes, makeSession } from "./analysis";
import { compare, compareSettled, describe, residualsOf, settle, type Comparison } from "./compare";
import { gppVersion, type Mode } from "./gpp";
import { IncludedTree } from "./included";
import { reference } from "./reference";
import { filesUnder, textOf } from "./tree-files";

const TOGETHER = 8;
const TOLD_EVERY = 100;
/** With includes a worker has a copy of the tree to itself. */
const COPIES = 2;

interface Checked extends Comparison {
  readonly mode: Mode;
}

type Check = (file: string, text: string) => Promise<Checked>;

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

const checkAlone: Check = async (_, text) => {
  const answers = analyse(text, session);
  const standing = await reference(text);
  return { ...(await compare(text, answers, standing)), mode: standing.mode };
};

function checkIncluded(root: string, includes: readonly string[]): { check: Check; tree: IncludedTree } {
  const roots = [root, ...includes.filter((folder) => folder !== root && !folder.startsWith(`${root}/`))];
  const tree = new IncludedTree(roots, includes);
  const texts = new Map<string, string | null>();
  const read = (file: string): string | null => {
    let text = texts.get(file);
    if (text === undefined) {
      text = textOf(file);
      texts.set(file, text);
    }
    return text;
  };
  const search = includeSearch({ read }, { folders: includes, root, wanted: new Set() });
  const check: Check = async (file, text) => {
    const { answers, missing } = analyseWithIncludes(file, text, session, search);
    const compared = async (whole: boolean): Promise<Checked> => {
      const standing = await tree.reference(file, text, missing, whole);
      const settled = await settle(answers.flatMap(residualsOf), {}, tree.surroundings(file));
      return { ...compareSettled(text, answers, standing, settled), mode: standing.mode };
    };
    const quick = await compared(false);
    // An apostrophe in a header may hide directives from g++ where it does not read the code (see `reference`).
    return quick.mismatches.length === 0 || quick.mode === "whole" ? quick : compared(true);
  };
  return { check, tree };
}

async function checkFile(file: string, tally: Tally, check: Check): Promise<void> {
  tally.files++;
  try {
    if (session.isFull) session = makeSession({ assumeUndefined: true });
    const { branches, mismatches, mode } = await check(file, decode(readFileSync(file)).text);
    tally.branches += branches;
    if (branches > 0) tally.withBranches++;
    if (mode === "whole" && branches > 0) tally.whole++;
    tally.mismatches += mismatches.length;
    for (const mismatch of mismatches) console.log(`${file}: ${describe(mismatch)}`);
    if (tally.files % TOLD_EVERY === 0) console.error(inWords(tally));
  } catch (error) {
    tally.faults++;
    console.log(`${file}: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`);
  }
}

function inWords({ files, withBranches, branches, whole, mismatches, faults }: Tally): string {
  return (
    `${branches} branches in ${withBranches} of ${files} files: ` +
    `${mismatches} mismatches, ${faults} faults (${whole} files against the whole preprocessor)`
  );
}

async function main(args: readonly string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { root: { type: "string" }, "include-path": { type: "string", multiple: true, default: [] } },
  });
  const version = gppVersion();
  if (positionals.length === 0 || version === null) {
    console.error(
      version === null
        ? "the oracle needs g++, and there is none"
        : "usage: npm run oracle -- [--root FOLDER [--include-path FOLDER]…] PATH…",
    );
    return 2;
  }
  const root = values.root === undefined ? null : path.resolve(values.root);
  const folders = values["include-path"].map((folder) => path.resolve(folder));
  const workers = root === null ? [] : Array.from({ length: COPIES }, () => checkIncluded(root, folders));
  const checks =
    root === null ? Array.from({ length: TOGETHER }, () => checkAlone) : workers.map(({ check }) => check);
  let failed = false;
  try {
    for (const under of positionals) {
      const tally: Tally = { files: 0, withBranches: 0, branches: 0, whole: 0, mismatches: 0, faults: 0 };
      const pending = filesUnder(path.resolve(under), root !== null).reverse();
      const work = async (check: Check): Promise<void> => {
        for (let file = pending.pop(); file !== undefined; file = pending.pop())
          await checkFile(file, tally, check);
      };
      await Promise.all(checks.map(work));
      const how = root === null ? "each alone" : "with what they include";
      console.log(`${under}, ${how}, 23 targets and host, g++ ${version}: ${inWords(tally)}`);
      failed ||= tally.mismatches > 0 || tally.faults > 0;
    }
  } finally {
    for (const { tree } of workers) tree.remove();
  }
  return failed ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
