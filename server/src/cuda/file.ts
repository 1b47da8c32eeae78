/** One CUDA or C++ file, read once: its directives, and the presence condition of every conditional branch. */
import { Diagrams } from "../logic/diagram";
import type { Cancellation } from "../text/files";
import type { SourceText } from "../text/source";
import { ConditionReader } from "./conditions";
import { scanDirectives } from "./directives";
import type { DirectiveScan } from "./directives";
import { PredefinedMacros } from "./predefined";
import type { MacroSettings } from "./predefined";
import type { IncludeSearch } from "./include-search";
import { HeaderStore, Includer } from "./includes";
import type { Header, MissingInclude } from "./includes";
import { MacroTable, isUnseen, undefinedLeaf } from "./macros";
import type { InitialBinding } from "./macros";
import { ownMacros } from "./own-macros";
import { walk } from "./presence";
import type { Presence } from "./presence";

/** Past this many nodes a session starts anew, so that a long one does not grow without end. */
const MOST_NODES = 400_000;

/**
 * What the analyses of many files share under one set of macro settings: diagrams, the first bindings of names, and
 * conditions already evaluated (most files ask the same few).
 */
export class CudaSession {
  readonly diagrams = new Diagrams();
  readonly predefined: PredefinedMacros;
  readonly reader: ConditionReader;
  readonly headers = new HeaderStore();

  constructor(settings: MacroSettings) {
    this.predefined = new PredefinedMacros(this.diagrams, settings);
    this.reader = new ConditionReader(this.diagrams);
  }

  get isFull(): boolean {
    return this.diagrams.size > MOST_NODES;
  }
}

export interface CudaFile {
  readonly source: SourceText;
  readonly scan: DirectiveScan;
  readonly presence: Presence;
  readonly session: CudaSession;
  /** Every header read on the way, in order. */
  readonly headers: readonly Header[];
  /** Includes for which no file was found. */
  readonly missing: readonly MissingInclude[];
}

/** `search` finds included files; null: the file is read alone. */
export function readCudaFile(
  source: SourceText,
  session: CudaSession,
  search: IncludeSearch | null,
  cancellation: Cancellation,
): CudaFile {
  const { diagrams, reader, predefined, headers: store } = session;
  diagrams.budget.refill();
  const scan = scanDirectives(source.text);
  let includer: Includer | null = null;
  const own = ownMacros(scan.directives);
  const initial: InitialBinding = (name) => {
    const binding =
      (includer?.missesCutlass === true ? predefined.cutlass(name) : null) ?? predefined.lookup(name);
    return own.has(name) && isUnseen(binding) ? undefinedLeaf(diagrams) : binding;
  };
  const table = new MacroTable(diagrams, initial);
  const parts = { diagrams, reader, table, cancellation };
  if (search !== null) includer = new Includer({ ...parts, store, search });
  const presence = walk(source, scan.directives, { ...parts, include: includer?.include ?? null });
  return {
    source,
    scan,
    presence,
    session,
    headers: includer?.headers ?? [],
    missing: includer?.missing ?? [],
  };
}
