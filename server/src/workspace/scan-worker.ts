/** A worker thread of a pool: it is sent batches of files and answers each with its outcomes. */
import { parentPort } from "node:worker_threads";
import { nodeEngine } from "./node-engine";
import { nodeFiles } from "./node-files";
import type { FromWorker, ToWorker } from "./node-pool";
import type { Language } from "../service";
import type { OpenTexts } from "./scanner";
import { ScanView } from "./scanner";

const port = parentPort;
let open: OpenTexts = new Map();
let stop = new Int32Array(new SharedArrayBuffer(4));
let view: ScanView | undefined;
let viewed: Language | undefined;

/** Modules that others import are kept with their syntax, and asked for again only when that has been given up. */
const MOST_UNITS_OF_MODULES = 2_000_000;

/** What files of one language share no other needs: a thread that goes on to the next language begins anew. */
function viewFor(language: Language): ScanView {
  if (view !== undefined && viewed === language) return view;
  viewed = language;
  const engine = nodeEngine(new URL("./", import.meta.url));
  const most = language === "python" ? MOST_UNITS_OF_MODULES : undefined;
  view = new ScanView(engine, nodeFiles, open, { cancelled: isStopped }, most);
  return view;
}

function isStopped(): boolean {
  return Atomics.load(stop, 0) !== 0;
}

async function handle(message: ToWorker): Promise<void> {
  if (message.kind === "start") {
    open = message.open;
    stop = new Int32Array(message.stop);
    view = undefined;
    return;
  }
  const outcomes = [];
  for (const { index, job } of message.batch) {
    if (isStopped()) break;
    outcomes.push({ index, scanned: await viewFor(job.language).scan(job) });
  }
  const answer: FromWorker = { outcomes, news: view?.takeNews() ?? { links: [], seen: [] } };
  port?.postMessage(answer);
}

// One after the other: a batch is answered before the next is begun.
let last = Promise.resolve();
port?.on("message", (message: ToWorker) => {
  last = last.then(() => handle(message));
});
