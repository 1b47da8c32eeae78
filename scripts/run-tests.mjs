// Runs the suite of test/vscode in a real VS Code, with @vscode/test-electron as the runner everywhere.
//   VSCODE_TEST_FLAVOR=desktop  desktop VS Code, downloaded by @vscode/test-electron (fails where it cannot be)
//   VSCODE_TEST_FLAVOR=web      the VS Code server from npm, through vscode-web-shim.mjs
//   unset                       desktop where there is a display and it can be downloaded, else web, and it says which
//   VSCODE_WEB_VERSION          which VS Code (1.100.3)
//   TEST_VSIX                   install this package and test it, instead of the extension in this folder
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import {
  downloadAndUnzipVSCode,
  resolveCliPathFromVSCodeExecutablePath,
  runTests,
} from "@vscode/test-electron";
import { tidyPictures } from "./pictures.mjs";
import { DEFAULT_VERSION, root } from "./setup-vscode.mjs";

const version = process.env.VSCODE_WEB_VERSION ?? DEFAULT_VERSION;
const flavor = process.env.VSCODE_TEST_FLAVOR ?? "auto";
const shim = path.join(root, "scripts/vscode-web-shim.mjs");
const scratch = mkdtempSync(path.join(tmpdir(), "editor-test-"));

process.env.VSCODE_TEST_PAGE = path.join(scratch, "page");
const docPictures =
  process.env.SM_LENS_UPDATE_SCREENSHOTS === "1" ? path.join(root, "docs/images") : undefined;
if (docPictures !== undefined) process.env.VSCODE_TEST_SCREENSHOTS = docPictures;
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

/** An empty extension: the runner wants one under development where an installed one is to be tested. */
function carrier() {
  const folder = path.join(scratch, "carrier");
  mkdirSync(folder);
  const manifest = { name: "test-carrier", publisher: "sm-lens", version: "0.0.0", engines: { vscode: "*" } };
  writeFileSync(path.join(folder, "package.json"), JSON.stringify(manifest));
  return folder;
}

function install(vsix, executable, places) {
  const cli = executable === shim ? shim : resolveCliPathFromVSCodeExecutablePath(executable);
  const args = [...places, "--install-extension", path.resolve(root, vsix), "--force"];
  const { status } = spawnSync(cli, args, { stdio: "inherit", shell: process.platform === "win32" });
  if (status !== 0) throw new Error(`installing ${vsix} failed`);
}

/** Copies of the sample and of a workspace of several folders, by the kind of suite that each is for. */
function workspaces() {
  const only = process.env.VSCODE_TEST_ONLY?.split(",");
  const kindOf = (name) => name.split(".")[1] ?? "sample";
  const kinds = new Set(only?.map(kindOf) ?? ["sample", "roots", "restricted"]);
  for (const name of ["sample", "restricted"])
    cpSync(path.join(root, "test/sample"), path.join(scratch, name), { recursive: true });
  cpSync(path.join(root, "test/workspaces"), path.join(scratch, "workspaces"), { recursive: true });
  const several = path.join(scratch, "workspaces/three.code-workspace");
  return [...kinds].map((kind) => [kind, kind === "roots" ? several : path.join(scratch, kind)]);
}

async function main() {
  const executable = (await desktop()) ?? shim;
  const places = [
    `--user-data-dir=${path.join(scratch, "data")}`,
    `--extensions-dir=${path.join(scratch, "extensions")}`,
  ];
  const vsix = process.env.TEST_VSIX;
  if (vsix) install(vsix, executable, places);
  const extension = vsix ? carrier() : root;
  let worst = 0;
  for (const [kind, workspace] of workspaces()) {
    const code = await runTests({
      vscodeExecutablePath: executable,
      extensionDevelopmentPath: extension,
      extensionTestsPath: path.join(root, "out/test/vscode/index"),
      extensionTestsEnv: { VSCODE_TEST_KIND: kind },
      launchArgs: [workspace, ...places, ...(vsix ? [] : ["--disable-extensions"])],
    });
    worst = Math.max(worst, code);
  }
  return worst;
}

try {
  process.exitCode = await main();
  if (docPictures !== undefined) tidyPictures(docPictures);
} catch (error) {
  console.error(String(error));
  process.exitCode = 1;
} finally {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}
