import { readBodies } from "../cuda/body/facts";
import type { BodyFile } from "../cuda/body/facts";
import { directUses } from "../cuda/body/instructions";
import { branchReader } from "../cuda/branch-facts";
import { decidesByTarget } from "../cuda/chain";
import { hostView } from "../cuda/host-view";
import { CudaSession, readCudaFile } from "../cuda/file";
import type { CudaFile } from "../cuda/file";
import { guardGates } from "../cuda/guards";
import { analyseHost, mayHoldHostGates } from "../cuda/host/analyse";
import { includeSearch } from "../cuda/include-search";
import type { IncludeSearch } from "../cuda/include-search";
import { outlineOf } from "../cuda/outline";
import { isStandardHeader } from "../cuda/standard-headers";
import { targetGates } from "../cuda/target-gates";
import { unguardedGates } from "../cuda/unguarded";
import { regionsOf } from "../cuda/regions";
import type { Region as CudaRegion } from "../cuda/regions";
import type { Gate, InstructionUse } from "../gates/gate";
import { devicesOf } from "../logic/sets";
import type { Mask } from "../logic/sets";
import { neverCancelled } from "../text/files";
import type { Cancellation, Files } from "../text/files";
import { lineAt } from "../text/source";
import type { SourceText } from "../text/source";
import type { CudaOutline, Region, Settings } from "./report";

export interface CudaAnalysis {
  readonly gates: readonly Gate[];
  readonly regions: readonly Region[];
  readonly dependsOn: readonly string[];
  readonly instructionsOf: () => readonly InstructionUse[];
  readonly outlineOf: () => CudaOutline;
  /** Conditionals that do not fit together, in words; null where all do. */
  readonly fault: string | null;
  /** Included files that were not found, those of the standard libraries left out. */
  readonly missing: readonly { readonly spelling: string; readonly quoted: boolean }[];
  /** Included files that are not loaded yet. */
  readonly wanted: readonly string[];
}

interface Search {
  readonly includes: IncludeSearch;
  /** Included files that the last analysis asked for and that are not loaded yet. */
  readonly wanted: Set<string>;
}

const MOST_SESSIONS = 8;

/** Keeps what analyses under the same macro settings share, and starts anew when that grows too large. */
export class CudaAnalyser {
  private readonly sessions = new Map<string, CudaSession>();
  private readonly searches = new WeakMap<Files, Map<string, Search>>();

  /** Read once, whoever is asked about then. */
  analyse(
    source: SourceText,
    settings: Settings,
    files: Files,
    cancellation: Cancellation,
  ): (asked: Mask) => CudaAnalysis {
    const search = this.search(settings, files);
    search?.wanted.clear();
    const file = readCudaFile(source, this.session(settings), search?.includes ?? null, cancellation);
    const regions = regionsOf(file);
    const bodiesOf = bodyReader(file);
    const plain = {
      wanted: [...(search?.wanted ?? [])],
      regions: regions.map(flatten),
      dependsOn: unknownOf(file),
      instructionsOf: () => instructionsIn(bodiesOf()),
      outlineOf: () => outlineOf(source, file.scan, bodiesOf(), search?.includes ?? null),
      fault: faultOf(file),
      missing: file.missing
        .filter(({ spelling, quoted }) => !isStandardHeader(spelling, quoted))
        .map(({ spelling, quoted }) => ({ spelling, quoted })),
    };
    return (asked) => ({ ...plain, gates: gatesOf(file, asked, bodiesOf) });
  }

  /** The gates alone, for checking an edit at `near`. */
  gates(
    source: SourceText,
    settings: Settings,
    files: Files,
    asked: Mask,
    near: number | null,
  ): readonly Gate[] {
    const includes = this.search(settings, files)?.includes ?? null;
    const file = readCudaFile(source, this.session(settings), includes, neverCancelled);
    return gatesOf(file, asked, bodyReader(file), near);
  }

  /** One for each state of the workspace that is asked about: what it finds holds for all files of a scan. */
  private search(settings: Settings, files: Files): Search | null {
    if (!settings.followIncludes) return null;
    const { root, includeFolders: folders = [] } = settings;
    const key = JSON.stringify([root, folders]);
    const searches = this.searches.get(files) ?? new Map<string, Search>();
    this.searches.set(files, searches);
    let search = searches.get(key);
    if (search === undefined) {
      const wanted = new Set<string>();
      search = { wanted, includes: includeSearch(files, { folders, root, wanted }) };
      searches.set(key, search);
    }
    return search;
  }

  private session(settings: Settings): CudaSession {
    const key = JSON.stringify([settings.assumeUndefined, [...settings.macros].sort()]);
    let session = this.sessions.get(key);
    if (session === undefined || session.isFull) {
      session = new CudaSession(settings);
    }
    // What was used last stands last: where each file is compiled with macros of its own, few sessions are kept.
    this.sessions.delete(key);
    this.sessions.set(key, session);
    const [oldest] = this.sessions.keys();
    if (this.sessions.size > MOST_SESSIONS && oldest !== undefined) this.sessions.delete(oldest);
    return session;
  }
}

/** The unknown macros on which guards depend; those of other conditionals are nobody's concern. */
function unknownOf(file: CudaFile): string[] {
  const { diagrams } = file.session;
  const guards = file.presence.branches.filter((branch) => decidesByTarget(diagrams, branch));
  return [...new Set(guards.flatMap(({ presence }) => diagrams.symbolsOf(presence).map(({ text }) => text)))];
}

/** Directives without a partner that a message tells one by one. */
const MOST_TOLD = 5;

function faultOf({ source, presence }: CudaFile): string | null {
  const strays = presence.strays.map(({ directive, message }) => ({ at: directive.start, message }));
  const open = presence.chains.flatMap(({ end, branches: [first] }) =>
    end !== null || first === undefined
      ? []
      : [{ at: first.directive.start, message: `#${first.kind} without #endif` }],
  );
  const all = [...strays, ...open].sort((a, b) => a.at - b.at);
  if (all.length === 0) return null;
  const told = all.slice(0, MOST_TOLD).map(({ at, message }) => `line ${lineAt(source, at) + 1}: ${message}`);
  const more = all.length > MOST_TOLD ? [`and ${all.length - MOST_TOLD} more`] : [];
  return [...told, ...more].join("; ");
}

/** The code between directives is read only where somebody looks at it, and then once. */
function bodyReader(file: CudaFile): () => BodyFile {
  let bodies: BodyFile | undefined;
  return () => (bodies ??= readBodies(file.scan));
}

function instructionsIn({ code }: BodyFile): readonly InstructionUse[] {
  return directUses(code, 0, code.tokens.length).uses;
}

/** Guards and host checks. */
function gatesOf(
  file: CudaFile,
  asked: Mask,
  bodiesOf: () => BodyFile,
  near: number | null = null,
): readonly Gate[] {
  const bodies = branchReader(file, bodiesOf);
  const guards = [...guardGates(file, asked, bodies, near), ...targetGates(file, asked, bodiesOf)];
  const kernels = unguardedGates(file, asked, bodiesOf);
  if (!mayHoldHostGates(file.source.text)) return [...guards, ...kernels].sort(byPlace);
  const checks = analyseHost(file.source, bodiesOf(), devicesOf(asked), hostView(file, bodies, asked, near));
  return [...guards, ...kernels.filter((one) => !isDecided(one, checks)), ...checks].sort(byPlace);
}

function byPlace(a: Gate, b: Gate): number {
  return a.span.start - b.span.start;
}

/** Whether a check of the file is what decides who gets to such a kernel. */
function isDecided({ instructions }: Gate, checks: readonly Gate[]): boolean {
  const places = new Set(instructions.map(({ span }) => span.start));
  return checks.some((check) => check.instructions.some(({ span }) => places.has(span.start)));
}

/** Who is excluded is whoever is in none of the others. */
function flatten(region: CudaRegion): Region {
  const { directive, span, line, endLine, text, parent, why, error, givenUp, assumed } = region;
  const { admits, depends, host } = region.admission;
  const where = { directive, span, line, endLine, text, parent };
  return { ...where, host, admits, depends, why, error, givenUp, assumed };
}
