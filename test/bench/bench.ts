/**
 * How long things take beside what one would run instead: `npm run bench -- [--growth] TREE…`. Prints, never judges.
 *
 * - a scan of the trees together, by the built command line, with nothing known and from its index, beside `grep -rnE`
 *   for the words of architecture guards in the same kinds of file;
 * - the branches of their CUDA files for every target and the host at once, beside the reference preprocessor, which
 *   has to be run once for each;
 * - with `--growth`, scans of one, two, four and eight copies of the first tree.
 */
import { existsSync } from "node:fs";
import path from "node:path";
import { parseArgs } from "node:util";
import { branchesBesideReference } from "./reference";
import { growth, scansBesideGrep } from "./scans";

const { values, positionals } = parseArgs({
  options: { growth: { type: "boolean", default: false } },
  allowPositionals: true,
});
const trees = positionals.map((tree) => path.resolve(tree));
const cli = path.resolve("dist/cli.js");
const [first] = trees;
if (first === undefined) {
  console.error("usage: npm run bench -- [--growth] TREE…");
  process.exitCode = 2;
} else if (!existsSync(cli)) {
  console.error(`${cli} is not built: npm run build`);
  process.exitCode = 2;
} else {
  scansBesideGrep(trees, cli);
  for (const tree of trees) await branchesBesideReference(tree);
  if (values.growth) growth(first, cli);
}
