/** The language server in a web worker: every file, its own parser's too, comes from the editor. */
import { BrowserMessageReader, BrowserMessageWriter, createConnection } from "vscode-languageserver/browser";
import { wasmEngine } from "../workspace/wasm-engine";
import { inTurns, scannerHere } from "../workspace/scanner";
import { notingShutdown } from "./after-shutdown";
import { bytesOf, editorFiles } from "./workspace/editor-files";
import type { AssetQuestion } from "./protocol";
import { ASSET_METHOD } from "./protocol";
import { startServer } from "./server";

const here = globalThis as never; // the worker itself: the types of node, which all is checked with, know none
const connection = createConnection(
  new BrowserMessageReader(here),
  new BrowserMessageWriter(here),
  notingShutdown(),
);

/** A turn of the worker's event loop; timers would be held back to milliseconds. */
function pause(): Promise<void> {
  return new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel();
    Object.assign(port1, {
      onmessage: () => {
        port1.close();
        resolve();
      },
    });
    port2.postMessage(null);
  });
}

const engine = wasmEngine({
  read: async (name) => {
    const question: AssetQuestion = { name };
    return bytesOf(await connection.sendRequest<string>(ASSET_METHOD, question));
  },
  address: (name) => name,
});
const disk = editorFiles(connection);
const now = (): number => performance.now();

startServer(connection, {
  engine,
  disk,
  scanner: scannerHere(engine, disk, inTurns(pause, now)),
  indexes: () => null,
  keep: null,
  pause,
  now,
});
