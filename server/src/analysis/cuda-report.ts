import { readBodies } from "../cuda/body/facts";
import type { BodyFile } from "../cuda/body/facts";
import { branchReader } from "../cuda/branch-facts";
import { CudaSession, readCudaFile } from "../cuda/file";
import type { CudaFile } from "../cuda/file";
import { guardGates } from "../cuda/guards";
import { analyseHost, mayHoldHostGates } from "../cuda/host/analyse";
import { regionsOf } from "../cuda/regions";
import type { Region as CudaRegion } from "../cuda/regions";
import type { Gate } from "../gates/gate";
import type { Mask } from "../logic/sets";
import type { Cancellation } from "../text/files";
import type { SourceText } from "../text/source";
import type { Region, Settings } from "./report";

export interface CudaAnalysis {
  readonly gates: readonly Gate[];
  readonly regions: readonly Region[];
  readonly dependsOn: readonly string[];
}

/** Keeps what analyses under the same macro settings share, and starts anew when that grows too large. */
export class CudaAnalyser {
  private readonly sessions = new Map<string, CudaSession>();

  analyse(source: SourceText, settings: Settings, asked: Mask, cancellation: Cancellation): CudaAnalysis {
    const file = readCudaFile(source, this.session(settings), cancellation);
    const regions = regionsOf(file);
    return {
      gates: gatesOf(file, asked),
      regions: regions.map(flatten),
      dependsOn: [...new Set(regions.flatMap((region) => region.unknown))],
    };
  }

  /** The gates alone, for checking an edit. */
  gates(source: SourceText, settings: Settings, asked: Mask, cancellation: Cancellation): readonly Gate[] {
    return gatesOf(readCudaFile(source, this.session(settings), cancellation), asked);
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
