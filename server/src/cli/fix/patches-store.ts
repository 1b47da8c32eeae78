/** The store of remembered fixes on the disk. */
import type { PatchStore } from "../../patches/store";
import { EMPTY_STORE, nameIn, readStore, remember, STORE_PATH, writeStore } from "../../patches/store";
import { dirname, join } from "../../text/paths";
import { decode } from "../../workspace/decode";
import { problemOf } from "../../workspace/file-system";
import { rootOf } from "../../workspace/root";
import type { Io } from "../io";
import { UsageError } from "../io";
import { showPathFor } from "../shown-paths";

/** Keeps the change of a file; answers where. */
export async function keepChange(
  io: Io,
  named: string | undefined,
  change: {
    path: string;
    before: Uint8Array;
    after: Uint8Array;
    title: string;
    target: string;
    rule: string | null;
  },
): Promise<string> {
  const place = await storePlace(io, named);
  const { path, title, target, rule } = change;
  const store = remember(await load(io, place), {
    file: nameIn(place, path),
    title,
    target,
    rule,
    before: decode(change.before).text,
    after: decode(change.after).text,
  });
  save(io, place, store);
  return show(io, place);
}

export function save(io: Io, place: string, store: PatchStore): void {
  try {
    io.keep(place, new TextEncoder().encode(writeStore(store)));
  } catch (thrown) {
    throw new UsageError(`${show(io, place)}: cannot be written: ${problemOf(thrown).message}`);
  }
}

/** The store that is named, which then has to be there, else the project's. */
export async function loadNamed(
  io: Io,
  named: string | undefined,
): Promise<{ readonly place: string; readonly store: PatchStore }> {
  const place = await storePlace(io, named);
  if (named !== undefined && (await io.disk.stat(place).catch(() => null)) === null)
    throw new UsageError(`--store: there is no file '${named}'`);
  return { place, store: await load(io, place) };
}

/** The project's store, wherever in the project one stands. */
export async function storePlace(io: Io, named: string | undefined): Promise<string> {
  if (named !== undefined) return join(io.cwd, named);
  return join(await rootOf(io.disk, io.cwd, io.cwd), STORE_PATH);
}

export async function load(io: Io, place: string): Promise<PatchStore> {
  try {
    if ((await io.disk.stat(place)) === null) {
      await checkFolder(io, dirname(place));
      return EMPTY_STORE;
    }
    return readStore(decode(await io.disk.read(place)).text);
  } catch (thrown) {
    if (thrown instanceof UsageError) throw thrown;
    throw new UsageError(`${show(io, place)}: ${problemOf(thrown).message}`);
  }
}

/** A file where a folder would have to be is told before anything is changed. */
async function checkFolder(io: Io, folder: string): Promise<void> {
  const stat = await io.disk.stat(folder).catch(() => null);
  if (stat !== null && stat.kind !== "folder")
    throw new UsageError(`${show(io, folder)}: is no folder, so that no fix can be kept in it`);
}

export function show(io: Io, path: string): string {
  return showPathFor(io.cwd, [])(path);
}
