/** On what the answers about files hang: which other paths were looked at for them, and what stood there then. */

/** What stood at a path when it was read. */
export interface Seen {
  /** The file's version as its file system tells it; "" where no file was. */
  readonly version: string;
  /** Of its text, so that a file that was only touched is known again; 0 where no file was. */
  readonly hash: number;
}

export const ABSENT: Seen = { version: "", hash: 0 };

/** Of an open document's text, which no file system tells versions of. */
export function seenOpen(text: string): Seen {
  const hash = hashOf(text);
  return { version: `open ${hash}`, hash };
}

/** Plain data, to be handed from a worker to its owner. */
export interface DependencyNews {
  readonly links: readonly (readonly [from: string, paths: readonly string[]])[];
  readonly seen: readonly (readonly [path: string, seen: Seen])[];
}

export const NO_NEWS: DependencyNews = { links: [], seen: [] };

/** Where different texts were seen, nothing that stands there now is what all answers hang on. */
const TORN: Seen = { version: "torn", hash: 0 };

/**
 * Takes down what a file view is asked for. `take` hands over what came since it was last called, `all` everything: whoever
 * asks now and then for what has been found out by then, in a process that lives long, needs what others were handed too.
 */
export class DependencyLog {
  private readonly linked = new Map<string, Set<readonly string[] | string>>();
  private readonly told = new Map<string, Seen>();
  private links: (readonly [string, readonly string[]])[] = [];
  private seen: (readonly [string, Seen])[] = [];
  /** Open documents as they were read: no version tells of them, and with each letter there is another one. */
  private readonly open = new Map<string, string>();
  private readonly torn = new Set<string>();
  /** Whether a file that was only touched shall be known again, which takes reading every text through. */
  readonly hashes: boolean;

  constructor({ hashes = true } = {}) {
    this.hashes = hashes;
  }

  link(from: string, paths: readonly string[]): void {
    let known = this.linked.get(from);
    if (known === undefined) this.linked.set(from, (known = new Set()));
    // A list that is handed over again is the same object; one path alone is told by its text.
    const key = paths.length === 1 ? (paths[0] ?? "") : paths;
    if (known.has(key)) return;
    known.add(key);
    this.links.push([from, paths]);
  }

  saw(path: string, seen: Seen): void {
    const known = this.told.get(path);
    if (known?.version === seen.version && known.hash === seen.hash) return;
    if (known !== undefined && (seen.hash === 0 || known.hash !== seen.hash)) this.torn.add(path);
    this.told.set(path, seen);
    this.seen.push([path, seen]);
  }

  /** The text of an open document was read; what tells it from others is worked out when somebody asks. */
  sawOpen(path: string, text: string): void {
    const before = this.open.get(path);
    if (before === text) return;
    this.open.set(path, text);
    if (before !== undefined) this.saw(path, TORN);
  }

  all(): DependencyNews {
    this.tellOpen();
    const links = [...this.linked].map(([from, known]): [string, string[]] => [from, [...known].flat()]);
    const seen = [...this.told].map(([path, one]): [string, Seen] => [
      path,
      this.torn.has(path) ? TORN : one,
    ]);
    return { links, seen };
  }

  take(): DependencyNews {
    this.tellOpen();
    const news = { links: this.links, seen: this.seen };
    this.links = [];
    this.seen = [];
    return news;
  }

  private tellOpen(): void {
    for (const [path, text] of this.open) if (this.told.get(path) !== TORN) this.saw(path, seenOpen(text));
  }
}

/** 53 bits that tell texts apart, for noticing a change and for nothing else. */
export function hashOf(text: string): number {
  let low = 0xdeadbeef;
  let high = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    low = Math.imul(low ^ code, 2654435761);
    high = Math.imul(high ^ code, 1597334677);
  }
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  return 4294967296 * (2097151 & high) + (low >>> 0);
}
