import { basename, dirname, join } from "../text/paths";
import { readText } from "./read-text";
import type { IgnoreRules } from "./excludes";
import { below, excludeTest, isBuilt, isNeverSource, noIgnoreRules } from "./excludes";
import type { Entry, FileSystem } from "./file-system";
import { FileProblem, problemOf } from "./file-system";

export interface WalkOptions {
  /** Exclude globs; see `excludeTest`. */
  readonly exclude: readonly string[];
  /** Globs with a slash are relative to this folder too; "" for none. */
  readonly root: string;
  /** Whether a file met in a folder is wanted, by its path. */
  accepts(path: string): boolean;
}

export type Found =
  | { readonly kind: "file"; readonly path: string }
  | { readonly kind: "problem"; readonly path: string; readonly message: string };

/**
 * All wanted files below a folder, by name within each folder. What `.gitignore` files, the exclude globs and the
 * built-in excludes name is left out, but never the folder itself: who asks for it means it. Links are followed
 * last and only where they lead out of what has been walked, so each file comes once and a loop ends.
 */
export async function* walk(files: FileSystem, folder: string, options: WalkOptions): AsyncGenerator<Found> {
  const walker = new Walker(files, folder, options);
  yield* walker.folder(folder, await rulesAbove(files, folder), true);
  yield* walker.links();
}

interface Link {
  readonly path: string;
  readonly rules: IgnoreRules;
}

class Walker {
  private readonly files: FileSystem;
  private readonly start: string;
  private readonly options: WalkOptions;
  private readonly excluded: (relativePaths: readonly string[]) => boolean;
  private readonly seen = new Set<string>();
  private readonly pending: Link[] = [];

  constructor(files: FileSystem, start: string, options: WalkOptions) {
    this.files = files;
    this.start = start;
    this.options = options;
    this.excluded = excludeTest(options.exclude);
  }

  async *folder(folder: string, above: IgnoreRules, isStart: boolean): AsyncGenerator<Found> {
    let entries: readonly Entry[];
    try {
      const real = await this.files.realPath(folder);
      if (real === null) throw new FileProblem("missing", "no such file or folder");
      if (this.seen.has(real)) return;
      this.seen.add(real);
      entries = await this.files.list(folder);
    } catch (thrown) {
      const problem = problemOf(thrown);
      // A folder that vanished since it was listed is no fault of anybody's.
      if (problem.kind !== "missing" || isStart)
        yield { kind: "problem", path: folder, message: problem.message };
      return;
    }
    if (!isStart && isBuilt(entries)) return;
    const rules = await this.rulesIn(folder, entries, above);
    for (const entry of [...entries].sort(byName)) yield* this.entry(folder, entry, rules);
  }

  private async *entry(folder: string, entry: Entry, rules: IgnoreRules): AsyncGenerator<Found> {
    const path = join(folder, entry.name);
    if (entry.kind === "file") {
      if (this.options.accepts(path) && !this.leavesOut(path, false, rules)) yield { kind: "file", path };
    } else if (entry.kind === "folder") {
      if (!isNeverSource(entry.name) && !this.leavesOut(path, true, rules))
        yield* this.folder(path, rules, false);
    } else if (entry.kind === "link") {
      this.pending.push({ path, rules });
    }
  }

  async *links(): AsyncGenerator<Found> {
    for (let link = this.pending.shift(); link !== undefined; link = this.pending.shift())
      yield* this.link(link);
  }

  private async *link({ path, rules }: Link): AsyncGenerator<Found> {
    try {
      const real = await this.files.realPath(path);
      const stat = real === null ? null : await this.files.stat(path);
      if (real === null || stat === null || this.wasWalked(real)) return;
      if (stat.kind === "folder") {
        if (!isNeverSource(basename(path)) && !this.leavesOut(path, true, rules))
          yield* this.folder(path, rules, false);
      } else if (stat.kind === "file" && this.options.accepts(path) && !this.leavesOut(path, false, rules)) {
        this.seen.add(real);
        yield { kind: "file", path };
      }
    } catch (thrown) {
      yield { kind: "problem", path, message: problemOf(thrown).message };
    }
  }

  /** Whether the walk came by this real path: a folder or file of its own, or one inside a folder walked. */
  private wasWalked(real: string): boolean {
    return this.seen.has(real) || this.seen.has(dirname(real));
  }

  private leavesOut(path: string, isFolder: boolean, rules: IgnoreRules): boolean {
    if (rules.ignores(path, isFolder)) return true;
    return this.excluded([below(this.start, path), below(this.options.root, path)]);
  }

  private async rulesIn(folder: string, entries: readonly Entry[], above: IgnoreRules): Promise<IgnoreRules> {
    if (!entries.some((entry) => entry.name === ".gitignore")) return above;
    return withGitignore(this.files, folder, above);
  }
}

async function withGitignore(files: FileSystem, folder: string, above: IgnoreRules): Promise<IgnoreRules> {
  try {
    return above.within(folder, (await readText(files, join(folder, ".gitignore"))).text);
  } catch {
    return above; // An unreadable list of what to leave out leaves nothing out.
  }
}

/**
 * The rules of the `.gitignore` files above a folder, from its repository's top. None when they leave out the folder
 * itself (a package in a virtual environment): asked for by name, it is to be read.
 */
async function rulesAbove(files: FileSystem, folder: string): Promise<IgnoreRules> {
  const above: string[] = [];
  for (let at = folder; ; at = dirname(at)) {
    try {
      if ((await files.stat(join(at, ".git"))) !== null) break;
    } catch {
      return noIgnoreRules;
    }
    if (dirname(at) === at || dirname(at) === "") return noIgnoreRules;
    above.unshift(dirname(at));
  }
  let rules = noIgnoreRules;
  for (const [index, parent] of above.entries()) {
    rules = await withGitignore(files, parent, rules);
    if (rules.ignores(above[index + 1] ?? folder, true)) return noIgnoreRules;
  }
  return rules;
}

function byName(a: Entry, b: Entry): number {
  return a.name < b.name ? -1 : a.name > b.name ? 1 : 0;
}
