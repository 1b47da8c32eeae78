/** Scans with worker threads. What one file costs, a fault of the engine included, no other file pays for. */
import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { DependencyNews } from "./dependencies";
import type { Scanned } from "./scan";
import { ScanQueue } from "./scan-queue";
import type { QueuedJob } from "./scan-queue";
import type { ScanRequest, Scanner } from "./scanner";

export type ToWorker =
  | { readonly kind: "start"; readonly open: ReadonlyMap<string, string>; readonly stop: SharedArrayBuffer }
  | { readonly kind: "batch"; readonly batch: readonly QueuedJob[] };

export interface FromWorker {
  readonly outcomes: readonly { readonly index: number; readonly scanned: Scanned }[];
  readonly news: DependencyNews;
}

/** A thread costs as much to start as some dozens of files to read. */
const WORTH_A_WORKER = 48;
/** Megabytes; young objects of an analysis hardly outlive it. */
const YOUNG_MB = 16;
/**
 * The smaller the limit of a heap, the less V8 lets it grow beyond what is alive before it collects: by a third here,
 * to twice at two gigabytes. A thread that has too little is replaced by one with all that may be needed.
 */
const OLD_MB = 384;
const LARGE_OLD_MB = 2000;

/** @param here scans what is not worth a thread. */
export function nodePool(worker: URL, here: Scanner, size = availableParallelism()): Scanner {
  return {
    async scan(request) {
      const workers = Math.min(size, Math.floor(request.jobs.length / WORTH_A_WORKER));
      if (workers < 2) await here.scan(request);
      else await new Run(worker, request).finish(workers);
    },
  };
}

class Run {
  private readonly worker: URL;
  private readonly request: ScanRequest;
  private readonly stop = new SharedArrayBuffer(4);
  private readonly retried = new Set<number>();
  private readonly queue: ScanQueue;

  constructor(worker: URL, request: ScanRequest) {
    this.worker = worker;
    this.request = request;
    this.queue = new ScanQueue(request.jobs);
  }

  async finish(workers: number): Promise<void> {
    const watch = setInterval(() => {
      if (this.request.cancellation.cancelled()) Atomics.store(new Int32Array(this.stop), 0, 1);
    }, 20);
    try {
      await Promise.all(Array.from({ length: workers }, () => this.work()));
    } finally {
      clearInterval(watch);
    }
  }

  /** One thread at a time until nothing is left; a thread that dies is replaced. */
  private async work(): Promise<void> {
    let limit = OLD_MB;
    while (!this.queue.isEmpty && !this.request.cancellation.cancelled()) limit = await this.thread(limit);
  }

  /** @param limit of its heap. Answers that of the next one. */
  private async thread(limit: number): Promise<number> {
    const thread = new Worker(this.worker, {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB, maxOldGenerationSizeMb: limit },
    });
    let doing: readonly QueuedJob[] = [];
    try {
      await new Promise<void>((resolve, reject) => {
        const next = (): void => {
          doing = this.request.cancellation.cancelled() ? [] : this.queue.take(thread);
          if (doing.length === 0) resolve();
          else post(thread, { kind: "batch", batch: doing });
        };
        thread.on("message", ({ outcomes, news }: FromWorker) => {
          for (const { index, scanned } of outcomes) this.request.done(index, scanned);
          this.request.news(news);
          next();
        });
        thread.on("error", reject);
        thread.on("exit", () => {
          reject(new Error("the thread ended"));
        });
        post(thread, { kind: "start", open: this.request.open, stop: this.stop });
        next();
      });
      return limit;
    } catch (thrown) {
      const mayHaveMore = limit < LARGE_OLD_MB && isOutOfMemory(thrown);
      this.again(doing, thrown, mayHaveMore);
      return mayHaveMore ? LARGE_OLD_MB : limit;
    } finally {
      this.queue.leave(thread);
      await thread.terminate();
    }
  }

  /** The files of a batch on which a thread died are tried one by one; the one it dies on again is a problem. */
  private again(batch: readonly QueuedJob[], thrown: unknown, mayHaveMore: boolean): void {
    for (const entry of batch) {
      if (batch.length > 1 || mayHaveMore || !this.retried.has(entry.index)) {
        this.retried.add(entry.index);
        this.queue.putBack(entry);
      } else {
        const what = thrown instanceof Error ? thrown.message : String(thrown);
        this.request.done(entry.index, { kind: "problem", message: `could not be analysed: ${what}` });
      }
    }
  }
}

function isOutOfMemory(thrown: unknown): boolean {
  return thrown instanceof Error && "code" in thrown && thrown.code === "ERR_WORKER_OUT_OF_MEMORY";
}

function post(thread: Worker, message: ToWorker): void {
  thread.postMessage(message);
}
