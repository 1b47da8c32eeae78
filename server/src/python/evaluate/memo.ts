import type { Asked, Found, Results } from "../modules/findings";
import { Trace } from "./trace";

/** A result that something else still depends on. */
interface Open {
  value: unknown;
  readonly trace: Trace;
  /** The lowest level, of those being worked on, whose result it took for unknown. */
  level: number;
}

/** A result that took one further up for unknown. */
interface Passing extends Asked {
  readonly forget: () => void;
}

/** Below every level: a result that depends on this one analysis, and is kept for no other. */
const THIS_ANALYSIS = -1;

/**
 * Works results out once. Definitions may go round in circles: what is asked for while it is being worked out counts
 * as unknown. A result that took such an unknown from further up is no result for others; it is forgotten as soon as
 * that one is done. So every result that is kept is the one that would be found if nothing had been asked before.
 */
export class Memo {
  /** Of what is being worked out. */
  trace = new Trace();
  private level = 0;
  private lowest = Infinity;
  private readonly open = new Map<unknown, Map<string, Open>>();
  /** By level: what to forget when that level is done. */
  private readonly passing: Passing[][] = [];

  /** `meanwhile`: what it counts as while it is being worked out. */
  recall<T>(results: Results<T>, key: string, meanwhile: T, work: () => T): T {
    const known = results.get(key);
    if (known !== undefined && !this.isInCircle(known)) return this.take(known);
    const table = this.openIn(results);
    const begun = table.get(key) as (Found<T> & Open) | undefined;
    if (begun !== undefined) {
      this.lowest = Math.min(this.lowest, begun.level);
      return this.take(begun);
    }
    const level = this.level++;
    const outer = { trace: this.trace, lowest: this.lowest };
    const trace = new Trace();
    const entry: Open = { value: meanwhile, trace, level };
    table.set(key, entry);
    this.trace = trace;
    this.lowest = Infinity;
    this.passing[level] = [];
    const value = work();
    const passing = this.passing[level];
    for (const { forget } of passing) forget();
    if (this.lowest >= level) {
      table.delete(key);
      const others = passing.map((one): Asked => ({ results: one.results, key: one.key }));
      const circle = others.length === 0 ? null : [{ results, key }, ...others];
      results.set(key, { value, trace, circle });
      this.lowest = outer.lowest;
    } else {
      Object.assign(entry, { value, level: this.lowest });
      const forget = (): void => void table.delete(key);
      if (this.lowest !== THIS_ANALYSIS) this.passing[this.lowest]?.push({ results, key, forget });
      this.lowest = Math.min(outer.lowest, this.lowest);
    }
    this.level = level;
    this.trace = outer.trace;
    this.trace.include(trace);
    return value;
  }

  private isInCircle({ circle }: Found<unknown>): boolean {
    return circle?.some(({ results, key }) => this.open.get(results)?.has(key) === true) === true;
  }

  /** What `work` gives, and how it came about. */
  traced<T>(work: () => T): Found<T> {
    const outer = this.trace;
    const trace = new Trace();
    this.trace = trace;
    const value = work();
    this.trace = outer;
    outer.include(trace);
    return { value, trace };
  }

  /** What is being worked out depends on something that holds for this analysis alone. */
  concernsThisAnalysis(): void {
    this.lowest = THIS_ANALYSIS;
  }

  private take<T>(found: Found<T>): T {
    if (found.trace !== this.trace) this.trace.include(found.trace);
    return found.value;
  }

  private openIn(results: unknown): Map<string, Open> {
    let table = this.open.get(results);
    if (table === undefined) this.open.set(results, (table = new Map<string, Open>()));
    return table;
  }
}
