// Measures the extension in a real VS Code: npm run bench:editor -- FOLDER FILE...   (files in the folder)
//   VSCODE_WEB_VERSION  which VS Code (1.100.3)
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { runTests } from "@vscode/test-electron";
import { askedFiles } from "./measured-files.mjs";
import { root } from "./setup-vscode.mjs";

const { folder, files } = askedFiles("usage: npm run bench:editor -- FOLDER FILE...", [1, Infinity]);
const { status } = spawnSync(process.execPath, ["esbuild.mjs", "--production", "--tests"], {
  cwd: root,
  stdio: ["ignore", "ignore", "inherit"],
});
if (status !== 0) process.exit(1);

/** Each run has a user of its own: nothing is left of the one before. */
async function run(suite) {
  const scratch = mkdtempSync(path.join(tmpdir(), "editor-bench-"));
  try {
    return await runTests({
      vscodeExecutablePath: path.join(root, "scripts/vscode-web-shim.mjs"),
      extensionDevelopmentPath: root,
      extensionTestsPath: path.join(root, suite),
      extensionTestsEnv: { SM_LENS_MEASURE: files.join("\n") },
      launchArgs: [
        folder,
        `--user-data-dir=${path.join(scratch, "data")}`,
        `--extensions-dir=${path.join(scratch, "extensions")}`,
        "--disable-extensions",
      ],
    });
  } finally {
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

try {
  process.exitCode = await run("out/test/bench/editor");
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
}
