/** Edits as changes of files on the disk. */
import type { TextEdit } from "../../gates/edits";
import { decode } from "../../workspace/decode";
import { editBytes, sameBytes } from "../../workspace/edit-bytes";
import { FileProblem, problemOf } from "../../workspace/file-system";
import type { Io } from "../io";
import { UsageError } from "../io";

/** A file before and after. */
export interface Change {
  readonly path: string;
  readonly before: Uint8Array;
  readonly after: Uint8Array;
}

const CHANGED = "it changed while it was read; nothing was written to it";

/** The edits' places are those of the text that was analysed. */
export async function changeOf(
  io: Io,
  path: string,
  edits: readonly TextEdit[],
  analysed: string | null | undefined,
): Promise<Change> {
  try {
    const before = await io.disk.read(path);
    if (decode(before).text !== analysed) throw new FileProblem("other", CHANGED);
    return { path, before, after: editBytes(before, edits) };
  } catch (thrown) {
    throw new UsageError(`${path}: ${problemOf(thrown).message}`);
  }
}

export async function writeChange(io: Io, { path, before, after }: Change, shown: string): Promise<void> {
  try {
    if (!sameBytes(await io.disk.read(path), before)) throw new FileProblem("other", CHANGED);
    io.write(path, after);
  } catch (thrown) {
    throw new UsageError(`${shown}: cannot be written: ${problemOf(thrown).message}`);
  }
}

/**
 * Files that make sense together: all of them, or none. A list that is opened without the kernel behind it is worse
 * than one that is closed.
 */
export async function writeTogether(
  io: Io,
  changes: readonly Change[],
  show: (path: string) => string,
): Promise<void> {
  const written: Change[] = [];
  for (const change of changes) {
    try {
      await writeChange(io, change, show(change.path));
      written.push(change);
    } catch (thrown) {
      const { message } = problemOf(thrown);
      if (changes.length === 1) throw new UsageError(message);
      const left = putBack(io, written).map(show);
      const outcome = left.length === 0 ? "nothing was changed" : `${left.join(", ")} could not be put back`;
      throw new UsageError(`${message}; ${outcome}`);
    }
  }
}

/** The paths of those that could not be. */
function putBack(io: Io, written: readonly Change[]): string[] {
  return written.flatMap(({ path, before }) => {
    try {
      io.write(path, before);
      return [];
    } catch {
      return [path];
    }
  });
}
