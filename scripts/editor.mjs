// npm run editor [FOLDER]: opens the bundled sample, or a folder, in a VS Code with SM Lens loaded: the desktop `code`
// where there is one, else the VS Code server from npm on 127.0.0.1, whose address it prints (Ctrl+C ends it).
import { spawn, spawnSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createVSIX } from "@vscode/vsce";
import { root } from "./setup-vscode.mjs";
import { prepareServer, runServerCommand, startServer } from "./vscode-server.mjs";

const sample = path.join(root, "test/sample");
const folder = path.resolve(process.argv[2] ?? sample);
const windows = process.platform === "win32";

function hasDesktop() {
  if (process.env.SM_LENS_EDITOR === "web") return false;
  if (process.platform === "linux" && !process.env.DISPLAY && !process.env.WAYLAND_DISPLAY) return false;
  return spawnSync("code", ["--version"], { shell: windows, stdio: "ignore" }).status === 0;
}

function openDesktop() {
  console.log(`Opening ${folder} in VS Code with SM Lens loaded.`);
  const args = [`--extensionDevelopmentPath=${root}`, folder];
  spawn("code", args, { shell: windows, stdio: "ignore", detached: true }).unref();
}

/** Installs the extension as a user would have it, into folders that are gone afterwards. */
async function openServer() {
  const scratch = mkdtempSync(path.join(tmpdir(), "sm-lens-editor-"));
  const removeScratch = () => rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  try {
    const places = { userData: path.join(scratch, "data"), extensions: path.join(scratch, "extensions") };
    const packagePath = path.join(scratch, "sm-lens.vsix");
    await createVSIX({ cwd: root, packagePath, dependencies: false, allowMissingRepository: true });
    const installed = runServerCommand(prepareServer(places), ["--install-extension", packagePath]);
    if (installed.status !== 0) throw new Error(`installing the extension failed\n${installed.stderr}`);
    await serve(places, removeScratch);
  } catch (error) {
    removeScratch();
    throw error;
  }
}

async function serve(places, removeScratch) {
  const token = randomBytes(16).toString("hex");
  // The sample is ours; any other folder asks for trust as an editor does.
  const trust = folder === sample ? ["--disable-workspace-trust"] : [];
  const server = await startServer(prepareServer(places), ["--connection-token", token, ...trust]);
  const query = new URLSearchParams({ folder, tkn: token });
  console.log(
    `\nOpen this address in a browser (Ctrl+C here ends it):\n\n    http://127.0.0.1:${server.port}/?${query}\n`,
  );
  const end = (code) => server.stop().then(() => (removeScratch(), process.exit(code)));
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.once(signal, () => void end(0));
  void server.exited.then(() => end(1));
}

if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) {
  console.error(`There is no folder ${folder}.`);
  process.exit(2);
}
const built = spawnSync(process.execPath, ["esbuild.mjs", "--production"], {
  cwd: root,
  stdio: "inherit",
}).status;
if (built !== 0) process.exit(built ?? 1);
if (hasDesktop()) openDesktop();
else await openServer();
