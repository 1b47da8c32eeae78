/** A worker thread of a pool: it is sent batches of files and answers each with its outcomes. */
import { parentPort } from "node:worker_threads";
import { nodeEngine } from "./node-engine";
import { nodeFiles } from "./node-files";
import type { FromWorker, ToWorker } from "./node-pool";
import { ScanView } from "./scanner";

const port = parentPort;
const engine = nodeEngine(new URL("./", import.meta.url));
let view: ScanView | undefined;
let flag: Int32Array | undefined;

async function handle(message: ToWorker): Promise<void> {
  if (message.kind === "start") {
    const stop = (flag = new Int32Array(message.stop));
    const cancellation = { cancelled: () => Atomics.load(stop, 0) !== 0 };
    view = new ScanView(engine, nodeFiles, message.open, cancellation);
    return;
  }
  const outcomes = [];
  for (const { index, job } of message.batch) {
    if (view === undefined || (flag !== undefined && Atomics.load(flag, 0) !== 0)) break;
    outcomes.push({ index, scanned: await view.scan(job) });
  }
  const answer: FromWorker = { outcomes, news: view?.takeNews() ?? { links: [], seen: [] } };
  port?.postMessage(answer);
}

// One after the other: a batch is answered before the next is begun.
let last = Promise.resolve();
port?.on("message", (message: ToWorker) => {
  last = last.then(() => handle(message));
});
