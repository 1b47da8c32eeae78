import type { Decoded } from "./decode";
import { decode } from "./decode";
import type { FileStat, FileSystem } from "./file-system";
import { FileProblem } from "./file-system";

/** Larger files are not read: nobody's source, and a text past it would take the memory of all others. */
export const MAX_FILE_BYTES = 64 * 1024 * 1024;

/** A regular file's text. Throws a `FileProblem` whose message is for people. */
export async function readText(files: FileSystem, path: string): Promise<Decoded> {
  checkReadable(await files.stat(path));
  return decode(await files.read(path));
}

export function checkReadable(stat: FileStat | null): asserts stat is FileStat {
  if (stat === null) throw new FileProblem("missing", "no such file or folder");
  if (stat.kind === "folder") throw new FileProblem("not a file", "is a folder");
  if (stat.kind === "other") throw new FileProblem("not a file", "is not a regular file");
  if (stat.size > MAX_FILE_BYTES) {
    const message = `has ${megabytes(stat.size)} MB; files over ${megabytes(MAX_FILE_BYTES)} MB are not read`;
    throw new FileProblem("too large", message);
  }
}

function megabytes(bytes: number): string {
  return (bytes / (1024 * 1024)).toFixed(0);
}
