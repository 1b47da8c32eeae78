import ignore from "ignore";
import picomatch from "picomatch";
import { basename } from "../text/paths";
import type { Entry } from "./file-system";

/** Folders that hold no sources of the project's own, whatever is in them. */
const NEVER_SOURCES: ReadonlySet<string> = new Set([
  ".git",
  ".hg",
  ".svn",
  ".jj",
  "node_modules",
  "__pycache__",
  ".mypy_cache",
  ".pytest_cache",
  ".ruff_cache",
  ".cache",
  ".tox",
  ".nox",
  ".eggs",
  ".venv",
  ".vscode-test",
]);

/** Entries that only a build folder or a virtual environment has: a source folder named `build` is read. */
const BUILT_MARKS =
  /^(CMakeCache\.txt|CMakeFiles|build\.ninja|\.ninja_log|pyvenv\.cfg|bdist\..*|temp\..*|lib\.[a-z]+-.*)$/;

export function isNeverSource(folderName: string): boolean {
  return NEVER_SOURCES.has(folderName) || folderName.endsWith(".egg-info");
}

export function isBuilt(entries: readonly Entry[]): boolean {
  return entries.some((entry) => BUILT_MARKS.test(entry.name));
}

/**
 * A test for the user's exclude globs. A glob without a slash matches a name anywhere (`*.gen.cu`), one with a slash
 * a path relative to the folder walked or to the root; a glob for everything below a folder excludes the folder.
 */
export function excludeTest(globs: readonly string[]): (relativePaths: readonly string[]) => boolean {
  const patterns = globs
    .map((glob) => glob.replace(/^\.\//, "").replace(/\/+$/, ""))
    .filter((one) => one !== "");
  // Lists of plain names and paths can be long: they are looked up, whatever their number.
  const plain = new Set(patterns.filter((pattern) => !GLOB.test(pattern)));
  const tests = patterns.filter((pattern) => GLOB.test(pattern)).map(testOf);
  const isExcluded = (path: string): boolean =>
    path !== "" && (plain.has(path) || plain.has(basename(path)) || tests.some((test) => test(path)));
  return (relativePaths) => relativePaths.some(isExcluded);
}

/** What makes a pattern more than the name that it spells. */
const GLOB = /[*?[\]{}()!|+@\\]/;

function testOf(pattern: string): (path: string) => boolean {
  // Everything else would be left out by a pattern that begins with an exclamation mark.
  const options = { dot: true, nonegate: true };
  const match = picomatch(pattern, { ...options, basename: !pattern.includes("/") });
  const whole = pattern.endsWith("/**") ? picomatch(pattern.slice(0, -3), options) : undefined;
  return (path) => match(path) || (whole?.(path) ?? false);
}

/** The rules of the `.gitignore` files from the repository's top down to one folder; the deepest that speaks wins. */
export interface IgnoreRules {
  /** The rules as they hold in a folder that has this `.gitignore`. */
  within(folder: string, gitignore: string): IgnoreRules;
  ignores(path: string, isFolder: boolean): boolean;
}

export const noIgnoreRules: IgnoreRules = rulesOf([]);

interface Layer {
  readonly folder: string;
  readonly matcher: ignore.Ignore;
}

function rulesOf(layers: readonly Layer[]): IgnoreRules {
  return {
    within(folder, gitignore) {
      // git matches the case of names; only its rules count, not how a file system spells them.
      const matcher = ignore({ ignorecase: false, allowRelativePaths: true }).add(gitignore);
      return rulesOf([...layers, { folder, matcher }]);
    },
    ignores(path, isFolder) {
      for (let index = layers.length - 1; index >= 0; index--) {
        const layer = layers[index];
        const relative = layer === undefined ? "" : below(layer.folder, path);
        if (layer === undefined || relative === "") continue;
        const result = layer.matcher.test(isFolder ? `${relative}/` : relative);
        if (result.ignored || result.unignored) return result.ignored;
      }
      return false;
    },
  };
}

/** `path` relative to `folder`, or "" when it does not lie below it. */
export function below(folder: string, path: string): string {
  const prefix = folder.endsWith("/") ? folder : `${folder}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : "";
}
