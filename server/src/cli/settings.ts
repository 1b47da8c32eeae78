import { isArchitectureMacro } from "../arch/assumptions";
import type { Settings } from "../service";
import { dirname, join } from "../text/paths";
import { rootOf } from "../workspace/root";
import type { Io } from "./io";
import { UsageError } from "./io";
import { checkedTarget } from "./target-option";

/** The options that every analysing command takes, as commander hands them over. */
export interface AnalysisOptions {
  readonly target: string;
  readonly define: readonly string[];
  readonly undefine: readonly string[];
  readonly assumeUndefined?: boolean;
  readonly includes: boolean;
  readonly root?: string;
  readonly cache: boolean;
}

/** The settings for a file: all are the same but the root, which is found from where the file lies. */
export type SettingsFor = (path: string) => Promise<Settings>;

export function settingsFrom(options: AnalysisOptions, io: Io): SettingsFor {
  const fixed = fixedBy(options);
  if (options.root !== undefined) {
    const settings = { ...fixed, root: join(io.cwd, options.root) };
    return () => Promise.resolve(settings);
  }
  const byFolder = new Map<string, Promise<Settings>>();
  return (path) => {
    const folder = dirname(path);
    const known = byFolder.get(folder);
    if (known !== undefined) return known;
    const found = rootOf(io.disk, path, io.cwd).then((root) => ({ ...fixed, root }));
    byFolder.set(folder, found);
    return found;
  };
}

/** The same for a root that is known. */
export function settingsAt(options: Omit<AnalysisOptions, "root">, io: Io): (root: string) => Settings {
  const fixed = fixedBy(options);
  return (root) => ({ ...fixed, root: join(io.cwd, root) });
}

function fixedBy(options: Omit<AnalysisOptions, "root">): Omit<Settings, "root"> {
  return {
    target: checkedTarget(options.target),
    macros: macrosOf(options),
    assumeUndefined: options.assumeUndefined ?? false,
    followIncludes: options.includes,
    severities: new Map(),
  };
}

const MACRO = /^([A-Za-z_]\w*)(?:=([^]*))?$/;

function macrosOf(options: Omit<AnalysisOptions, "root">): ReadonlyMap<string, string | null> {
  const macros = new Map<string, string | null>();
  for (const given of options.define) {
    const match = MACRO.exec(given);
    if (match === null) throw new UsageError(`--define takes NAME or NAME=VALUE, not '${given}'`);
    if (isArchitectureMacro(match[1] ?? ""))
      throw new UsageError(`${match[1] ?? ""} is what each target defines; ask about a target with --target`);
    macros.set(match[1] ?? "", match[2] ?? "1");
  }
  for (const name of options.undefine) {
    if (!/^[A-Za-z_]\w*$/.test(name)) throw new UsageError(`--undefine takes a NAME, not '${name}'`);
    macros.set(name, null);
  }
  return macros;
}
