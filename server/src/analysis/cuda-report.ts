import { readBodies } from "../cuda/body/facts";
import type { BodyFile } from "../cuda/body/facts";
import { branchReader } from "../cuda/branch-facts";
import { CudaSession, readCudaFile } from "../cuda/file";
import type { CudaFile } from "../cuda/file";
import { guardGates } from "../cuda/guards";
import { analyseHost, mayHoldHostGates } from "../cuda/host/analyse";
import { includeSearch } from "../cuda/include-search";
import type { IncludeSearch } from "../cuda/include-search";
import { regionsOf } from "../cuda/regions";
import type { Region as CudaRegion } from "../cuda/regions";
import type { Gate } from "../gates/gate";
import type { Mask } from "../logic/sets";
import { neverCancelled } from "../text/files";
import type { Cancellation, Files } from "../text/files";
import type { SourceText } from "../text/source";
import type { Region, Settings } from "./report";

export interface CudaAnalysis {
  readonly gates: readonly Gate[];
  readonly regions: readonly Region[];
  readonly dependsOn: readonly string[];
  /** Included files that are not loaded yet. */
  readonly wanted: readonly string[];
}

/** Keeps what analyses under the same macro settings share, and starts anew when that grows too large. */
export class CudaAnalyser {
  private readonly sessions = new Map<string, CudaSession>();

  analyse(
    source: SourceText,
    settings: Settings,
    files: Files,
    asked: Mask,
    cancellation: Cancellation,
  ): CudaAnalysis {
    const wanted = new Set<string>();
    const search = searchFor(settings, files, wanted);
    const file = readCudaFile(source, this.session(settings), search, cancellation);
    const regions = regionsOf(file);
    return {
      wanted: [...wanted],
      gates: gatesOf(file, asked),
      regions: regions.map(flatten),
      dependsOn: [...new Set(regions.flatMap((region) => region.unknown))],
    };
  }

  /** The gates alone, for checking an edit. */
  gates(source: SourceText, settings: Settings, files: Files, asked: Mask): readonly Gate[] {
    const search = searchFor(settings, files, new Set());
    return gatesOf(readCudaFile(source, this.session(settings), search, neverCancelled), asked);
  }

  private session(settings: Settings): CudaSession {
    const key = JSON.stringify([settings.assumeUndefined, [...settings.macros].sort()]);
    let session = this.sessions.get(key);
    if (session === undefined || session.isFull) {
      session = new CudaSession(settings);
      this.sessions.set(key, session);
    }
    return session;
  }
}

function searchFor(settings: Settings, files: Files, wanted: Set<string>): IncludeSearch | null {
  if (!settings.followIncludes) return null;
  return includeSearch(files, { folders: settings.includeFolders ?? [], root: settings.root, wanted });
}

/** Guards and host checks; the code between directives is read only where one of them has to look at it. */
function gatesOf(file: CudaFile, asked: Mask): readonly Gate[] {
  let bodies: BodyFile | undefined;
  const bodiesOf = (): BodyFile => (bodies ??= readBodies(file.scan));
  const guards = guardGates(file, asked, branchReader(file, bodiesOf));
  if (!mayHoldHostGates(file.source.text)) return guards;
  const checks = analyseHost(file.source, bodiesOf().code);
  return [...guards, ...checks].sort((a, b) => a.span.start - b.span.start);
}

/** Who is excluded is whoever is in none of the others. */
function flatten(region: CudaRegion): Region {
  const { directive, span, line, endLine, text, parent, why, error, assumed } = region;
  const { admits, depends, host } = region.admission;
  return { directive, span, line, endLine, text, parent, host, admits, depends, why, error, assumed };
}
