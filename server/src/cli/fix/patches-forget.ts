import type { KeptPatch } from "../../patches/store";
import { baseOf, forgetPatch } from "../../patches/store";
import { join } from "../../text/paths";
import { verifyPatches } from "../../workspace/kept-patches";
import type { ExitCode, Io } from "../io";
import { UsageError } from "../io";
import { locationOf } from "../location";
import { patchReader } from "./patches-command";
import { loadNamed, save, show } from "./patches-store";

export interface ForgetOptions {
  readonly store?: string;
  readonly all?: boolean;
}

/** Takes changes out of the store; the files that they were made in stay as they are. */
export async function forgetCommand(
  io: Io,
  places: readonly string[],
  options: ForgetOptions,
): Promise<ExitCode> {
  if (places.length > 0 === (options.all === true))
    throw new UsageError("patches forget: name files as `sm-lens patches list` does, or --all");
  const { place, store } = await loadNamed(io, options.store);
  const statuses = await verifyPatches(store, baseOf(place), patchReader(io));
  const gone = new Set<KeptPatch>(options.all === true ? store.patches : []);
  for (const named of places) {
    const { file, line } = locationOf(named);
    const path = join(io.cwd, file);
    const meant = statuses.filter((each) => each.path === path && (line === undefined || each.line === line));
    if (meant.length === 0) throw new UsageError(`${named}: no fix is kept there`);
    for (const { patch } of meant) gone.add(patch);
  }
  if (gone.size > 0) save(io, place, [...gone].reduce(forgetPatch, store));
  for (const { patch, path } of statuses)
    if (gone.has(patch)) io.err(`sm-lens: ${show(io, path)}: forgotten: ${patch.title}\n`);
  if (gone.size === 0) io.err(`sm-lens: ${show(io, place)}: no fix is kept\n`);
  return 0;
}
