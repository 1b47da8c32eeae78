// Where `npm run editor` opens the bundled sample: at its first finding, which is below what a window shows at first.
import { readFileSync } from "node:fs";
import path from "node:path";

/** What the sample is about. */
export const SAMPLE_FILE = "include/tilefuse/allreduce.cuh";
const FIRST_FINDING = "(__CUDA_ARCH__ < 1200)";

/** Of a copy of the sample: the file, and a line from 1. */
export function samplePlace(folder) {
  const file = path.join(folder, SAMPLE_FILE);
  const lines = readFileSync(file, "utf8").split("\n");
  return { file, line: lines.findIndex((text) => text.includes(FIRST_FINDING)) + 1 };
}
