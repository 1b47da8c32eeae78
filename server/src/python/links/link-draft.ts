/** What is known of a function while its statements are read. */
import type {
  ModuleBuild,
  OptionUse,
  PythonFunction,
  PythonReference,
  PythonWays,
  SourceName,
  WordUse,
} from "../../chain/facts";
import type { Span } from "../../text/source";
import type { Expr, Stmt } from "../syntax/syntax";

export interface Draft extends PythonFunction {
  readonly conditions: Span[];
  readonly perhaps: Span[];
  readonly references: PythonReference[];
  readonly reads: OptionUse[];
  readonly writes: OptionUse[];
  readonly words: WordUse[];
  readonly sources: SourceName[];
  readonly builds: ModuleBuild[];
  ways: PythonWays;
  readonly lookups: { name: string; at: number }[];
  /** Local names and what was assigned to them last. */
  readonly locals: Map<string, Expr>;
}

/** A function of which nothing is known yet. */
export function draftOf(name: string, span: Span, nameSpan: Span): Draft {
  return {
    name,
    span: { start: span.start, end: span.end },
    nameSpan: { start: nameSpan.start, end: nameSpan.end },
    conditions: [],
    perhaps: [],
    references: [],
    reads: [],
    writes: [],
    words: [],
    sources: [],
    builds: [],
    ways: { tries: [], raises: [], flow: [] },
    lookups: [],
    locals: new Map(),
  };
}

/** What is kept of a function: plain data, without what is only needed on the way. */
export function plain(draft: Draft): PythonFunction {
  const { name, span, nameSpan, conditions, perhaps, references, reads, writes, words, sources } = draft;
  const { ways, lookups } = draft;
  // What hands on a name and sources that it was given describes no extension of its own.
  const builds = draft.builds.filter((build) => build.name.replaceAll("*", "") !== "" || sources.length > 0);
  return {
    name,
    span,
    nameSpan,
    conditions,
    perhaps,
    references,
    reads,
    writes,
    words,
    sources,
    builds,
    ways,
    lookups,
  };
}

/** Notes a block that may never be come by. */
export function mayPass(block: readonly Stmt[], into: Draft): void {
  const [first, last] = [block[0], block.at(-1)];
  if (first !== undefined && last !== undefined) into.perhaps.push({ start: first.start, end: last.end });
}
