/**
 * What the extension costs in the editor: `npm run bench:editor -- FOLDER FILE…` opens the folder in VS Code and the
 * files in it, one after another, and prints how long it takes until a person has answers. It runs in the extension
 * host; the times are those of a clock, and of the host's own thread where the system tells it. Never judges.
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import * as vscode from "vscode";
import type { SmLens } from "../../client/src/extension";

const EXTENSION = "sm-lens.sm-lens";
const SOURCE = "SM Lens";
const TIMEOUT_MS = 60_000;
/** Edits whose findings are waited for. */
const EDITS = 10;

const pause = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

/** Of a process's first thread, in milliseconds; Linux alone tells it. */
function threadTime(pid = process.pid): number | null {
  const file = `/proc/${pid}/task/${pid}/schedstat`;
  return existsSync(file) ? Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6 : null;
}

/** The language server's process: a child of this one. */
function serverId(): number | null {
  if (!existsSync("/proc/self")) return null;
  for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    try {
      const parent = /^PPid:\s*(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
      if (parent !== String(process.pid)) continue;
      if (readFileSync(`/proc/${pid}/cmdline`, "utf8").includes("dist/server.js")) return Number(pid);
    } catch {
      // it has ended meanwhile
    }
  }
  return null;
}

function serverTime(): number {
  const pid = serverId();
  return pid === null ? 0 : (threadTime(pid) ?? 0);
}

function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
}

const inMs = (value: number | null): string => (value === null ? "?" : value.toFixed(0));
const spread = (values: readonly number[]): string =>
  `median ${inMs(quantile(values, 0.5))} ms, 95 % ${inMs(quantile(values, 0.95))} ms`;

const hasFindings = (uri: vscode.Uri): boolean =>
  vscode.languages.getDiagnostics(uri).some(({ source }) => source === SOURCE);

/** Whether a person sees something of us in a file: findings, or what is dimmed. */
function isAnswered(uri: vscode.Uri): boolean {
  const extension = vscode.extensions.getExtension<SmLens>(EXTENSION);
  const lines = extension?.isActive === true ? extension.exports.inactiveRegions(uri) : undefined;
  return lines !== undefined || hasFindings(uri);
}

interface Took {
  readonly wall: number;
  /** Of the server's thread. */
  readonly server: number;
  /** Of the extension host's own. */
  readonly host: number | null;
}

/** How long it takes from `act` on until something holds; null where it never does. */
async function took(act: () => Thenable<unknown>, holds: () => boolean): Promise<Took | null> {
  const [start, server, host] = [performance.now(), serverTime(), threadTime()];
  const acted = act();
  while (!holds()) {
    if (performance.now() - start > TIMEOUT_MS) return null;
    await pause(2);
  }
  const found = {
    wall: performance.now() - start,
    server: serverTime() - server,
    host: host === null ? null : (threadTime() ?? 0) - host,
  };
  await acted;
  return found;
}

/** Until the file's findings are others than now. */
function tookToFollow(uri: vscode.Uri, edit: vscode.WorkspaceEdit): Promise<Took | null> {
  const lines = (): string =>
    vscode.languages
      .getDiagnostics(uri)
      .filter(({ source }) => source === SOURCE)
      .map(({ range }) => range.start.line)
      .join();
  const before = lines();
  return took(
    () => vscode.workspace.applyEdit(edit),
    () => lines() !== before,
  );
}

async function open(uri: vscode.Uri): Promise<void> {
  await vscode.commands.executeCommand("vscode.open", uri);
}

async function measureFile(uri: vscode.Uri, isFirst: boolean): Promise<void> {
  const start = performance.now();
  const opened: number[] = [];
  const listening = vscode.workspace.onDidOpenTextDocument((document) => {
    if (document.uri.toString() === uri.toString()) opened.push(performance.now() - start);
  });
  const found = await took(
    () => open(uri),
    () => isAnswered(uri),
  );
  listening.dispose();
  const { size } = await vscode.workspace.fs.stat(uri);
  const when = isFirst ? "the extension and its server not yet started" : "the server running";
  const name = `${vscode.workspace.asRelativePath(uri)} (${(size / 1024).toFixed(0)} KB)`;
  const [wall, server, host] = [found?.wall, found?.server, found?.host].map((each) => inMs(each ?? null));
  const editor = inMs(opened[0] ?? null);
  console.log(`${name}: first answer after ${wall} ms (${when})`);
  console.log(
    `  ${editor} ms until the editor had opened it; of the server's thread ${server} ms, of the extension host's ${host} ms`,
  );
}

async function measureEdits(uri: vscode.Uri): Promise<void> {
  const document = await vscode.workspace.openTextDocument(uri);
  await vscode.window.showTextDocument(document);
  await pause(2000);
  const answers: Took[] = [];
  for (let key = 0; key < EDITS && hasFindings(uri); key++) {
    // A line more above them moves the findings.
    const edit = new vscode.WorkspaceEdit();
    edit.insert(uri, new vscode.Position(0, 0), "\n");
    const found = await tookToFollow(uri, edit);
    if (found !== null) answers.push(found);
    await pause(300);
  }
  await vscode.commands.executeCommand("workbench.action.files.revert");
  if (answers.length === 0) return;
  const walls = spread(answers.map(({ wall }) => wall));
  const server = spread(answers.map((each) => each.server));
  console.log(`${vscode.workspace.asRelativePath(uri)}: findings follow an edit after ${walls}`);
  console.log(`  of the server's thread ${server}`);
}

export async function run(): Promise<void> {
  const files = (process.env["SM_LENS_MEASURE"] ?? "").split("\n").filter(Boolean);
  const extension = vscode.extensions.getExtension(EXTENSION);
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  if (!extension || !folder) throw new Error("the extension or the folder is not there");
  await pause(5000); // what the editor itself does at its start is over
  const [first, ...others] = files.map((file) => vscode.Uri.joinPath(folder, ...file.split("/")));
  if (first) await measureFile(first, true);
  await pause(3000);
  for (const uri of others) {
    await measureFile(uri, false);
    await pause(1000);
  }
  for (const uri of first ? [first, ...others] : []) await measureEdits(uri);
}
