import type { Files } from "../../text/files";
import { Numbers } from "../evaluate/call-keys";
import type { Findings } from "./findings";
import { Library } from "./library";
import type { KeptFile } from "./kept";
import type { Module } from "./module";
import { ownNames, type CapabilityNames, type OwnNames } from "../names/own-names";
import type { PythonParser } from "../syntax/parse";

/**
 * So much text of imported modules is kept, in UTF-16 units, with its syntax, some ten times as large, beyond what the
 * first analysis needed: what one file imports may be more than that, and is asked for again with its next letter.
 */
const MOST_MORE = 2_000_000;
/** Of all roots together; those that were asked about longest ago go first. */
const MOST_UNITS = 4_000_000;
/** Workspaces whose imports start from other folders share nothing. */
const MOST_ROOTS = 4;

/** What analyses of one state of the workspace share. */
export interface Round {
  readonly modules: Map<string, Module | null>;
  /** Findings that are known to hold in this state. */
  readonly findings: Map<Module, Findings>;
}

/** What analyses share that resolve imports from the same folders and know the same names. */
export interface Shared {
  readonly own: OwnNames;
  readonly library: Library;
  readonly rounds: WeakMap<Files, Round>;
  readonly findings: WeakMap<Module, Findings>;
  /** Numbers for objects, to tell calls by. */
  readonly ids: Numbers;
  /** What was found out about files that were analysed, until their next analysis. */
  readonly kept: Map<string, KeptFile>;
  /** Functions that are worth carrying out. */
  readonly relevant: WeakMap<object, boolean>;
  /** How much text the first analysis needed; null until it has ended. */
  needed: number | null;
}

/** Keeps imported modules and what was found out about them from one analysis to the next. */
export class PythonSession {
  readonly parser: PythonParser;
  private readonly shared = new Map<string, Shared>();

  constructor(parser: PythonParser) {
    this.parser = parser;
  }

  /** What an analysis may use of earlier ones. */
  sharedFor(roots: readonly string[], names?: CapabilityNames): Shared {
    const own = ownNames(names);
    const key = [own.key, ...roots].join("\n");
    let shared = this.shared.get(key);
    this.shared.delete(key);
    if (shared !== undefined) shared.needed ??= shared.library.size;
    if (shared === undefined || shared.library.size > (shared.needed ?? 0) + MOST_MORE)
      shared = nothingShared(this.parser, own);
    this.shared.set(key, shared);
    for (const oldest of this.shared.keys()) {
      if (oldest === key || (this.shared.size <= MOST_ROOTS && this.units() <= MOST_UNITS)) break;
      this.shared.delete(oldest);
    }
    return shared;
  }

  private units(): number {
    let units = 0;
    for (const { library } of this.shared.values()) units += library.size;
    return units;
  }
}

function nothingShared(parser: PythonParser, own: OwnNames): Shared {
  return {
    own,
    library: new Library(parser, own.mentions),
    rounds: new WeakMap(),
    findings: new WeakMap(),
    ids: new Numbers(),
    kept: new Map(),
    relevant: new WeakMap(),
    needed: null,
  };
}

export function roundOf(shared: Shared, files: Files): Round {
  let round = shared.rounds.get(files);
  if (round === undefined) shared.rounds.set(files, (round = { modules: new Map(), findings: new Map() }));
  return round;
}
