/** Bundles a TypeScript program of the tests and runs it: `node test/run-ts.mjs FILE.ts ARGUMENT…`. */
import { spawnSync } from "node:child_process";
import { mkdirSync, rmSync } from "node:fs";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";

const root = fileURLToPath(new URL("..", import.meta.url));
const [entry, ...rest] = process.argv.slice(2);
if (entry === undefined) {
  process.stderr.write("usage: node test/run-ts.mjs FILE.ts ARGUMENT…\n");
  process.exit(2);
}
const folder = join(root, "out", "run");
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
rmSync(outfile, { force: true });
process.exit(ended.status ?? 2);
