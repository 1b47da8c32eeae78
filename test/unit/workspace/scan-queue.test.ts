import { describe, expect, it } from "vitest";
import type { Language } from "../../../server/src/service";
import type { ScanJob } from "../../../server/src/workspace/scan";
import { ScanQueue } from "../../../server/src/workspace/scan-queue";
import { settingsFrom } from "../support/markers";

const job = (path: string, language: Language): ScanJob => ({
  path,
  language,
  settings: settingsFrom({}),
  mayPass: true,
  fixes: "none",
});

const jobsOf = (language: Language, count: number): ScanJob[] =>
  Array.from({ length: count }, (_, index) => job(`/${language}/${index}`, language));

function drain(queue: ScanQueue, workers: readonly object[]): string[][] {
  const taken = workers.map((): string[] => []);
  while (!queue.isEmpty) {
    for (const [index, worker] of workers.entries())
      for (const { job } of queue.take(worker)) taken[index]?.push(job.path);
  }
  return taken;
}

describe("the queue of a scan", () => {
  it("gives every job once, with its place among all", () => {
    const jobs = [...jobsOf("cuda", 20), ...jobsOf("python", 50), ...jobsOf("cuda", 3)];
    const queue = new ScanQueue(jobs);
    const places: number[] = [];
    const worker = {};
    while (!queue.isEmpty) {
      for (const { index, job } of queue.take(worker)) {
        expect(job).toBe(jobs[index]);
        places.push(index);
      }
    }
    expect(places.sort((a, b) => a - b)).toEqual(jobs.map((_, index) => index));
    expect(queue.take(worker)).toEqual([]);
  });

  it("keeps a worker with its language while there is any of it", () => {
    const queue = new ScanQueue([...jobsOf("cuda", 64), ...jobsOf("python", 80)]);
    const [first, second] = drain(queue, [{}, {}]);
    expect(first?.every((path) => path.startsWith("/python/"))).toBe(true);
    expect(second?.slice(0, 64).every((path) => path.startsWith("/cuda/"))).toBe(true);
  });

  it("lets two workers of one language begin at its two ends", () => {
    const queue = new ScanQueue(jobsOf("python", 64));
    const [first, second] = drain(queue, [{}, {}]);
    expect(first?.[0]).toBe("/python/0");
    expect(second?.[0]).toBe("/python/48");
  });

  it("gives what was put back to the next who comes", () => {
    const queue = new ScanQueue(jobsOf("python", 40));
    const gone = {};
    const [entry] = queue.take(gone);
    if (entry === undefined) throw new Error("nothing was taken");
    queue.putBack(entry);
    queue.leave(gone);
    expect(queue.take({}).map(({ index }) => index)).toEqual([entry.index]);
  });

  it("fills the place of a worker that left", () => {
    const queue = new ScanQueue([...jobsOf("cuda", 80), ...jobsOf("python", 64)]);
    const gone = {};
    queue.take(gone);
    queue.leave(gone);
    expect(queue.take({})[0]?.job.language).toBe("cuda");
  });
});
