/** The jobs of a scan that are still to be done, in batches for whoever works on them. */
import type { Language } from "../service";
import type { ScanJob } from "./scan";

export interface QueuedJob {
  /** Its place among the jobs of the scan. */
  readonly index: number;
  readonly job: ScanJob;
}

/** In pieces small enough to even out. */
const BATCH = 16;

/**
 * Files of one language share what was read for one of them, modules and headers: a worker stays with its language as
 * long as there is any of it, and two that share one begin at its two ends.
 */
export class ScanQueue {
  private readonly waiting = new Map<Language, QueuedJob[][]>();
  private readonly stands = new Map<object, Stand>();

  constructor(jobs: readonly ScanJob[]) {
    for (const [index, job] of jobs.entries()) {
      const batches = this.batchesOf(job.language);
      const last = batches.at(-1);
      if (last === undefined || last.length === BATCH) batches.push([{ index, job }]);
      else last.push({ index, job });
    }
  }

  get isEmpty(): boolean {
    return this.waiting.size === 0;
  }

  /** The next jobs for this worker, beside those it had before; empty when nothing is left. */
  take(worker: object): readonly QueuedJob[] {
    const before = this.stands.get(worker);
    const stand = before !== undefined && this.waiting.has(before.language) ? before : this.newStand();
    if (stand === null) return [];
    this.stands.set(worker, stand);
    const batches = this.batchesOf(stand.language);
    const batch = stand.atEnd ? batches.pop() : batches.shift();
    if (batches.length === 0) this.waiting.delete(stand.language);
    return batch ?? [];
  }

  /** First again among those of its language. */
  putBack(entry: QueuedJob): void {
    this.batchesOf(entry.job.language).unshift([entry]);
  }

  leave(worker: object): void {
    this.stands.delete(worker);
  }

  /** With the language that has most left for each who works on it. */
  private newStand(): Stand | null {
    const workersOn = (language: Language): number =>
      [...this.stands.values()].filter((stand) => stand.language === language).length;
    let best: { readonly stand: Stand; readonly share: number } | null = null;
    for (const [language, { length }] of this.waiting) {
      const workers = workersOn(language);
      const share = length / (workers + 1);
      if (best === null || share > best.share)
        best = { stand: { language, atEnd: workers % 2 === 1 }, share };
    }
    return best?.stand ?? null;
  }

  private batchesOf(language: Language): QueuedJob[][] {
    let batches = this.waiting.get(language);
    if (batches === undefined) this.waiting.set(language, (batches = []));
    return batches;
  }
}

/** Where a worker takes its batches from. */
interface Stand {
  readonly language: Language;
  readonly atEnd: boolean;
}
