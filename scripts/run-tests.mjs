// Runs the suite of test/vscode in a real VS Code, with @vscode/test-electron as the runner everywhere.
//   VSCODE_TEST_FLAVOR=desktop  desktop VS Code, downloaded by @vscode/test-electron (fails where it cannot be)
//   VSCODE_TEST_FLAVOR=web      the VS Code server from npm, through vscode-web-shim.mjs
//   unset                       desktop where there is a display and it can be downloaded, else web, and it says which
//   VSCODE_WEB_VERSION          which VS Code (1.100.3)
//   TEST_EXTENSIONS_DIR         test the extension installed there instead of the one in this folder
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { downloadAndUnzipVSCode, runTests } from "@vscode/test-electron";
import { DEFAULT_VERSION, root } from "./setup-vscode.mjs";

const version = process.env.VSCODE_WEB_VERSION ?? DEFAULT_VERSION;
const flavor = process.env.VSCODE_TEST_FLAVOR ?? "auto";
const scratch = mkdtempSync(path.join(tmpdir(), "editor-test-"));

if (process.env.SM_LENS_UPDATE_SCREENSHOTS === "1") {
  process.env.VSCODE_TEST_SCREENSHOTS ??= path.join(root, "docs/images");
}
if (process.env.VSCODE_TEST_SCREENSHOTS) {
  process.env.VSCODE_TEST_SCREENSHOTS = path.resolve(root, process.env.VSCODE_TEST_SCREENSHOTS);
}

function hasDisplay() {
  return process.platform !== "linux" || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

/** The desktop VS Code's executable, or undefined, having said why not. */
async function desktop() {
  if (flavor === "web") return undefined;
  if (flavor !== "desktop" && !hasDisplay()) {
    console.log("There is no display here; using the VS Code server from npm.");
    return undefined;
  }
  try {
    return await downloadAndUnzipVSCode({ version, cachePath: path.join(root, ".vscode-test") });
  } catch (error) {
    if (flavor === "desktop") throw error;
    console.log(`No desktop VS Code can be had here (${error.message}); using the VS Code server from npm.`);
    return undefined;
  }
}

/** An empty extension: the runner wants one under development where the installed one is to be tested. */
function carrier() {
  const folder = path.join(scratch, "carrier");
  mkdirSync(folder);
  const manifest = { name: "test-carrier", publisher: "sm-lens", version: "0.0.0", engines: { vscode: "*" } };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  return folder;
}

async function main() {
  const workspace = path.join(scratch, "sample");
  cpSync(path.join(root, "test/sample"), workspace, { recursive: true });
  const installed = process.env.TEST_EXTENSIONS_DIR && path.resolve(root, process.env.TEST_EXTENSIONS_DIR);
  const vscodeExecutablePath = (await desktop()) ?? path.join(root, "scripts/vscode-web-shim.mjs");
  return runTests({
    vscodeExecutablePath,
    extensionDevelopmentPath: installed ? carrier() : root,
    extensionTestsPath: path.join(root, "out/test/vscode/index"),
    launchArgs: [
      workspace,
      `--user-data-dir=${path.join(scratch, "data")}`,
      `--extensions-dir=${installed ?? path.join(scratch, "extensions")}`,
      ...(installed ? [] : ["--disable-extensions"]),
    ],
  });
}

try {
  process.exitCode = await main();
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
