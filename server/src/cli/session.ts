import type { Fix, JudgedGate } from "../gates/judgement";
import type { FileReport, Settings } from "../service";
import type { SourceText } from "../text/source";
import { makeSource } from "../text/source";
import { neverCancelled } from "../text/files";
import { join } from "../text/paths";
import type { Analysis, Engine } from "../workspace/engine";
import { analyse } from "../workspace/engine";
import { Overlay } from "../workspace/overlay";
import { problemOf } from "../workspace/file-system";
import { readText } from "../workspace/read-text";
import type { FixLevel } from "../workspace/scan";
import type { Input } from "./inputs";
import { explicitLanguage } from "./inputs";
import type { Io } from "./io";
import { UsageError } from "./io";
import type { JsonContext } from "./json";
import type { ScannedInput } from "./scan-all";
import { fixesOf, scanAll } from "./scan-all";
import type { AnalysisOptions, SettingsFor } from "./settings";
import { settingsFrom } from "./settings";
import type { ShowPath } from "./shown-paths";
import { showPathFor } from "./shown-paths";

/** One run of a command: the engine, the files as they are on disk, the settings, and how paths are written. */
export interface Session {
  readonly io: Io;
  readonly engine: Engine;
  readonly target: string;
  readonly show: ShowPath;
  /** A file met in a folder is passed over where it can hold no gate, one named by the user is not. In order. */
  scanAll(inputs: AsyncIterable<Input>, options: ScanAllOptions): AsyncGenerator<ScannedInput>;
  /** Analyses a file named by the user; a usage error where that cannot be. */
  analyseNamed(argument: string): Promise<NamedAnalysis>;
  fixes(analysis: Analysis, judged: JudgedGate, settings: Settings): readonly Fix[];
  settingsFor: SettingsFor;
  jsonContext(analysis: Analysis): JsonContext;
}

export interface ScanAllOptions {
  readonly fixes: FixLevel;
  readonly threads?: number | undefined;
}

export interface NamedAnalysis {
  readonly path: string;
  readonly analysis: Analysis;
  readonly report: FileReport;
  readonly settings: Settings;
}

export function openSession(io: Io, options: AnalysisOptions, paths: readonly string[]): Session {
  const settingsFor = settingsFrom(options, io);
  const engine = io.engine();
  const files = new Overlay(io.disk);
  const round = files.startRound();
  const show = showPathFor(io.cwd, paths);
  return {
    io,
    engine,
    target: options.target,
    show,
    settingsFor,
    scanAll(inputs, { fixes, threads }) {
      const places = paths.map((path) => join(io.cwd, path));
      const index = options.cache ? JSON.stringify([places, fixes === "none", ...nameOf(options)]) : null;
      return scanAll({ io, round, settingsFor, fixes, threads, index }, inputs);
    },
    async analyseNamed(argument) {
      const path = join(io.cwd, argument);
      try {
        const language = await explicitLanguage(io.disk, engine.service, path);
        const settings = await settingsFor(path);
        const source = makeSource(path, (await readText(io.disk, path)).text);
        const analysis = await analyse(engine, files, source, language, settings, neverCancelled, round);
        if (analysis.report.fault !== null) io.err(`sm-lens: ${show(path)}: ${analysis.report.fault}\n`);
        return { path, analysis, report: analysis.report, settings };
      } catch (thrown) {
        throw new UsageError(`${show(path)}: ${problemOf(thrown).message}`);
      }
    },
    fixes: (analysis, judged, settings) => fixesOf(engine, analysis, judged, settings),
    jsonContext: ({ report }) => ({ report, show, sourceOf: sourceIn(round) }),
  };
}

/** What one index is for: questions that are asked in turn do not push each other out. */
function nameOf({ target, define, undefine, root }: AnalysisOptions): unknown[] {
  return [target, define, undefine, root ?? null];
}

/** The text of a file as the analysis read it. */
export function sourceIn(files: Analysis["files"]): (path: string) => SourceText | null {
  const made = new Map<string, SourceText | null>();
  return (path) => {
    const known = made.get(path);
    if (known !== undefined) return known;
    const text = files.read(path) ?? null;
    const source = text === null ? null : makeSource(path, text);
    made.set(path, source);
    return source;
  };
}
