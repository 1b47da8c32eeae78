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
    for (const mark of ROOT_MARKS) {
      if ((await statQuietly(files, join(folder, mark))) !== null) return folder;
    }
    if (dirname(folder) === folder) break;
  }
  return fallback;
}

async function statQuietly(files: FileSystem, path: string): ReturnType<FileSystem["stat"]> {
  try {
    return await files.stat(path);
  } catch {
    return null; // What may not be looked at marks no root.
  }
}
