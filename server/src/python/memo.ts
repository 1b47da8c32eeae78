import type { Found, Results } from "./findings";
import { addNotes, distinct, type Note } from "./note";

/** A result that something else still depends on. */
interface Open {
  value: unknown;
  notes: readonly Note[];
  /** The lowest level, of those being worked on, whose result it took for unknown. */
  level: number;
}

/** Below every level: a result that depends on this one analysis, and is kept for no other. */
const THIS_ANALYSIS = -1;

/**
 * Works results out once. Definitions may go round in circles: what is asked for while it is being worked out counts
 * as unknown. A result that took such an unknown from further up is no result for others; it is forgotten as soon as
 * that one is done. So every result that is kept is the one that would be found if nothing had been asked before.
 */
export class Memo {
  /** The notes of what is being worked out. */
  notes: Note[] = [];
  private level = 0;
  private lowest = Infinity;
  private readonly open = new Map<unknown, Map<string, Open>>();
  /** By level: what to forget when that level is done. */
  private readonly forgetting: (() => void)[][] = [];

  /** `meanwhile`: what it counts as while it is being worked out. */
  recall<T>(results: Results<T>, key: string, meanwhile: T, work: () => T): T {
    const known = results.get(key);
    if (known !== undefined) return this.take(known);
    const table = this.openIn(results);
    const begun = table.get(key) as (Found<T> & Open) | undefined;
    if (begun !== undefined) {
      this.lowest = Math.min(this.lowest, begun.level);
      return this.take(begun);
    }
    const level = this.level++;
    const outer = { notes: this.notes, lowest: this.lowest };
    const entry: Open = { value: meanwhile, notes: [], level };
    table.set(key, entry);
    this.notes = [];
    this.lowest = Infinity;
    this.forgetting[level] = [];
    const value = work();
    const notes = distinct(this.notes);
    for (const forget of this.forgetting[level]) forget();
    if (this.lowest >= level) {
      table.delete(key);
      results.set(key, { value, notes });
      this.lowest = outer.lowest;
    } else {
      Object.assign(entry, { value, notes, level: this.lowest });
      if (this.lowest !== THIS_ANALYSIS) this.forgetting[this.lowest]?.push(() => table.delete(key));
      this.lowest = Math.min(outer.lowest, this.lowest);
    }
    this.level = level;
    this.notes = outer.notes;
    addNotes(this.notes, notes);
    return value;
  }

  /** What is being worked out depends on something that holds for this analysis alone. */
  concernsThisAnalysis(): void {
    this.lowest = THIS_ANALYSIS;
  }

  private take<T>(found: Found<T>): T {
    addNotes(this.notes, found.notes);
    return found.value;
  }

  private openIn(results: unknown): Map<string, Open> {
    let table = this.open.get(results);
    if (table === undefined) this.open.set(results, (table = new Map<string, Open>()));
    return table;
  }
}
