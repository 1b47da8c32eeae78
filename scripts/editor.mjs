// npm run editor [FOLDER]: opens the bundled sample, or a folder, in a VS Code with SM Lens loaded: the desktop `code`
// where there is one, else the VS Code server from npm on 127.0.0.1, whose address it prints (Ctrl+C ends it).
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { cpSync, mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createVSIX } from "@vscode/vsce";
import { samplePlace } from "./sample-place.mjs";
import { root } from "./setup-vscode.mjs";
import { prepareServer, runServerCommand, startServer } from "./vscode-server.mjs";

/** As in `npm run package`: everything is bundled, and links of the README stay as they are. */
const PACKAGING = { dependencies: false, allowMissingRepository: true, rewriteRelativeLinks: false };

const USAGE =
  "npm run editor [FOLDER]: opens the folder, or a copy of the bundled sample, in VS Code with SM Lens";
const [argument] = process.argv.slice(2);
if (argument?.startsWith("-")) {
  const asked = argument === "--help" || argument === "-h";
  (asked ? console.log : console.error)(USAGE);
  process.exit(asked ? 0 : 2);
}

const scratch = mkdtempSync(path.join(tmpdir(), "sm-lens-editor-"));
const folder = argument ? path.resolve(argument) : copyOfSample();
/** Of another folder nobody knows what it is about. */
const place = argument ? undefined : samplePlace(folder);
const windows = process.platform === "win32";

/** People edit what they look at; the sample in this folder stays as it is. */
function copyOfSample() {
  const copy = path.join(scratch, "sample");
  cpSync(path.join(root, "test/sample"), copy, { recursive: true });
  return copy;
}

function removeScratch() {
  rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
}

function hasDesktop() {
  if (process.env.SM_LENS_EDITOR === "web") return false;
  if (process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return false;
  return spawnSync("code", ["--version"], { shell: windows, stdio: "ignore" }).status === 0;
}

function openDesktop() {
  const built = spawnSync(process.execPath, ["esbuild.mjs", "--production"], { cwd: root, stdio: "inherit" });
  if (built.status !== 0) throw new Error("The extension could not be built.");
  console.log(`Opening ${folder} in VS Code with SM Lens loaded.`);
  const args = [`--extensionDevelopmentPath=${root}`, folder];
  if (place) args.push("--goto", `${place.file}:${place.line}`);
  spawn("code", args, { shell: windows, stdio: "ignore", detached: true }).unref();
}

/** Packages the extension, which checks and builds it, and installs it as a user would, into the scratch folder. */
async function openServer() {
  const places = { userData: path.join(scratch, "data"), extensions: path.join(scratch, "extensions") };
  const packagePath = path.join(scratch, "sm-lens.vsix");
  console.log(
    "Building SM Lens and starting the VS Code server: about a minute, the first time some more ...",
  );
  await createVSIX({ cwd: root, packagePath, ...PACKAGING });
  const installed = runServerCommand(prepareServer(places), ["--install-extension", packagePath]);
  if (installed.status !== 0) throw new Error(`installing the extension failed\n${installed.stderr}`);
  const token = randomBytes(16).toString("hex");
  // The sample is ours; any other folder asks for trust as an editor does.
  const trust = folder.startsWith(scratch) ? ["--disable-workspace-trust"] : [];
  const server = await startServer(prepareServer(places), ["--connection-token", token, ...trust]);
  const query = new URLSearchParams({ folder, tkn: token });
  if (place) {
    const opened = `vscode-remote://127.0.0.1:${server.port}${encodeURI(place.file)}:${place.line}:1`;
    const payload = [
      ["openFile", opened],
      ["gotoLineMode", "true"],
    ];
    query.set("payload", JSON.stringify(payload));
  }
  console.log(
    `\nOpen this address in a browser (Ctrl+C here ends it):\n\n    http://127.0.0.1:${server.port}/?${query}\n`,
  );
  const end = async (code) => {
    await server.stop();
    removeScratch();
    process.exit(code);
  };
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => void end(0));
  void server.exited.then(() => end(1));
}

if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  removeScratch();
  console.error(`There is no folder ${folder}.`);
  process.exit(2);
}
try {
  if (hasDesktop()) openDesktop();
  else await openServer();
} catch (error) {
  removeScratch();
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
