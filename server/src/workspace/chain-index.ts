/**
 * What chains found out about files, kept for the next run as a scan's outcomes are: for each target that was asked
 * about, with the edits that were worked out.
 */
import { fixesWith, packReport, unpackReport } from "../analysis/packed";
import { NO_LINKS } from "../chain/facts";
import type { Gate } from "../gates/gate";
import type { Fix, JudgedGate } from "../gates/judgement";
import type { FileReport, Language, Settings } from "../service";
import type { SourceText } from "../text/source";
import type { DependencyLog } from "./dependencies";
import { hashOf, seenOpen } from "./dependencies";
import type { Seen } from "./dependencies";
import type { FileSystem } from "./file-system";
import type { IndexStore } from "./index-store";
import { hashNowOf, versionNowOf } from "./indexed-scan";
import type { ScanJob } from "./scan";
import { ScanIndex } from "./scan-index";

export interface ChainIndexParts {
  readonly store: IndexStore;
  /** Which index: one for each set of folders. */
  readonly name: string;
  /** Takes down what the analyses hang on: the overlay's. */
  readonly log: DependencyLog;
  /** What only the editor has of a file. */
  readonly openText?: (path: string) => string | undefined;
}

/** One file as it was read for one target. */
export interface ChainQuestion {
  readonly source: SourceText;
  readonly language: Language;
  readonly settings: Settings;
  /** The file's version when its text was read. */
  readonly version: string;
}

export class ChainIndex {
  private readonly parts: ChainIndexParts;
  private readonly index: ScanIndex;
  private readonly versionNow: (path: string) => string;
  private readonly hashNow: (path: string) => number;
  /** Reports that are new, or have edits that are, by file and target. */
  private readonly made = new Map<string, { readonly asked: ChainQuestion; readonly report: FileReport }>();
  private readonly fixes = new WeakMap<Gate, readonly Fix[]>();
  private readonly kept = new WeakSet<FileReport>();

  private constructor(parts: ChainIndexParts, index: ScanIndex, now: NonNullable<FileSystem["immediate"]>) {
    this.parts = parts;
    this.index = index;
    const onDisk = { version: versionNowOf(now), hash: hashNowOf(now) };
    const open = openNowOf(parts);
    this.versionNow = (path) => open(path)?.version ?? onDisk.version(path);
    this.hashNow = (path) => open(path)?.hash ?? onDisk.hash(path);
    index.validate(this.versionNow, this.hashNow);
  }

  /** Null where files cannot be looked at at once. */
  static async open(parts: ChainIndexParts, disk: FileSystem): Promise<ChainIndex | null> {
    if (disk.immediate === undefined) return null;
    const index = (await parts.store.load(parts.name)) ?? new ScanIndex();
    return new ChainIndex(parts, index, disk.immediate);
  }

  /** The report that is known and holds; its gates have no syntax. */
  get(asked: ChainQuestion): FileReport | null {
    const known = this.index.get(jobOf(asked), this.versionNow, this.hashNow);
    if (known?.kind !== "report" || known.seen.version !== asked.version) return null;
    const report = unpackReport(known.packed, () => asked.source);
    this.kept.add(report);
    return report;
  }

  add(asked: ChainQuestion, report: FileReport): void {
    this.made.set(`${asked.settings.target}\n${asked.source.path}`, { asked, report });
  }

  /** Whether the report is one that was known. */
  isKept(report: FileReport): boolean {
    return this.kept.has(report);
  }

  /** The edits of a gate that were worked out before; null where none were. */
  fixesOf(judged: JudgedGate): readonly Fix[] | null {
    return this.fixes.get(judged.gate) ?? fixesWith(judged);
  }

  addFixes(judged: JudgedGate, fixes: readonly Fix[]): void {
    this.fixes.set(judged.gate, fixes);
  }

  /** @param paths all files there are: what is known of others goes. */
  async save(paths: readonly string[]): Promise<void> {
    const { index } = this;
    if (this.made.size === 0) return;
    index.addNews(this.parts.log.all());
    for (const { asked, report } of this.made.values()) {
      const packed = packReport(report, (judged) => this.fixesOf(judged), true);
      const seen = { version: asked.version, hash: hashOf(asked.source.text) };
      index.add(jobOf(asked), { kind: "report", packed, seen, links: NO_LINKS }, true);
    }
    this.made.clear();
    index.keepOnly(new Set(paths));
    await this.parts.store.save(this.parts.name, index);
  }
}

/** Each document is looked at once. */
function openNowOf({ openText }: ChainIndexParts): (path: string) => Seen | undefined {
  const known = new Map<string, Seen>();
  return (path) => {
    const text = openText?.(path);
    if (text === undefined) return undefined;
    const seen = known.get(path) ?? seenOpen(text);
    known.set(path, seen);
    return seen;
  };
}

function jobOf({ source, language, settings }: ChainQuestion): ScanJob {
  return { path: source.path, language, settings, mayPass: true, fixes: "none" };
}
