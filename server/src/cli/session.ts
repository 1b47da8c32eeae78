import type { Fix, JudgedGate } from "../gates/judgement";
import type { FileReport, Settings } from "../service";
import { makeSource } from "../text/source";
import { neverCancelled } from "../text/files";
import { dirname, join } from "../text/paths";
import { openProject } from "../workspace/config/project";
import type { Project } from "../workspace/config/project";
import type { Analysis, Engine } from "../workspace/engine";
import { analyse } from "../workspace/engine";
import { Overlay } from "../workspace/overlay";
import { problemOf } from "../workspace/file-system";
import { readText } from "../workspace/read-text";
import { rootOf } from "../workspace/root";
import { sourceIn } from "../workspace/source-in";
import type { FixLevel } from "../workspace/scan";
import type { Input } from "./inputs";
import { explicitLanguage } from "./inputs";
import type { Io } from "./io";
import { NO_STDIN, UsageError } from "./io";
import type { JsonContext } from "./json";
import type { ScannedInput } from "./scan/scan-all";
import { fixesOf, scanAll } from "./scan/scan-all";
import type { AnalysisOptions } from "./settings";
import { checkPlaces, givenBy } from "./settings";
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
  /** The project that a file or folder belongs to. */
  projectOf(path: string): Promise<Project>;
  settingsFor(path: string): Promise<Settings>;
  jsonContext(analysis: Analysis, show?: ShowPath): JsonContext;
  /** Whether something is wrong with a project's own files: then the answer may be to another question. */
  misread(): boolean;
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

/** `paths` are the arguments: the first one's project says what target is asked about where nothing else does. */
export async function openSession(
  io: Io,
  options: AnalysisOptions,
  paths: readonly string[],
): Promise<Session> {
  await checkPlaces(options, io);
  const engine = io.engine();
  const files = new Overlay(io.disk);
  const round = files.startRound();
  const show = showPathFor(io.cwd, paths);
  const projects = projectsFor(io, options);
  const first = await projects.of(join(io.cwd, paths[0] ?? "."));
  const target = first.target;
  projects.fixTarget(target);
  const settingsFor = async (path: string): Promise<Settings> => (await projects.of(path)).settingsFor(path);
  return {
    io,
    engine,
    target,
    show,
    projectOf: (path) => projects.of(path),
    settingsFor,
    misread: () => projects.misread(),
    scanAll(inputs, { fixes, threads }) {
      const places = paths.map((path) => join(io.cwd, path));
      const name = [places, fixes === "none", ...nameOf(options, target)];
      const index = options.cache ? JSON.stringify(name) : null;
      return scanAll({ io, round, settingsFor, fixes, threads, index }, inputs);
    },
    async analyseNamed(argument) {
      if (argument === "-") throw new UsageError(NO_STDIN);
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
    jsonContext: ({ report }, showAs = show) => ({ report, show: showAs, sourceOf: sourceIn(round) }),
  };
}

/** What one index is for: questions that are asked in turn do not push each other out. */
function nameOf({ define, undefine, root }: AnalysisOptions, target: string): unknown[] {
  return [target, define, undefine, root ?? null];
}

interface Projects {
  of(path: string): Promise<Project>;
  /** One run asks about one target, whatever other projects say. */
  fixTarget(target: string): void;
  /** Whether something was wrong with one. */
  misread(): boolean;
}

/** Each project is opened once; what is wrong with its files is told then. */
function projectsFor(io: Io, options: AnalysisOptions): Projects {
  let given = givenBy(options, io);
  const byFolder = new Map<string, Promise<string>>();
  const byRoot = new Map<string, Promise<Project>>();
  const told = new Set<string>();
  const rootFor = (path: string): Promise<string> => {
    if (options.root !== undefined) return Promise.resolve(join(io.cwd, options.root));
    const folder = dirname(path);
    const known = byFolder.get(folder) ?? rootOf(io.disk, path, io.cwd);
    byFolder.set(folder, known);
    return known;
  };
  const open = async (root: string): Promise<Project> => {
    const project = await openProject(io.disk, root, given);
    for (const problem of project.problems) {
      if (!told.has(problem)) io.err(`sm-lens: ${problem}\n`);
      told.add(problem);
    }
    return project;
  };
  return {
    async of(path) {
      const root = await rootFor(path);
      const known = byRoot.get(root) ?? open(root);
      byRoot.set(root, known);
      return known;
    },
    fixTarget(target) {
      given = { ...given, target };
    },
    misread: () => told.size > 0,
  };
}
