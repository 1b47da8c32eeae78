/** A scan that takes from an index what still holds, has the rest scanned, and writes down what that found. */
import { decode } from "./decode";
import { hashOf, seenOpen } from "./dependencies";
import type { FileSystem } from "./file-system";
import type { IndexStore } from "./index-store";
import { checkReadable } from "./read-text";
import { ScanIndex } from "./scan-index";
import type { ScanRequest, Scanner } from "./scanner";

export interface IndexParts {
  readonly store: IndexStore;
  readonly disk: FileSystem;
  /** Which index: one for each set of places that is scanned. */
  readonly name: string;
}

/** @param isWhole whether the jobs are all files of the places scanned: what is not among them is forgotten then. */
export async function scanIndexed(
  { store, disk, name }: IndexParts,
  scanner: Scanner,
  request: ScanRequest,
): Promise<void> {
  const now = disk.immediate;
  if (now === undefined) {
    await scanner.scan(request);
    return;
  }
  const onDisk = versionNowOf(now);
  const openNow = new Map([...request.open].map(([path, text]) => [path, seenOpen(text)]));
  const versionNow = (path: string): string => openNow.get(path)?.version ?? onDisk(path);
  const hashNow = (path: string): number => openNow.get(path)?.hash ?? hashAt(now, path);
  const index = (await store.load(name)) ?? new ScanIndex();
  index.validate(versionNow, hashNow);
  const left: number[] = [];
  for (const [at, job] of request.jobs.entries()) {
    const known = index.get(job, versionNow, hashNow);
    if (known === null) left.push(at);
    else request.done(at, known);
  }
  if (left.length > 0) {
    await scanner.scan({
      ...request,
      jobs: left.flatMap((at) => request.jobs[at] ?? []),
      done(at, scanned) {
        const job = request.jobs[left[at] ?? -1];
        if (job !== undefined && !request.cancellation.cancelled()) index.add(job, scanned);
        request.done(left[at] ?? -1, scanned);
      },
      news(news) {
        index.addNews(news);
        request.news(news);
      },
    });
  }
  if (!request.cancellation.cancelled()) index.keepOnly(new Set(request.jobs.map(({ path }) => path)));
  if (index.isChanged) await store.save(name, index);
}

/** Each path is looked at once. */
export function versionNowOf(now: NonNullable<FileSystem["immediate"]>): (path: string) => string {
  const versions = new Map<string, string>();
  return (path) => {
    let version = versions.get(path);
    if (version === undefined) versions.set(path, (version = versionOf(now, path)));
    return version;
  };
}

export function hashNowOf(now: NonNullable<FileSystem["immediate"]>): (path: string) => number {
  return (path) => hashAt(now, path);
}

function versionOf(now: NonNullable<FileSystem["immediate"]>, path: string): string {
  try {
    const stat = now.stat(path);
    return stat?.kind === "file" ? stat.version : "";
  } catch {
    return "";
  }
}

function hashAt(now: NonNullable<FileSystem["immediate"]>, path: string): number {
  try {
    checkReadable(now.stat(path));
    return hashOf(decode(now.read(path)).text);
  } catch {
    return 0;
  }
}
