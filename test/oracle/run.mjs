/** Bundles one of this folder's TypeScript programs and runs it: `node test/oracle/run.mjs FILE.ts ARGUMENT…`. */
import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("../..", import.meta.url));
const [entry, ...rest] = process.argv.slice(2);
if (entry === undefined) {
  process.stderr.write("usage: node test/oracle/run.mjs FILE.ts ARGUMENT…\n");
  process.exit(2);
}
const folder = join(root, "out", "oracle");
mkdirSync(folder, { recursive: true });
const outfile = join(folder, `${basename(entry, ".ts")}-${process.pid}.mjs`);
await build({
  entryPoints: [entry],
  outfile,
  bundle: true,
  platform: "node",
  format: "esm",
  target: "node20",
  sourcemap: "inline",
  packages: "external",
  logLevel: "warning",
});
const ended = spawnSync(process.execPath, ["--enable-source-maps", outfile, ...rest], { stdio: "inherit" });
process.exit(ended.status ?? 2);
