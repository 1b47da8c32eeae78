import { dirname, join } from "../text/paths";
import type { FileSystem } from "./file-system";

/** What lies where a project begins. */
export const ROOT_MARKS = [".git", "pyproject.toml", "setup.py"];

/**
 * Where names are resolved from for a file or folder: the nearest folder upwards that holds `.git`, `pyproject.toml`
 * or `setup.py`, else `fallback`.
 */
export async function rootOf(files: FileSystem, path: string, fallback: string): Promise<string> {
  const stat = await statQuietly(files, path);
  for (let folder = stat?.kind === "folder" ? path : dirname(path); folder !== ""; folder = dirname(folder)) {
    if (await hasMark(files, folder)) return folder;
    if (isTopmost(folder)) break;
  }
  return fallback;
}

/** Whether a project begins in the folder. */
export async function hasMark(files: FileSystem, folder: string): Promise<boolean> {
  for (const mark of ROOT_MARKS) if ((await statQuietly(files, join(folder, mark))) !== null) return true;
  return false;
}

/** Whether nothing lies above the folder. */
export function isTopmost(folder: string): boolean {
  return dirname(folder) === folder || dirname(folder) === "";
}

async function statQuietly(files: FileSystem, path: string): ReturnType<FileSystem["stat"]> {
  try {
    return await files.stat(path);
  } catch {
    return null; // What may not be looked at marks no root.
  }
}
