// Starts the VS Code server of scripts/setup-vscode.mjs on 127.0.0.1 and ends it with all its children.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { DEFAULT_VERSION, setup } from "./setup-vscode.mjs";

/** Many times what an idle machine needs. */
const START_TIMEOUT_MS = 180_000;

/** A quiet first screen: no welcome page, no chat, nothing that asks. */
const MACHINE_SETTINGS = {
  "workbench.startupEditor": "none",
  "workbench.secondarySideBar.defaultVisibility": "hidden",
  "chat.disableAIFeatures": true,
  "chat.commandCenter.enabled": false,
  "extensions.ignoreRecommendations": true,
  "git.openRepositoryInParentFolders": "never",
  // As on the desktop: on the web an edit that a test takes back later would be on disk by then.
  "files.autoSave": "off",
};

const pause = (ms) => new Promise((resolve) => setTimeout(resolve, ms));

/** VS Code's own variables of a surrounding editor's terminal would lead the server astray. */
function cleanEnvironment(scratch) {
  const env = {
    ...process.env,
    EXTENSIONS_GALLERY: "{}",
    XDG_RUNTIME_DIR: scratch,
    TMPDIR: path.join(scratch, "t"),
  };
  for (const name of Object.keys(env)) {
    if (/^(VSCODE_(IPC|NLS|CWD|ESM|HANDLES|PROXY|AGENT)|ELECTRON_)/.test(name)) delete env[name];
  }
  return env;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}

/** A server not yet started: its folders and its command line. Missing folders are made in a scratch folder. */
export function prepareServer({ userData, extensions, version = DEFAULT_VERSION } = {}) {
  const { node, serverMain } = setup(version);
  const scratch = mkdtempSync(path.join(tmpdir(), "vsc-"));
  mkdirSync(path.join(scratch, "t"));
  const data = path.resolve(userData ?? path.join(scratch, "data"));
  const extensionsDir = path.resolve(extensions ?? path.join(scratch, "ext"));
  const settings = path.join(data, "Machine/settings.json");
  for (const folder of [path.dirname(settings), extensionsDir]) mkdirSync(folder, { recursive: true });
  if (!existsSync(settings)) writeFileSync(settings, JSON.stringify(MACHINE_SETTINGS, null, 2));
  return {
    node,
    scratch,
    env: cleanEnvironment(scratch),
    args: [
      serverMain,
      "--accept-server-license-terms",
      "--disable-telemetry",
      ...["--server-data-dir", path.join(scratch, "srv")],
      ...["--user-data-dir", data],
      ...["--extensions-dir", extensionsDir],
    ],
  };
}

/** The command-line half of `code`: --install-extension and the like. Answers its result. */
export function runServerCommand(prepared, args) {
  const result = spawnSync(prepared.node, [...prepared.args, ...args], {
    env: prepared.env,
    encoding: "utf8",
  });
  rmSync(prepared.scratch, { recursive: true, force: true });
  return result;
}

async function untilReady(server, port, log) {
  for (const end = Date.now() + START_TIMEOUT_MS; ; await pause(100)) {
    if (server.exitCode !== null) throw new Error(`the VS Code server exited\n${log()}`);
    const ready = await fetch(`http://127.0.0.1:${port}/version`).then(
      (response) => response.ok,
      () => false,
    );
    if (ready) return;
    if (Date.now() > end) throw new Error(`the VS Code server did not start\n${log()}`);
  }
}

/** Starts the server and answers once it serves; `stop` ends its whole process group and removes the scratch folder. */
export async function startServer(prepared, args, { verbose = false } = {}) {
  const port = await freePort();
  const all = [...prepared.args, "--host", "127.0.0.1", "--port", String(port), ...args];
  // Detached makes it the head of a group: extension hosts and language servers are its children.
  const options = { env: prepared.env, stdio: ["ignore", "pipe", "pipe"], detached: true };
  const server = spawn(prepared.node, all, options);
  let log = "";
  for (const stream of [server.stdout, server.stderr]) {
    stream.on("data", (data) => {
      log = (log + data).slice(-20_000);
      if (verbose) process.stderr.write(data);
    });
  }
  const exited = new Promise((resolve) => server.once("exit", resolve));
  const signalGroup = (signal) => {
    try {
      process.kill(-server.pid, signal);
    } catch {
      // the group is gone already
    }
  };
  const stop = async () => {
    signalGroup("SIGTERM");
    await Promise.race([exited, pause(3000)]);
    signalGroup("SIGKILL");
    rmSync(prepared.scratch, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    await untilReady(server, port, () => log);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, exited, stop, log: () => log };
}
