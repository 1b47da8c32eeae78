/** Where projects begin among the files of several folders. */
import { dirname } from "../text/paths";
import type { FileSystem } from "./file-system";
import { hasMark, isTopmost } from "./root";

/** For each folder with files the nearest one upwards that a project begins in, at most a given one. */
export function nearestRoots(
  disk: FileSystem,
  paths: readonly string[],
  given: readonly string[],
): Promise<Map<string, string>> {
  return forFolders(paths, async (folder, above) => {
    const isTop = given.includes(folder) || isTopmost(folder);
    return isTop || (await hasMark(disk, folder)) ? folder : above();
  });
}

/**
 * What the files fall into: the given places first, then the projects inside one that begins none itself, as a folder
 * of checkouts does. A project inside a project is a part of it.
 */
export async function outermostRoots(
  disk: FileSystem,
  paths: readonly string[],
  given: readonly string[],
): Promise<string[]> {
  const found = await forFolders<string | null>(paths, async (folder, above) => {
    const isGiven = given.includes(folder);
    const outer = isGiven || isTopmost(folder) ? null : await above();
    if (outer !== null) return outer;
    const isInside = isGiven || given.some((one) => folder.startsWith(one.endsWith("/") ? one : `${one}/`));
    return isInside && (await hasMark(disk, folder)) ? folder : null;
  });
  return [...new Set([...given, ...[...found.values()].filter((root) => root !== null)])];
}

/** An answer for each folder with files and those it was asked of above them, each found once. */
async function forFolders<T>(
  paths: readonly string[],
  answer: (folder: string, above: () => Promise<T>) => Promise<T>,
): Promise<Map<string, T>> {
  const known = new Map<string, T>();
  const find = async (folder: string): Promise<T> => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const found = await answer(folder, () => find(dirname(folder)));
    known.set(folder, found);
    return found;
  };
  for (const folder of new Set(paths.map(dirname))) await find(folder);
  return known;
}
