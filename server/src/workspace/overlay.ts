import type { Files } from "../text/files";
import { decode } from "./decode";
import type { DependencyLog } from "./dependencies";
import { ABSENT, hashOf } from "./dependencies";
import type { FileSystem } from "./file-system";
import { checkReadable } from "./read-text";

const MOST_UNITS = 16 * 1024 * 1024;

interface Kept {
  readonly text: string | null;
  readonly version: string;
  /** The round in which the disk was last asked about this path; 0: it was loaded ahead. */
  round: number;
}

/** A view of the workspace for one analysis, which remembers what was asked for. */
export interface Round extends Files {
  /** Every path read, those where nothing is included. */
  readonly reads: ReadonlySet<string>;
}

/**
 * What the core reads: open documents first, then the disk. A round is one analysis (or one scan): within it each
 * path is looked up on the disk once, so that all of it sees one state and a scan costs no repeated looking.
 */
export class Overlay {
  private readonly disk: FileSystem;
  private readonly log: DependencyLog | null;
  private readonly open = new Map<string, string>();
  private readonly kept = new Map<string, Kept>();
  /** Of what is kept, what there is a text of. */
  private readonly texts = new Set<string>();
  private readonly mostUnits: number;
  private keptUnits = 0;
  private rounds = 0;

  /**
   * @param log takes down what analyses hang on; null where nobody wants to know.
   * @param mostUnits so much text of files on disk is kept, in UTF-16 units; what was read longest ago goes first.
   */
  constructor(disk: FileSystem, log: DependencyLog | null = null, mostUnits = MOST_UNITS) {
    this.disk = disk;
    this.log = log;
    this.mostUnits = mostUnits;
  }

  setOpen(path: string, text: string): void {
    this.open.set(path, text);
  }

  setClosed(path: string): void {
    this.open.delete(path);
  }

  openText(path: string): string | undefined {
    return this.open.get(path);
  }

  startRound(): Round {
    const round = ++this.rounds;
    const reads = new Set<string>();
    const { log } = this;
    return {
      reads,
      read: (path) => {
        reads.add(path);
        const open = this.open.get(path);
        if (open !== undefined) log?.sawOpen(path, open);
        return open ?? this.readDisk(path, round);
      },
      ...(log === null ? {} : { links: (from, paths) => log.link(from, paths) }),
    };
  }

  /** Texts that only the editor has, by path. */
  openTexts(): ReadonlyMap<string, string> {
    return this.open;
  }

  /** Loads paths that `read` answered `undefined` for. */
  async load(paths: readonly string[]): Promise<void> {
    await Promise.all(paths.map((path) => this.loadOne(path)));
  }

  /** The disk changed at this path. */
  forget(path: string): void {
    const kept = this.kept.get(path);
    if (kept === undefined) return;
    this.kept.delete(path);
    this.texts.delete(path);
    this.keptUnits -= kept.text?.length ?? 0;
  }

  private readDisk(path: string, round: number): string | null | undefined {
    const kept = this.kept.get(path);
    const now = this.disk.immediate;
    if (now === undefined || now.answersFor?.(path) === false) return kept?.text;
    if (kept?.round === round) return kept.text;
    try {
      const stat = now.stat(path);
      if (stat?.kind === "file" && kept?.version === stat.version) {
        kept.round = round;
        return kept.text;
      }
      if (stat?.kind !== "file") return this.keep(path, null, "", round);
      checkReadable(stat);
      return this.keep(path, decode(now.read(path)).text, stat.version, round);
    } catch {
      return this.keep(path, null, "", round); // To the core an unreadable file is one that is not there.
    }
  }

  private async loadOne(path: string): Promise<void> {
    try {
      const stat = await this.disk.stat(path);
      checkReadable(stat);
      this.keep(path, decode(await this.disk.read(path)).text, stat.version, 0);
    } catch {
      this.keep(path, null, "", 0);
    }
  }

  private keep(path: string, text: string | null, version: string, round: number): string | null {
    this.forget(path);
    this.kept.set(path, { text, version, round });
    const { log } = this;
    log?.saw(path, text === null ? ABSENT : { version, hash: log.hashes ? hashOf(text) : 0 });
    if (text === null) return null;
    this.texts.add(path);
    this.keptUnits += text.length;
    for (const oldest of this.texts) {
      if (this.keptUnits <= this.mostUnits || oldest === path) break;
      this.forget(oldest);
    }
    return text;
  }
}
