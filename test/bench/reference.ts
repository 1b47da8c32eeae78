/** The branches of CUDA files for every target and the host at once, beside the preprocessor that runs once for each. */
import { readFileSync } from "node:fs";
import path from "node:path";
import { analyse, makeSession } from "../oracle/analysis";
import { diagnose } from "../oracle/gpp";
import { PASSES } from "../oracle/passes";
import { mark } from "../oracle/reference";
import { filesUnder } from "../oracle/tree-files";
import { median, milliseconds } from "./timed";

const RUNS = 5;
/** Files compared with the reference: the largest, for they are the ones that an editor waits for. */
const FILES = 12;

export async function branchesBesideReference(tree: string): Promise<void> {
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
