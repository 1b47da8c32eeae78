/**
 * The settings of a project's files, from what is nearest to a person to what is farthest: what was given for this run
 * or in the editor, the project's `.sm-lens.json`, how its build compiles the file.
 */
import { DEFAULT_TARGET } from "../../arch/targets";
import type { Settings } from "../../service";
import { basename, dirname, join } from "../../text/paths";
import type { FileSystem } from "../file-system";
import { problemOf } from "../file-system";
import { COMPILE_COMMANDS_NAME, findCompileCommands, readCompileCommands } from "./compile-commands";
import type { CompileCommands } from "./compile-commands";
import type { CompileFlags } from "./compile-flags";
import { CONFIG_NAME, findConfig, readConfig } from "./config-file";
import type { ConfigFile } from "./config-file";
import type { ProjectConfig } from "./fields";

/** What was given, its paths absolute. */
export interface Given extends ProjectConfig {
  readonly followIncludes?: boolean;
  /** A configuration file to be read instead of the nearest one. */
  readonly configFile?: string;
}

export interface Project {
  readonly root: string;
  readonly target: string;
  /** What is wrong with the target that the project's file asks for, where that would have been asked about. */
  readonly targetProblem: string | null;
  readonly rules: NonNullable<ProjectConfig["rules"]>;
  /** Globs, relative to `excludeFrom`. */
  readonly exclude: readonly string[];
  readonly excludeFrom: string;
  /** What is wrong with the project's files, each with its path and line in words. */
  readonly problems: readonly string[];
  settingsFor(path: string): Settings;
}

/** Never throws. */
export async function openProject(files: FileSystem, root: string, given: Given): Promise<Project> {
  const file = await (given.configFile === undefined
    ? findConfig(files, root)
    : readConfig(files, given.configFile));
  const own = file === null ? {} : absolutePaths(file.config, dirname(file.path));
  const problems = file === null ? [] : problemsOf(file);
  const asked = given.compileCommands ?? own.compileCommands;
  const commands = await commandsOf(files, root, asked, problems);
  const target = given.target ?? own.target ?? DEFAULT_TARGET;
  const rules = { ...own.rules, ...given.rules };
  const macros = new Map([...macrosOf(own), ...macrosOf(given)]);
  const folders = [...(given.includePath ?? []), ...(own.includePath ?? [])];
  const fixed = {
    target,
    assumeUndefined: given.assumeUndefined ?? own.assumeUndefined ?? false,
    followIncludes: given.followIncludes ?? true,
    root,
    severities: new Map(Object.entries(rules)),
    capabilityNames: new Map(Object.entries({ ...own.capabilityNames, ...given.capabilityNames })),
  };
  // Files that are compiled alike share one object.
  const byFlags = new Map<CompileFlags, Settings>();
  const alone: Settings = { ...fixed, macros, includeFolders: folders };
  return {
    root,
    target,
    targetProblem: given.target === undefined ? targetProblemOf(file) : null,
    rules,
    exclude: own.exclude ?? [],
    excludeFrom: file === null ? root : dirname(file.path),
    problems,
    settingsFor(path) {
      const flags = commands?.flagsOf(path);
      if (flags === undefined || (flags.includeFolders.length === 0 && flags.macros.size === 0)) return alone;
      const known = byFlags.get(flags);
      if (known !== undefined) return known;
      const all = new Map([...flags.macros, ...macros]);
      const own = { ...fixed, macros: all, includeFolders: [...folders, ...flags.includeFolders] };
      byFlags.set(flags, own);
      return own;
    },
  };
}

/** Whether what is said about a project stands in this file. */
export function isProjectFile(path: string): boolean {
  const name = basename(path);
  return name === CONFIG_NAME || name === COMPILE_COMMANDS_NAME;
}

function macrosOf({ defines = {}, undefines = [] }: ProjectConfig): [string, string | null][] {
  return [...Object.entries(defines), ...undefines.map((name): [string, null] => [name, null])];
}

/** The paths of a configuration are relative to where it stands. */
export function absolutePaths(config: ProjectConfig, folder: string): ProjectConfig {
  const { includePath, compileCommands } = config;
  return {
    ...config,
    ...(includePath === undefined ? {} : { includePath: includePath.map((each) => join(folder, each)) }),
    ...(compileCommands === undefined ? {} : { compileCommands: join(folder, compileCommands) }),
  };
}

function targetProblemOf(file: ConfigFile | null): string | null {
  if (file?.targetProblem === undefined) return null;
  const { line, message } = file.targetProblem;
  return `${basename(file.path)}:${line + 1}: ${message}`;
}

function problemsOf({ path, problems }: ConfigFile): string[] {
  return problems.map(({ line, message }) => `${path}:${line + 1}: ${message}`);
}

async function commandsOf(
  files: FileSystem,
  root: string,
  asked: string | undefined,
  problems: string[],
): Promise<CompileCommands | null> {
  const path = asked ?? (await findCompileCommands(files, root));
  if (path === null) return null;
  try {
    return await readCompileCommands(files, path);
  } catch (thrown) {
    problems.push(`${path}: ${problemOf(thrown).message}`);
    return null;
  }
}
