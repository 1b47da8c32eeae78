/** Where an `#include` is looked for: beside the file that asks, then in the search folders, in order. */
import type { Files } from "../text/files";
import { dirname, join } from "../text/paths";

export interface FoundHeader {
  readonly path: string;
  readonly text: string;
}

export interface AskedFile {
  readonly spelling: string;
  /** In quotes: beside the file that asks first. */
  readonly quoted: boolean;
  /** By `#include_next`: only in the search folders behind the one in which the file that asks was found. */
  readonly next: boolean;
}

export interface IncludeSearch {
  /** The file that an include in `from` asks for; null where none can be found. */
  find(asked: AskedFile, from: string): FoundHeader | null;
  /** The text of a file found before; null when it is gone. */
  textOf(path: string): string | null;
  /** What was found out about the files seen through this search; they do not change under it. */
  readonly checked: WeakSet<object>;
}

export interface SearchOptions {
  /** Folders given by the user, first. */
  readonly folders: readonly string[];
  /** The workspace's root, or "" where there is none. */
  readonly root: string;
  /** Takes down files that are not loaded yet. */
  readonly wanted: Set<string>;
}

/** Where libraries of this field keep their headers, from a project's root. */
const CONVENTIONAL = [
  "include",
  "csrc",
  "csrc/nv_internal",
  "csrc/nv_internal/include",
  "3rdparty/cutlass/include",
  "3rdparty/cutlass/tools/util/include",
  "3rdparty/spdlog/include",
  "3rdparty/cccl/libcudacxx/include",
  "third-party/cutlass/include",
  "third_party/cutlass/include",
  "flashinfer/data/include",
  "flashinfer/data/csrc",
  "flashinfer/data/cutlass/include",
  "data/include",
  "data/csrc",
  "data/cutlass/include",
  "src",
  "",
];

interface Answer {
  readonly found: FoundHeader | null;
  /** Every path that was looked at. */
  readonly tried: readonly string[];
}

/** One state of the workspace: what is found once stays found, and what is missing stays missing. */
export function includeSearch(files: Files, { folders, root, wanted }: SearchOptions): IncludeSearch {
  const known = new Map<string, readonly string[]>();
  const answers = new Map<string, Answer>();
  let notLoaded = 0;
  const read = (path: string): string | null => {
    const text = files.read(path);
    if (text === undefined) {
      wanted.add(path);
      notLoaded++;
    }
    return text ?? null;
  };
  const foldersFor = (folder: string): readonly string[] => {
    let all = known.get(folder);
    if (all === undefined) {
      const conventional =
        root === "" ? [] : CONVENTIONAL.map((name) => (name === "" ? root : join(root, name)));
      all = [...new Set([...folders, ...includeFoldersAbove(folder, root), ...conventional])];
      known.set(folder, all);
    }
    return all;
  };
  // In which folder of the search a header was found first: `#include_next` goes on behind it.
  const foundIn = new Map<string, string>();
  const look = ({ spelling, quoted, next }: AskedFile, from: string): Answer => {
    const folder = dirname(from);
    const search = foldersFor(folder);
    const before = next ? foundIn.get(from) : undefined;
    const folders = before === undefined ? search : search.slice(search.indexOf(before) + 1);
    const beside = quoted && !next ? [folder] : [];
    const tried: string[] = [];
    for (const base of [...beside, ...folders]) {
      const path = join(base, spelling);
      tried.push(path);
      const text = read(path);
      if (text === null) continue;
      if (base !== beside[0] && !foundIn.has(path)) foundIn.set(path, base);
      return { found: { path, text }, tried };
    }
    return { found: null, tried };
  };
  return {
    textOf: read,
    checked: new WeakSet(),
    find(asked, from) {
      const { spelling, quoted, next } = asked;
      const key = `${quoted ? '"' : "<"}${spelling} ${next ? `after ${from}` : dirname(from)}`;
      let answer = answers.get(key);
      if (answer === undefined) {
        const before = notLoaded;
        answer = look(asked, from);
        // What hangs on a file that is not loaded yet is asked again.
        if (notLoaded === before) answers.set(key, answer);
      }
      files.links?.(from, answer.tried);
      return answer.found;
    },
  };
}

/** For a file under `…/include/…` that folder, and every `include` beside a folder on the way up to the root. */
function includeFoldersAbove(folder: string, root: string): string[] {
  const found: string[] = [];
  for (let at = folder; at.length > root.length && at !== "" && at !== "/"; at = dirname(at)) {
    if (at.endsWith("/include")) found.push(at);
    else found.push(join(at, "include"));
  }
  return found;
}
