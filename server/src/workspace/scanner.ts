/** Scans many files: in this thread, or wherever a pool of workers puts them. */
import type { Cancellation } from "../text/files";
import type { DependencyNews } from "./dependencies";
import { DependencyLog } from "./dependencies";
import type { Engine } from "./engine";
import type { FileSystem } from "./file-system";
import { Overlay } from "./overlay";
import type { ScanContext, ScanJob, Scanned } from "./scan";
import { scanFile } from "./scan";

/** Texts that only an editor has, by path. */
export type OpenTexts = ReadonlyMap<string, string>;

export interface ScanRequest {
  readonly jobs: readonly ScanJob[];
  readonly open: OpenTexts;
  readonly cancellation: Cancellation;
  /** One job's outcome, in any order; `index` is its place among the jobs. */
  readonly done: (index: number, scanned: Scanned) => void;
  /** On what the outcomes so far hang. */
  readonly news: (news: DependencyNews) => void;
}

export interface Scanner {
  /** Resolves when every job is done, or soon after it was cancelled. Never rejects for the fault of a file. */
  scan(request: ScanRequest): Promise<void>;
}

/** One state of the workspace, read in this thread. */
export class ScanView {
  private readonly log = new DependencyLog();
  private readonly context: ScanContext;

  /** @param mostUnits so much text is kept of files that others need, in UTF-16 units. */
  constructor(
    engine: Engine,
    disk: FileSystem,
    open: OpenTexts,
    cancellation: Cancellation,
    mostUnits?: number,
  ) {
    const files = new Overlay(disk, this.log, mostUnits);
    for (const [path, text] of open) files.setOpen(path, text);
    this.context = { engine, disk, files, cancellation, round: files.startRound() };
  }

  scan(job: ScanJob): Promise<Scanned> {
    return scanFile(this.context, job);
  }

  takeNews(): DependencyNews {
    return this.log.take();
  }
}

/** How long a scan works before it lets an editor have its turn. */
const TURN_MS = 8;

/** A pause that is made only when the turn is over. */
export function inTurns(pause: () => Promise<void>, now: () => number): () => Promise<void> | void {
  let began = now();
  return async () => {
    if (now() - began < TURN_MS) return;
    await pause();
    began = now();
  };
}

/** @param pause called between files; lets whoever shares the thread have a turn. */
export function scannerHere(engine: Engine, disk: FileSystem, pause: () => Promise<void> | void): Scanner {
  return {
    async scan({ jobs, open, cancellation, done, news }) {
      const view = new ScanView(engine, disk, open, cancellation);
      for (const [index, job] of jobs.entries()) {
        if (cancellation.cancelled()) return;
        done(index, await view.scan(job));
        await pause();
      }
      news(view.takeNews());
    },
  };
}
