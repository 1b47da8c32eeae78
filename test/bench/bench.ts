/**
 * How long things take beside what one would run instead: `npm run bench -- PATH`. Prints, never judges.
 *
 * - the scan of a tree, by the built command line, beside `grep -rnE` for the words of architecture guards in the
 *   same kinds of file;
 * - the branches of its CUDA files for every target and the host at once, beside the reference preprocessor, which
 *   has to be run once for each.
 */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import path from "node:path";
import { analyse, makeSession } from "../oracle/analysis";
import { diagnose } from "../oracle/gpp";
import { PASSES } from "../oracle/passes";
import { mark } from "../oracle/reference";
import { filesUnder } from "../oracle/tree-files";

const RUNS = 5;
/** Files compared with the reference: the largest, for they are the ones that an editor waits for. */
const FILES = 12;
const WORDS = "__CUDA_ARCH|sm_?[0-9]{2,3}|compute_[0-9]{2,3}|capability|major|minor|gencode";
const INCLUDED = ["cuh", "cu", "h", "hpp", "cpp", "cc", "cxx", "inl", "jinja", "py", "cmake", "txt"];

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? 0;
}

/** Statuses 0 and 1 with something said are answers; anything else is a failure and no time at all. */
function timed(command: string, argument: readonly string[]): number {
  const start = performance.now();
  const run = spawnSync(command, argument, { stdio: ["ignore", "pipe", "pipe"], maxBuffer: 1 << 30 });
  const taken = performance.now() - start;
  if (run.error !== undefined) throw run.error;
  const answered = (run.status === 0 || run.status === 1) && run.stdout.length > 0;
  if (!answered) throw new Error(`${command} failed: ${run.stderr.toString("utf8")}`);
  return taken;
}

const milliseconds = (value: number): string => `${value < 10 ? value.toFixed(2) : value.toFixed(0)} ms`;

function scanBesideGrep(tree: string, cli: string): void {
  const scans: number[] = [];
  const greps: number[] = [];
  const includes = INCLUDED.map((extension) => `--include=*.${extension}`);
  // Turn and turn about, so that what else the machine does falls on both.
  for (let run = 0; run < RUNS; run++) {
    greps.push(timed("grep", ["-rnE", ...includes, WORDS, tree]));
    scans.push(timed(process.execPath, [cli, "scan", tree, "--format", "json"]));
  }
  const scan = median(scans);
  const grep = median(greps);
  console.log(
    `scan ${milliseconds(scan)}, grep ${milliseconds(grep)}: ${(scan / grep).toFixed(1)} times grep`,
  );
}

async function branchesBesideReference(tree: string): Promise<void> {
  const texts = filesUnder(tree)
    .map((file) => ({ file, text: readFileSync(file, "utf8") }))
    .filter(({ text }) => text.includes("__CUDA_ARCH__"))
    .sort((a, b) => b.text.length - a.text.length)
    .slice(0, FILES);
  const ratios: number[] = [];
  for (const { file, text } of texts) {
    const marked = await mark(text);
    const ours: number[] = [];
    const theirs: number[] = [];
    for (let run = 0; run < RUNS; run++) {
      let start = performance.now();
      analyse(text, makeSession({ assumeUndefined: true }));
      ours.push(performance.now() - start);
      start = performance.now();
      for (const pass of PASSES) await diagnose(marked.text, pass.macros, marked.mode);
      theirs.push(performance.now() - start);
    }
    const ratio = median(ours) / median(theirs);
    ratios.push(ratio);
    const name = path.relative(tree, file) || file;
    console.log(
      `${name}: ${marked.count} branches, ours ${milliseconds(median(ours))}, ` +
        `reference ${milliseconds(median(theirs))}: ${(ratio * 100).toFixed(2)} %`,
    );
  }
  if (ratios.length === 0) console.log(`no file under ${tree} mentions __CUDA_ARCH__`);
  else
    console.log(`median of ${ratios.length} files: ${(median(ratios) * 100).toFixed(2)} % of the reference`);
}

const [tree] = process.argv.slice(2);
const cli = path.resolve("dist/cli.js");
if (tree === undefined) {
  console.error("usage: npm run bench -- PATH");
  process.exitCode = 2;
} else if (!existsSync(cli)) {
  console.error(`${cli} is not built: npm run build`);
  process.exitCode = 2;
} else {
  scanBesideGrep(tree, cli);
  await branchesBesideReference(tree);
}
