/** The options that every analysing command takes, as what was given about a project. */
import { readField } from "../workspace/config/fields";
import type { FieldName, ProjectConfig, RuleLevel } from "../workspace/config/fields";
import type { Given } from "../workspace/config/project";
import { join } from "../text/paths";
import type { Io } from "./io";
import { UsageError } from "./io";
import { checkedTarget } from "./target-option";

/** As commander hands them over; what was not given is not there. */
export interface AnalysisOptions {
  readonly target?: string;
  readonly define: readonly string[];
  readonly undefine: readonly string[];
  readonly assumeUndefined?: boolean;
  readonly includes: boolean;
  readonly includePath: readonly string[];
  readonly compileCommands?: string;
  readonly rule: readonly string[];
  readonly config?: string;
  readonly root?: string;
  readonly cache: boolean;
}

/** Throws a usage error for what makes no sense; whether folders and files are there is asked by `checkPlaces`. */
export function givenBy(options: Omit<AnalysisOptions, "root" | "cache">, io: Io): Given {
  const { target, includePath, compileCommands, config, assumeUndefined } = options;
  return {
    ...(target === undefined ? {} : { target: checkedTarget(target) }),
    defines: usable("defines", "--define", definesOf(options.define)) ?? {},
    undefines: usable("undefines", "--undefine", options.undefine) ?? [],
    rules: usable("rules", "--rule", levelsOf(options.rule)) ?? {},
    includePath: includePath.map((folder) => join(io.cwd, folder)),
    ...(compileCommands === undefined ? {} : { compileCommands: join(io.cwd, compileCommands) }),
    ...(config === undefined ? {} : { configFile: join(io.cwd, config) }),
    ...(assumeUndefined === undefined ? {} : { assumeUndefined }),
    followIncludes: options.includes,
  };
}

/** What a person names on the command line has to be there. */
export async function checkPlaces(
  options: Omit<AnalysisOptions, "root" | "cache"> & { readonly root?: string | readonly string[] },
  io: Io,
): Promise<void> {
  const { root = [], includePath, compileCommands, config } = options;
  const roots = typeof root === "string" ? [root] : root;
  for (const [option, given, kind] of [
    ...roots.map((folder) => ["--root", folder, "folder"] as const),
    ...includePath.map((folder) => ["--include-path", folder, "folder"] as const),
    ...(compileCommands === undefined ? [] : [["--compile-commands", compileCommands, "file"] as const]),
    ...(config === undefined ? [] : [["--config", config, "file"] as const]),
  ]) {
    const stat = await io.disk.stat(join(io.cwd, given)).catch(() => null);
    if (stat?.kind !== kind) throw new UsageError(`${option}: there is no ${kind} '${given}'`);
  }
}

function definesOf(given: readonly string[]): Record<string, string> {
  const macros: Record<string, string> = {};
  for (const each of given) {
    const equals = each.indexOf("=");
    macros[equals < 0 ? each : each.slice(0, equals)] = equals < 0 ? "1" : each.slice(equals + 1);
  }
  return macros;
}

function levelsOf(given: readonly string[]): Record<string, RuleLevel> {
  const levels: Record<string, string> = {};
  for (const each of given) {
    const equals = each.indexOf("=");
    if (equals < 0) throw new UsageError(`--rule takes ID=LEVEL, not '${each}'`);
    levels[each.slice(0, equals)] = each.slice(equals + 1);
  }
  return levels as Record<string, RuleLevel>;
}

function usable<Name extends FieldName>(
  name: Name,
  option: string,
  value: ProjectConfig[Name],
): ProjectConfig[Name] | undefined {
  return readField(name, value, (path, message) => {
    const named = path[1];
    throw new UsageError(`${option}: ${typeof named === "string" ? `${named}: ` : ""}${message}`);
  });
}
