import type { Block, Module } from "./module";
import type { Vec } from "../values/values";
import type { Trace } from "../evaluate/trace";

/** A result, and how it came about. */
export interface Found<T> {
  readonly value: T;
  readonly trace: Trace;
  /** Where it was asked for while it was being worked out: it, and what took it for unknown. */
  readonly circle?: readonly Asked[] | null;
}

/** One result: the table that it belongs in, and its key there. */
export interface Asked {
  readonly results: unknown;
  readonly key: string;
}

export type Results<T> = Map<string, Found<T>>;

/**
 * What was found out about one module. It holds as long as nothing changes that the module read, and nothing that
 * was read for those.
 */
export interface Findings {
  readonly module: Module;
  /** Imports as they were looked for, by path; null where there was no file. */
  readonly reads: Map<string, Findings | null>;
  readonly globals: Results<Vec | null>;
  readonly calls: Results<Vec>;
  readonly members: WeakMap<Block, Results<Vec | null>>;
  /** Attributes of instances, by their name. */
  readonly attributes: WeakMap<Block, Results<Vec | null>>;
  /** Attributes that a method sets, by the method's name. */
  readonly assigned: WeakMap<Block, Results<ReadonlyMap<string, Vec>>>;
}

export function nothingFound(module: Module): Findings {
  return {
    module,
    reads: new Map(),
    globals: new Map(),
    calls: new Map(),
    members: new WeakMap(),
    attributes: new WeakMap(),
    assigned: new WeakMap(),
  };
}

/** The results about one class. */
export function resultsOf<T>(table: WeakMap<Block, Results<T>>, block: Block): Results<T> {
  let results = table.get(block);
  if (results === undefined) table.set(block, (results = new Map<string, Found<T>>()));
  return results;
}
