import { isForeign } from "../../patches/store";
import { sameBytes } from "../../workspace/edit-bytes";
import { rootOf } from "../../workspace/root";
import type { Change } from "./changes";
import { keepChange, load, storePlace } from "./patches-store";
import type { Session } from "../session";

/** The run that changes files: a session of `fix`, or a run of `chain`. */
type Run = Pick<Session, "io" | "show">;

/** What is told of a change of a file. */
export interface About {
  readonly title: string;
  readonly target: string;
  readonly rule: string | null;
}

export interface RememberOptions {
  /** Undefined: where the file is not the project's own. */
  readonly remember?: boolean;
  readonly store?: string;
}

/** Throws, before anything is changed, where what has to be remembered cannot be. */
export async function checkRemembered(
  { io }: Run,
  changes: readonly Change[],
  options: RememberOptions,
): Promise<void> {
  const project = await rootOf(io.disk, io.cwd, io.cwd);
  if (!changes.some(({ path }) => options.remember ?? isForeign(path, project))) return;
  await load(io, await storePlace(io, options.store));
}

/** Remembers what was written to files that may be replaced: a reinstall would undo it without a word. */
export async function rememberChanges(
  { io, show }: Run,
  changes: readonly Change[],
  about: (path: string) => About,
  { remember, store }: RememberOptions,
): Promise<void> {
  const project = await rootOf(io.disk, io.cwd, io.cwd);
  for (const change of changes.filter(({ path }) => remember ?? isForeign(path, project))) {
    if (!sameBytes(await io.disk.read(change.path), change.after)) continue; // it could not be written
    const place = await keepChange(io, store, { ...change, ...about(change.path) });
    io.err(`sm-lens: ${show(change.path)}: remembered in ${place}\n`);
  }
}
