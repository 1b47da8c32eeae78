import { createConnection, ProposedFeatures } from "vscode-languageserver/node";
import { nodeEngine } from "../workspace/node-engine";
import { nodeFiles } from "../workspace/node-files";
import { byScheme, editorFiles } from "./editor-files";
import { faultText } from "./run-safely";
import { startServer } from "./server";

const connection = createConnection(ProposedFeatures.all);

// A fault that no handler caught is told, and the next request is served. The connection itself may be what failed,
// so it is told on stderr, and where nobody reads that either there is nobody left to tell.
const tell = (what: string, thrown: unknown): void =>
  void process.stderr.write(`${what}: ${faultText(thrown)}\n`);
process.stderr.on("error", () => undefined);
process.on("unhandledRejection", (reason) => tell("unhandled", reason));
process.on("uncaughtException", (error) => tell("uncaught", error));

startServer(connection, {
  engine: nodeEngine(new URL("./", import.meta.url)),
  disk: byScheme(nodeFiles, editorFiles(connection)),
  pause: () => new Promise((resolve) => setImmediate(resolve)),
  now: () => performance.now(),
});
