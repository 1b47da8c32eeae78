import type { FileReport, Language, Service, Settings } from "../service";
import type { Cancellation } from "../text/files";
import type { SourceText } from "../text/source";
import type { Overlay, Round } from "./overlay";

/** The core, made ready at an edge that can load a parser. */
export interface Engine {
  readonly service: Service;
  /** Resolves once files of this language can be analysed. Rejects, in words, when their parser cannot be had. */
  ready(language: Language): Promise<void>;
}

export interface Analysis {
  readonly report: FileReport;
  /** What it was made from: asking it again answers the same, and its `reads` are what the report depends on. */
  readonly files: Round;
}

/** Each further pass loads the files that the last one asked for; a chain of includes longer than this is cut. */
const MAX_PASSES = 64;

/**
 * Analyses one text, loading what the core asks for where the file system cannot answer at once. A scan gives its
 * one round, so that a header is looked up on the disk once however many files include it.
 */
export async function analyse(
  engine: Engine,
  files: Overlay,
  source: SourceText,
  language: Language,
  settings: Settings,
  cancellation: Cancellation,
  round: Round = files.startRound(),
): Promise<Analysis> {
  await engine.ready(language);
  let report = engine.service.analyse(source, language, settings, round, cancellation);
  for (let pass = 1; pass < MAX_PASSES && report.wanted.length > 0 && !cancellation.cancelled(); pass++) {
    await files.load(report.wanted);
    report = engine.service.analyse(source, language, settings, round, cancellation);
  }
  return { report, files: round };
}
