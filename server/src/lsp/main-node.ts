import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { nodeEngine } from "../workspace/node-engine";
import { keepFile, nodeFiles } from "../workspace/node-files";
import { ANALYSIS } from "../display/about";
import { cacheFolder, nodeIndexStore } from "../workspace/node-index-store";
import { nodePool } from "../workspace/node-pool";
import { inTurns, scannerHere } from "../workspace/scanner";
import { notingShutdown } from "./after-shutdown";
import { byScheme, editorFiles, isLocal } from "./workspace/editor-files";
import { faultText } from "./run-safely";
import { startServer } from "./server";

const connection = createConnection(ProposedFeatures.all, notingShutdown());

// A fault that no handler caught is told, and the next request is served. The connection itself may be what failed,
// so it is told on stderr, and where nobody reads that either there is nobody left to tell.
const tell = (what: string, thrown: unknown): void =>
  void process.stderr.write(`${what}: ${faultText(thrown)}\n`);
process.stderr.on("error", () => undefined);
process.on("unhandledRejection", (reason) => tell("unhandled", reason));
process.on("uncaughtException", (error) => tell("uncaught", error));

const engine = nodeEngine(new URL("./", import.meta.url));
const disk = byScheme(nodeFiles, editorFiles(connection));
const pause = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
const now = (): number => performance.now();
const here = scannerHere(engine, disk, inTurns(pause, now));
const pool = nodePool(new URL("./scan-worker.js", import.meta.url), here);

startServer(connection, {
  engine,
  disk,
  // A thread cannot ask the editor for files.
  scanner: {
    scan: (request) => (request.jobs.every(({ path }) => isLocal(path)) ? pool : here).scan(request),
  },
  indexes: (storage) => nodeIndexStore(storage ?? cacheFolder(), ANALYSIS),
  keep: keepFile,
  pause,
  now,
});
