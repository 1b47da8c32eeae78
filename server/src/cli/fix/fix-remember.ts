import { isForeign } from "../../patches/store";
import { sameBytes } from "../../workspace/edit-bytes";
import { rootOf } from "../../workspace/root";
import type { Change } from "./changes";
import type { Chosen } from "./fix-plan";
import { keepChange, load, storePlace } from "./patches-store";
import type { Session } from "../session";

export interface RememberOptions {
  /** Undefined: where the file is not the project's own. */
  readonly remember?: boolean;
  readonly store?: string;
}

/** Throws, before anything is changed, where what has to be remembered cannot be. */
export async function checkRemembered(
  { io }: Session,
  changes: readonly Change[],
  options: RememberOptions,
): Promise<void> {
  const project = await rootOf(io.disk, io.cwd, io.cwd);
  if (!changes.some(({ path }) => options.remember ?? isForeign(path, project))) return;
  await load(io, await storePlace(io, options.store));
}

/** Remembers what was written to files that may be replaced: a reinstall would undo it without a word. */
export async function rememberChanges(
  { io, show }: Session,
  chosen: readonly Chosen[],
  changes: readonly Change[],
  { remember, store }: RememberOptions,
): Promise<void> {
  const project = await rootOf(io.disk, io.cwd, io.cwd);
  for (const change of changes.filter(({ path }) => remember ?? isForeign(path, project))) {
    if (!sameBytes(await io.disk.read(change.path), change.after)) continue; // it could not be written
    const own = chosen.filter(({ named, fix }) =>
      fix.edits.some(({ file }) => (file ?? named.path) === change.path),
    );
    const title = [...new Set(own.map(({ fix }) => fix.title))].join("; ");
    const target = own[0]?.named.settings.target ?? "";
    const rule = own[0]?.judged.rule ?? null;
    const place = await keepChange(io, store, { ...change, title, target, rule });
    io.err(`sm-lens: ${show(change.path)}: remembered in ${place}\n`);
  }
}
