/** One CUDA or C++ file, read once: its directives, and the presence condition of every conditional branch. */
import { Diagrams } from "../logic/diagram";
import type { Cancellation } from "../text/files";
import type { SourceText } from "../text/source";
import { ConditionReader } from "./conditions";
import { scanDirectives } from "./directives";
import type { DirectiveScan } from "./directives";
import { PredefinedMacros } from "./predefined";
import type { MacroSettings } from "./predefined";
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
}

export function readCudaFile(source: SourceText, session: CudaSession, cancellation: Cancellation): CudaFile {
  const scan = scanDirectives(source.text);
  const presence = walk(
    scan.directives,
    source,
    session.diagrams,
    session.reader,
    session.predefined.lookup,
    cancellation,
  );
  return { source, scan, presence, session };
}
