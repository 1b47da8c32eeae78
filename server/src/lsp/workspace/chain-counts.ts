/**
 * How many gates are closed on the chains through the functions of open documents, for what stands above them. It is
 * worked out behind everything that is asked for, and only once somebody has asked for a chain: until then reading the
 * workspace would take too long for what nobody asked for.
 */
import { isClosed } from "../../chain/chain";
import type { FunctionFindings } from "../../display/functions";
import { functionsWithFindings } from "../../display/functions";
import type { ChainWorkspace } from "../../workspace/chain-files";
import type { Log } from "../run-safely";
import { runQuietly } from "../run-safely";

export interface ChainCountsParts {
  readonly log: Log;
  /** Lets waiting messages be handled. */
  readonly pause: () => Promise<void>;
  /** The files as chains see them now. */
  readonly read: () => Promise<ChainWorkspace>;
  /** Counts are others than those that were told. */
  readonly changed: () => void;
}

/** The numbers of one file, by its functions. */
export type Counts = ReadonlyMap<string, number>;

/** How long typing must rest. */
const REST_MS = 1500;

export class ChainCounts {
  private readonly parts: ChainCountsParts;
  /** By path. They stay while text changes, until there are others: what flickers with every key is worse than what is late. */
  private readonly known = new Map<string, Counts>();
  /** Paths of the documents that were asked about. */
  private readonly wanted = new Set<string>();
  private workspace: ChainWorkspace | undefined;
  private isUsed = false;
  /** Tells one counting from those that came after it. */
  private round = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(parts: ChainCountsParts) {
    this.parts = parts;
  }

  /** What is known of a file by now; from now on it is kept up to date. */
  of(path: string): Counts | null {
    const isNew = !this.wanted.has(path);
    this.wanted.add(path);
    if (isNew && this.workspace !== undefined) this.count(this.workspace);
    return this.known.get(path) ?? null;
  }

  /** The document was closed. */
  forget(path: string): void {
    this.wanted.delete(path);
    this.known.delete(path);
  }

  /** Settings or folders changed: the numbers answer another question, which somebody has to ask first. */
  clear(): void {
    this.known.clear();
    this.isUsed = false;
    clearTimeout(this.timer);
  }

  /** The workspace was read for chains, or is no longer what was read. */
  told(workspace: ChainWorkspace | undefined): void {
    this.workspace = workspace;
    this.round++;
    clearTimeout(this.timer);
    if (workspace !== undefined) {
      this.isUsed = true;
      this.count(workspace);
    } else if (this.isUsed) {
      // Whoever reads the files tells of it, and they are counted then.
      this.timer = setTimeout(() => this.read(), REST_MS);
    }
  }

  dispose(): void {
    this.round++;
    this.clear();
  }

  private read(): void {
    if (this.wanted.size === 0) return;
    void runQuietly("chains", this.parts.log, async () => {
      await this.parts.read();
    });
  }

  private count(workspace: ChainWorkspace): void {
    const round = ++this.round;
    void runQuietly("chains", this.parts.log, async () => {
      let isOther = false;
      for (const path of [...this.wanted]) {
        await this.parts.pause();
        const counts = round === this.round ? await this.countsOf(workspace, path, round) : null;
        if (counts === null || !this.wanted.has(path)) continue;
        isOther ||= !isSame(this.known.get(path), counts);
        this.known.set(path, counts);
      }
      if (isOther) this.parts.changed();
    });
  }

  /** Null when a later state of the files is counted instead. */
  private async countsOf(workspace: ChainWorkspace, path: string, round: number): Promise<Counts | null> {
    const { maker } = workspace;
    const counts = new Map<string, number>();
    const report = workspace.reportOf(path);
    if (report === null) return counts;
    for (const [key, { nameAt }] of byKey(functionsWithFindings(report))) {
      await this.parts.pause();
      if (round !== this.round) return null;
      const entry = maker.entries.at(path, nameAt);
      if (entry !== null) counts.set(key, maker.chain(entry).steps.filter(isClosed).length);
    }
    return counts;
  }
}

/** Functions by what names them while text around them changes; those of one name by their order. */
export function byKey(
  functions: readonly FunctionFindings[],
): readonly (readonly [string, FunctionFindings])[] {
  const seen = new Map<string, number>();
  return functions.map((found) => {
    const before = seen.get(found.name) ?? 0;
    seen.set(found.name, before + 1);
    return [`${found.name}#${before}`, found];
  });
}

function isSame(before: Counts | undefined, now: Counts): boolean {
  return before?.size === now.size && [...now].every(([key, count]) => before.get(key) === count);
}
