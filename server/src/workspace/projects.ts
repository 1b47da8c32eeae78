/** Where projects begin among the files of several folders. */
import { dirname, join } from "../text/paths";
import type { FileSystem } from "./file-system";
import { ROOT_MARKS } from "./root";

/** For each folder with files the nearest one upwards that a project begins in, at most a given one. */
export async function nearestRoots(
  disk: FileSystem,
  paths: readonly string[],
  given: readonly string[],
): Promise<Map<string, string>> {
  const known = new Map<string, string>();
  const find = async (folder: string): Promise<string> => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    let root = folder;
    const isTop = given.includes(folder) || isTopmost(folder);
    if (!isTop && !(await hasMark(disk, folder))) root = await find(dirname(folder));
    known.set(folder, root);
    return root;
  };
  for (const folder of new Set(paths.map(dirname))) await find(folder);
  return known;
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
  const known = new Map<string, string | null>();
  const find = async (folder: string): Promise<string | null> => {
    const before = known.get(folder);
    if (before !== undefined) return before;
    const isGiven = given.includes(folder);
    const above = isGiven || isTopmost(folder) ? null : await find(dirname(folder));
    const isInside = isGiven || given.some((one) => folder.startsWith(one.endsWith("/") ? one : `${one}/`));
    const root = above ?? (isInside && (await hasMark(disk, folder)) ? folder : null);
    known.set(folder, root);
    return root;
  };
  const roots = new Set(given);
  for (const folder of new Set(paths.map(dirname))) {
    const root = await find(folder);
    if (root !== null) roots.add(root);
  }
  return [...roots];
}

function isTopmost(folder: string): boolean {
  return dirname(folder) === folder || dirname(folder) === "";
}

async function hasMark(disk: FileSystem, folder: string): Promise<boolean> {
  for (const mark of ROOT_MARKS) {
    try {
      if ((await disk.stat(join(folder, mark))) !== null) return true;
    } catch {
      return false; // What may not be looked at marks no root.
    }
  }
  return false;
}
