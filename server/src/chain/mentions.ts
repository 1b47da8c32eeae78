/**
 * Whether a name stands in a text, asked of many texts for many names. A text that is asked often gets a small set of
 * its sequences of four characters, sparse enough that most names are told from it without a look at the text.
 */

/** How often a text is searched before its set pays. */
const SEARCHED_FIRST = 3;
/** Characters of a sequence; each counts with seven bits. */
const LENGTH = 4;
const SEQUENCE = (1 << 28) - 1;
/** 2³² over the golden ratio: neighbours are spread evenly. */
const SPREAD = 0x9e3779b1;

interface Known {
  searches: number;
  sequences: Uint32Array | null;
}

export class Mentions {
  private readonly texts: (path: string) => string | null;
  private readonly known = new Map<string, Known>();
  private readonly hashes = new Map<string, readonly number[]>();

  constructor(texts: (path: string) => string | null) {
    this.texts = texts;
  }

  has(path: string, name: string): boolean {
    const known = this.known.get(path) ?? { searches: 0, sequences: null };
    if (known.searches === 0) this.known.set(path, known);
    known.searches++;
    if (known.searches > SEARCHED_FIRST && name.length >= LENGTH) {
      known.sequences ??= sequencesOf(this.texts(path) ?? "");
      if (!mayHold(known.sequences, this.hashesOf(name))) return false;
    }
    return this.texts(path)?.includes(name) === true;
  }

  private hashesOf(name: string): readonly number[] {
    let hashes = this.hashes.get(name);
    if (hashes === undefined) {
      const found: number[] = [];
      eachHash(name, (hash) => found.push(hash));
      this.hashes.set(name, (hashes = found));
    }
    return hashes;
  }
}

function eachHash(text: string, use: (hash: number) => void): void {
  let sequence = 0;
  for (let at = 0; at < text.length; at++) {
    sequence = ((sequence << 7) | (text.charCodeAt(at) & 127)) & SEQUENCE;
    if (at >= LENGTH - 1) use(Math.imul(sequence, SPREAD));
  }
}

/** One bit for a character of the text, rounded up: at most every third is set. */
function sequencesOf(text: string): Uint32Array {
  const set = new Uint32Array(2 ** Math.max(0, Math.ceil(Math.log2(Math.max(1, text.length / 32)))));
  const shift = shiftFor(set);
  let sequence = 0;
  for (let at = 0; at < text.length; at++) {
    sequence = ((sequence << 7) | (text.charCodeAt(at) & 127)) & SEQUENCE;
    const bit = Math.imul(sequence, SPREAD) >>> shift;
    set[bit >>> 5] = (set[bit >>> 5] ?? 0) | (1 << (bit & 31));
  }
  return set;
}

function mayHold(set: Uint32Array, hashes: readonly number[]): boolean {
  const shift = shiftFor(set);
  return hashes.every((hash) => {
    const bit = hash >>> shift;
    return ((set[bit >>> 5] ?? 0) & (1 << (bit & 31))) !== 0;
  });
}

/** The upper bits of a product hang on all of the sequence; as many are taken as the set has places for. */
function shiftFor(set: Uint32Array): number {
  return Math.clz32(set.length * 32) + 1;
}
