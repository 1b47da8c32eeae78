import type { Module } from "../modules/module";
import type { Note } from "./note";

/** An answer that took more than these is not explained in full. */
const MOST_NOTES = 60;

/** How a result came about: what was noted, what was read, and the results that it was made from, in order. */
export class Trace {
  /** The same result is used over and over; once is enough. */
  private readonly items = new Set<Note | Trace>();
  private readonly cells = new Map<Module, Set<string>>();
  private readonly imports = new Map<string, Module | null | undefined>();

  note(note: Note): void {
    this.items.add(note);
  }

  include(trace: Trace): void {
    this.items.add(trace);
  }

  /** What stands in a module under a name: see `cells.ts`. */
  readCell(module: Module, cell: string): void {
    let cells = this.cells.get(module);
    if (cells === undefined) this.cells.set(module, (cells = new Set()));
    cells.add(cell);
  }

  /** A file that was looked for: null where there is none, undefined where it is still to be loaded. */
  readFile(path: string, module: Module | null | undefined): void {
    this.imports.set(path, module);
  }

  /** Each note once, in the order in which they came about. */
  notes(): readonly Note[] {
    const seen = new Map<string, Note>();
    this.collect(seen, new Set());
    return [...seen.values()];
  }

  private collect(seen: Map<string, Note>, visited: Set<Trace>): void {
    visited.add(this);
    for (const item of this.items) {
      if (seen.size === MOST_NOTES) return;
      if (item instanceof Trace) {
        if (!visited.has(item)) item.collect(seen, visited);
        continue;
      }
      const key = `${item.kind} ${item.text} ${item.file ?? ""}`;
      if (!seen.has(key)) seen.set(key, item);
    }
  }

  /** All that was read for the result, directly or not. */
  reads(own: Module): Reads {
    const names = new Set<string>();
    const files = new Map<string, Module | null | undefined>();
    for (const { cells, imports } of this.all()) {
      for (const name of cells.get(own) ?? []) names.add(name);
      for (const [path, module] of imports) files.set(path, module);
    }
    return { names, files };
  }

  private all(): Set<Trace> {
    const all = new Set<Trace>([this]);
    for (const trace of all) {
      for (const item of trace.items) if (item instanceof Trace) all.add(item);
    }
    return all;
  }
}

export interface Reads {
  /** Of the module that is analysed. */
  readonly names: ReadonlySet<string>;
  readonly files: ReadonlyMap<string, Module | null | undefined>;
}
