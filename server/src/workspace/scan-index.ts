/**
 * What a scan found out, kept for the next one: each file's outcome with what it hangs on. An outcome holds as long as
 * its file and every path that was looked at for it, directly or not, are as they were; a path where nothing was counts.
 */
import type { PackedReport } from "../analysis/packed";
import type { Extension, FileLinks } from "../chain/facts";
import { NO_LINKS } from "../chain/facts";
import type { Settings } from "../service";
import type { DependencyNews, Seen } from "./dependencies";
import type { FixLevel, ScanJob, Scanned } from "./scan";

/** What stands at a path now, as far as that can be told without reading: a version; "" where no file is. */
export type VersionNow = (path: string) => string;

interface Entry {
  readonly key: string;
  readonly fixes: FixLevel;
  readonly seen: Seen;
  /** A `PackedReport` as JSON; null where the file can hold no gate. */
  readonly report: string | null;
  readonly links: FileLinks;
}

/** Changes with the format and with what is in it. */
const FORMAT = 6;

export class ScanIndex {
  /** What was asked about each path: one question where only the last one counts. */
  private readonly entries = new Map<string, readonly Entry[]>();
  private readonly links = new Map<string, Set<string>>();
  private readonly seen = new Map<string, Seen>();
  /** Paths whose outcomes did not hold any more. */
  private stale = new Set<string>();
  private wasChanged = false;

  get isChanged(): boolean {
    return this.wasChanged;
  }

  /**
   * Looks at every path that anything hangs on. `hashNow` reads a file whose version has changed: one that was only
   * touched is as it was.
   */
  validate(versionNow: VersionNow, hashNow: (path: string) => number): void {
    const changed: string[] = [];
    for (const [path, seen] of this.seen) {
      const version = versionNow(path);
      if (version === seen.version) continue;
      if (version !== "" && seen.version !== "" && seen.hash !== 0 && hashNow(path) === seen.hash) {
        this.seen.set(path, { version, hash: seen.hash });
        this.wasChanged = true;
      } else changed.push(path);
    }
    this.stale = changed.length === 0 ? new Set() : this.reaching(changed);
    // They may not come back as fresh when this scan is cut short after others have looked at the same paths.
    for (const path of this.stale) this.remove(path);
  }

  /** The outcome for a job, where it is known and holds. */
  get(job: ScanJob, versionNow: VersionNow, hashNow: (path: string) => number): Scanned | null {
    const key = keyOf(job);
    const entry = this.entries.get(job.path)?.find((one) => one.key === key);
    if (entry === undefined || !covers(entry, job.fixes)) return null;
    const seen = { version: versionNow(job.path), hash: entry.seen.hash };
    const isSame =
      seen.version === entry.seen.version || (seen.hash !== 0 && hashNow(job.path) === seen.hash);
    if (!isSame || seen.version === "") return null;
    if (seen.version !== entry.seen.version) this.put(job.path, { ...entry, seen }, true);
    const { links } = entry;
    if (entry.report === null) return { kind: "nothing", seen, links };
    const packed = parsed(entry.report);
    return packed === null ? null : { kind: "report", packed, seen, links };
  }

  /** @param isBeside whether outcomes of the same file under other settings stay: chains ask for several targets. */
  add(job: ScanJob, scanned: Scanned, isBeside = false): void {
    if (scanned.kind === "vanished" || scanned.kind === "problem") {
      this.remove(job.path);
      return;
    }
    const report = scanned.kind === "report" ? JSON.stringify(scanned.packed) : null;
    const { seen, links } = scanned;
    this.put(job.path, { key: keyOf(job), fixes: job.fixes, seen, report, links }, isBeside);
  }

  /** What hangs on what, as the outcomes that were added have it. */
  addNews({ links, seen }: DependencyNews): void {
    for (const [from, paths] of links) {
      let known = this.links.get(from);
      if (known === undefined) this.links.set(from, (known = new Set()));
      for (const path of paths) known.add(path);
    }
    for (const [path, one] of seen) {
      const known = this.seen.get(path);
      // Two that read it saw different texts: neither is what the other's outcomes hang on.
      const isTorn = known !== undefined && !this.stale.has(path) && !isSame(known, one);
      this.seen.set(path, isTorn ? { version: "torn", hash: 0 } : one);
      this.wasChanged = true;
    }
  }

  /** After a whole scan: what was not met again is gone, and with it what only that hung on. */
  keepOnly(paths: ReadonlySet<string>): void {
    for (const path of [...this.entries.keys()]) if (!paths.has(path)) this.remove(path);
    const needed = new Set(this.entries.keys());
    for (const path of needed) for (const next of this.links.get(path) ?? []) needed.add(next);
    for (const path of [...this.links.keys()]) if (!needed.has(path)) this.links.delete(path);
    for (const path of [...this.seen.keys()]) if (!needed.has(path)) this.seen.delete(path);
  }

  /** As text, one line a part; `tool` tells versions of the program apart. */
  write(tool: string): string {
    const ids = new Map<string, number>();
    const idOf = (path: string): number => {
      let id = ids.get(path);
      if (id === undefined) ids.set(path, (id = ids.size));
      return id;
    };
    const keys = new Map<string, number>();
    const entries: unknown[] = [];
    const lines: string[] = [];
    const all = [...this.entries].flatMap(([path, own]) => own.map((entry) => ({ path, ...entry })));
    for (const { path, key, fixes, seen, report, links } of all) {
      if (!keys.has(key)) keys.set(key, keys.size);
      entries.push([
        idOf(path),
        keys.get(key),
        fixes,
        seen.version,
        seen.hash,
        report === null ? 0 : 1,
        ...(isEmpty(links) ? [] : [links.includes, links.extensions]),
      ]);
      if (report !== null) lines.push(report);
    }
    const links = [...this.links].map(([from, to]) => [idOf(from), ...[...to].map(idOf)]);
    const seen = [...this.seen].map(([path, { version, hash }]) => [idOf(path), version, hash]);
    const head = JSON.stringify({
      keys: [...keys.keys()],
      entries,
      links,
      seen,
      paths: frontCoded([...ids.keys()]),
    });
    const body = [head, ...lines].join("\n");
    return `${signatureOf(tool)} ${body.length}\n${body}`;
  }

  /** The index that was written; null for a text of another version, a cut one, or no index at all. */
  static read(text: string, tool: string): ScanIndex | null {
    try {
      const end = text.indexOf("\n");
      if (end < 0 || text.slice(0, end) !== `${signatureOf(tool)} ${text.length - end - 1}`) return null;
      const lines = text.slice(end + 1).split("\n");
      return fromParts(JSON.parse(lines[0] ?? "") as Written, lines);
    } catch {
      return null;
    }
  }

  restore(path: string, entry: Entry): void {
    this.entries.set(path, [...(this.entries.get(path) ?? []), entry]);
  }

  restoreLinks(from: string, to: readonly string[]): void {
    this.links.set(from, new Set(to));
  }

  restoreSeen(path: string, seen: Seen): void {
    this.seen.set(path, seen);
  }

  private put(path: string, entry: Entry, isBeside: boolean): void {
    const others = isBeside ? (this.entries.get(path) ?? []).filter(({ key }) => key !== entry.key) : [];
    this.entries.set(path, [...others, entry]);
    this.wasChanged = true;
  }

  private remove(path: string): void {
    if (this.entries.delete(path)) this.wasChanged = true;
  }

  /** All paths that lead to one of these. */
  private reaching(changed: readonly string[]): Set<string> {
    const back = new Map<string, string[]>();
    for (const [from, paths] of this.links) {
      for (const path of paths) {
        const known = back.get(path);
        if (known === undefined) back.set(path, [from]);
        else known.push(from);
      }
    }
    const reached = new Set(changed);
    for (const path of reached) for (const from of back.get(path) ?? []) reached.add(from);
    return reached;
  }
}

type WrittenEntry = readonly [
  path: number,
  key: number,
  fixes: FixLevel,
  version: string,
  hash: number,
  hasReport: 0 | 1,
  includes?: readonly string[],
  extensions?: readonly Extension[],
];

interface Written {
  readonly keys: readonly string[];
  readonly entries: readonly WrittenEntry[];
  readonly links: readonly (readonly number[])[];
  readonly seen: readonly (readonly [number, string, number])[];
  readonly paths: readonly (readonly [number, string])[];
}

function fromParts(head: Written, lines: readonly string[]): ScanIndex {
  const index = new ScanIndex();
  const paths = fromFrontCoded(head.paths);
  const pathOf = (id: number): string => paths[id] ?? "";
  let line = 1;
  for (const [id, key, fixes, version, hash, hasReport, includes, extensions = []] of head.entries) {
    const report = hasReport === 1 ? (lines[line++] ?? "") : null;
    const links = includes === undefined ? NO_LINKS : { includes, extensions };
    index.restore(pathOf(id), { key: head.keys[key] ?? "", fixes, seen: { version, hash }, report, links });
  }
  for (const [from = 0, ...to] of head.links) index.restoreLinks(pathOf(from), to.map(pathOf));
  for (const [id, version, hash] of head.seen) index.restoreSeen(pathOf(id), { version, hash });
  return index;
}

/** A text that is young has another version each time. */
function isSame(one: Seen, other: Seen): boolean {
  return one.version === other.version || (one.hash === other.hash && one.hash !== 0);
}

function isEmpty({ includes, extensions }: FileLinks): boolean {
  return includes.length === 0 && extensions.length === 0;
}

/** Each path without what it begins with in common with the one before. */
function frontCoded(paths: readonly string[]): [number, string][] {
  let last = "";
  return paths.map((path) => {
    let common = 0;
    while (common < path.length && path.charCodeAt(common) === last.charCodeAt(common)) common++;
    last = path;
    return [common, path.slice(common)];
  });
}

function fromFrontCoded(coded: Written["paths"]): string[] {
  let last = "";
  return coded.map(([common, rest]) => (last = last.slice(0, common) + rest));
}

function signatureOf(tool: string): string {
  return `sm-lens index ${FORMAT} ${tool}`;
}

const LEVELS: readonly FixLevel[] = ["none", "findings", "all"];

function covers(entry: Entry, wanted: FixLevel): boolean {
  return LEVELS.indexOf(entry.fixes) >= LEVELS.indexOf(wanted);
}

function parsed(report: string): PackedReport | null {
  try {
    return JSON.parse(report) as PackedReport;
  } catch {
    return null; // The line was damaged on the disk.
  }
}

const keys = new WeakMap<Settings, string>();

/** All that an outcome hangs on beside files. */
function keyOf({ settings, mayPass, language }: ScanJob): string {
  let key = keys.get(settings);
  if (key === undefined) {
    const {
      target,
      macros,
      assumeUndefined,
      followIncludes,
      root,
      includeFolders,
      capabilityNames,
      severities,
    } = settings;
    const sorted = (map: ReadonlyMap<string, unknown>): unknown[] =>
      [...map].sort(([a], [b]) => (a < b ? -1 : 1));
    const parts = [target, assumeUndefined, followIncludes, root, includeFolders ?? []];
    const maps = [macros, severities, capabilityNames ?? new Map<string, string>()].map(sorted);
    keys.set(settings, (key = JSON.stringify([...parts, ...maps])));
  }
  return `${language}${mayPass ? "" : " named"} ${key}`;
}
