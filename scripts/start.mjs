// npm start: builds, scans the bundled sample in the terminal, and says how to open it.
import { spawnSync } from "node:child_process";
import { root } from "./setup-vscode.mjs";

/** The command line's own meaning: 0 nothing found, 1 findings; anything else is a fault. */
const FINDINGS = 1;

function run(...args) {
  const { status } = spawnSync(process.execPath, args, { cwd: root, stdio: "inherit" });
  return status ?? FINDINGS + 1;
}

const built = run("esbuild.mjs", "--production");
if (built !== 0) process.exit(built);
const scan = ["dist/cli.js", "scan", "test/sample"];
console.log(`\n$ node ${scan.join(" ")}`);
const scanned = run(...scan);
if (scanned > FINDINGS) process.exit(scanned);
console.log("\nOpen this sample in an editor with SM Lens loaded:\n\n    npm run editor\n");
