import { createFile, keepFile, keyOf, nodeFiles, writeBytes } from "../workspace/node-files";
import type { Engine } from "../workspace/engine";
import { nodeEngine } from "../workspace/node-engine";
import { cacheFolder, nodeIndexStore } from "../workspace/node-index-store";
import { nodePool } from "../workspace/node-pool";
import { scannerHere } from "../workspace/scanner";
import { ANALYSIS } from "../display/about";
import type { Io } from "./io";
import { runCli } from "./program";

/** A reader that has seen enough (`| head`) closes the pipe: that is no fault, and nothing is left to say. */
function quietOnClosedPipe(stream: NodeJS.WriteStream): void {
  stream.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(0);
    process.stderr.write(`sm-lens: the output cannot be written: ${error.message}\n`);
    process.exit(2);
  });
}

/** One line on a terminal, written over again and again; nothing at all where stderr is a file or a pipe. */
function terminalProgress(stream: NodeJS.WriteStream): Io["progress"] {
  if (!stream.isTTY) return () => undefined;
  let shown = 0;
  return (doing) => {
    const now = Date.now();
    if (doing !== null && now - shown < 100) return;
    shown = doing === null ? 0 : now;
    const line =
      doing === null ? "" : doing.replace(/\p{Cc}/gu, "?").slice(0, Math.max(10, stream.columns - 1));
    stream.write(`\r\x1b[2K${line}`);
  };
}

let engine: Engine | undefined;
const ownEngine = (): Engine => (engine ??= nodeEngine(new URL("./", import.meta.url)));
const progress = terminalProgress(process.stderr);
const io: Io = {
  cwd: keyOf(process.cwd()),
  disk: nodeFiles,
  out: (text) => void process.stdout.write(text),
  engine: ownEngine,
  scanner: (threads) =>
    nodePool(
      new URL("./scan-worker.js", import.meta.url),
      scannerHere(ownEngine(), nodeFiles, () => undefined),
      threads,
    ),
  indexes: nodeIndexStore(cacheFolder(), ANALYSIS),
  err(text) {
    progress(null);
    process.stderr.write(text);
  },
  progress,
  create: createFile,
  keep: keepFile,
  write: writeBytes,
  async serve() {
    // Whoever starts it by hand would wait for nothing.
    if (process.stdin.isTTY)
      io.err("sm-lens: an editor is to start this, and speaks to it over standard input\n");
    if (!process.argv.includes("--stdio")) process.argv.push("--stdio");
    // The server is the bundle beside this one: bundling it twice would only make both slower to start.
    await import(new URL("./server.js", import.meta.url).href);
  },
};

quietOnClosedPipe(process.stdout);
quietOnClosedPipe(process.stderr);
void runCli(process.argv.slice(2), io).then((status) => (process.exitCode = status));
