/** Scans of a tree by the built command line, beside `grep` over the same kinds of file. */
import { cpSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { median, milliseconds, timed, timedNode, type Taken } from "./timed";

const RUNS = 5;
const WORDS = "__CUDA_ARCH|sm_?[0-9]{2,3}|compute_[0-9]{2,3}|capability|major|minor|gencode";
const INCLUDED = ["cuh", "cu", "h", "hpp", "cpp", "cc", "cxx", "inl", "jinja", "py", "cmake", "txt"];

function told(takens: readonly Taken[]): string {
  const cpu = median(takens.map((taken) => taken.cpu ?? 0));
  const peak = Math.max(...takens.map((taken) => taken.peak ?? 0));
  return `${milliseconds(median(takens.map(({ wall }) => wall)))} (${milliseconds(cpu)} of processor time, at most ${peak.toFixed(0)} MB)`;
}

/** With nothing known, and from the index that the scan before left. */
export function scansBesideGrep(trees: readonly string[], cli: string): void {
  const cache = mkdtempSync(path.join(tmpdir(), "sm-lens-bench-"));
  const cold: Taken[] = [];
  const warm: Taken[] = [];
  const greps: Taken[] = [];
  try {
    const fromIndex = (): Taken => timedNode(cli, ["scan", ...trees], { XDG_CACHE_HOME: cache });
    fromIndex();
    const includes = INCLUDED.map((extension) => `--include=*.${extension}`);
    // Turn and turn about, so that what else the machine does falls on all.
    for (let run = 0; run < RUNS; run++) {
      greps.push(timed("grep", ["-rnE", ...includes, WORDS, ...trees]));
      cold.push(timedNode(cli, ["scan", ...trees, "--no-cache"]));
      warm.push(fromIndex());
    }
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
  const grep = median(greps.map(({ wall }) => wall));
  const times = (takens: readonly Taken[]): string =>
    `${(median(takens.map(({ wall }) => wall)) / grep).toFixed(1)} times grep`;
  console.log(`grep: ${milliseconds(grep)}`);
  console.log(`scan, nothing known: ${told(cold)}: ${times(cold)}`);
  console.log(`scan from the index: ${told(warm)}: ${times(warm)}`);
}

const COPIES = [1, 2, 4, 8];

const isNoHistory = (file: string): boolean => path.basename(file) !== ".git";

/** Whether twice the tree takes twice the time: scans of one copy of the tree and of several, side by side. */
export function growth(tree: string, cli: string): void {
  const folder = mkdtempSync(path.join(tmpdir(), "sm-lens-growth-"));
  try {
    let made = 0;
    let first = 0;
    for (const copies of COPIES) {
      for (; made < copies; made++)
        cpSync(tree, path.join(folder, `copy-${made}`), { recursive: true, filter: isNoHistory });
      const { wall, cpu, peak } = timedNode(cli, ["scan", folder, "--no-cache"]);
      const each = (cpu ?? wall) / copies;
      if (first === 0) first = each;
      console.log(
        `${copies} of the tree: ${told([{ wall, cpu, peak }])}, ${(each / first).toFixed(2)} times as much for each as for one alone`,
      );
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}
