import type { TextEdit } from "../gates/edits";
import type { ExportedFile } from "../patches/export";
import { exportedPatch } from "../patches/export";
import { contextOf } from "../patches/hunks";
import type { Located } from "../patches/locate";
import { locate } from "../patches/locate";
import { reapply } from "../patches/reapply";
import type { KeptPatch, PatchStore } from "../patches/store";
import { join } from "../text/paths";

/**
 * What became of a kept patch. "opened otherwise": its text is not there, and neither is a finding of its rule: a newer
 * version does it in its own way. "changed": its text is not there, and whether it is still needed must be looked at.
 */
export type PatchState = "in place" | "lost" | "opened otherwise" | "changed" | "missing";

export interface PatchStatus {
  readonly patch: KeptPatch;
  /** The file's key. */
  readonly path: string;
  readonly state: PatchState;
  /** The first line that it changes, where it is or would be, from 0; null where that is not known. */
  readonly line: number | null;
  readonly located: readonly Located[];
}

export interface PatchReader {
  /** Null: there is no such file, or it cannot be read. */
  text(path: string): Promise<string | null>;
  /** Whether the file has a finding of the rule for the target; null where that cannot be told. */
  hasFinding(path: string, rule: string, target: string): Promise<boolean | null>;
}

/** Where every kept patch stands now. `base` is the folder that relative names in the store start from. */
export async function verifyPatches(
  store: PatchStore,
  base: string,
  reader: PatchReader,
): Promise<PatchStatus[]> {
  const byFile = new Map<string, KeptPatch[]>();
  for (const patch of store.patches) byFile.set(patch.file, [...(byFile.get(patch.file) ?? []), patch]);
  const found = new Map<KeptPatch, PatchStatus>();
  for (const [file, patches] of byFile) {
    const path = join(base, file);
    const text = await reader.text(path);
    for (const status of await statusesOf(patches, path, text, reader)) found.set(status.patch, status);
  }
  return store.patches.flatMap((patch) => found.get(patch) ?? []);
}

async function statusesOf(
  patches: readonly KeptPatch[],
  path: string,
  text: string | null,
  reader: PatchReader,
): Promise<PatchStatus[]> {
  if (text === null)
    return patches.map((patch) => ({ patch, path, state: "missing", line: null, located: [] }));
  // In the order of the file: what moved one hunk moved those below it.
  const hunks = patches.flatMap((patch) => patch.hunks.map((hunk) => ({ patch, hunk })));
  hunks.sort((a, b) => a.hunk.line - b.hunk.line);
  const located = locate(
    text,
    hunks.map(({ hunk }) => hunk),
  );
  const statuses: PatchStatus[] = [];
  for (const patch of patches) {
    const own = located.filter((_, index) => hunks[index]?.patch === patch);
    const state = await stateOf(own, patch, path, reader);
    statuses.push({ patch, path, state, line: firstLine(own), located: own });
  }
  return statuses;
}

/** The first line that is changed: a hunk begins some lines before it. */
function firstLine(located: readonly Located[]): number | null {
  const first = located.find(({ line }) => line !== null);
  return first === undefined || first.line === null ? null : first.line + contextOf(first.hunk).start;
}

async function stateOf(
  located: readonly Located[],
  { rule, target }: KeptPatch,
  path: string,
  reader: PatchReader,
): Promise<PatchState> {
  if (located.some(({ state }) => state === "lost")) return "lost";
  if (located.every(({ state }) => state === "in place")) return "in place";
  if (rule === null) return "changed";
  return (await reader.hasFinding(path, rule, target)) === false ? "opened otherwise" : "changed";
}

/** Edits that put back what is lost, by file. */
export function reapplyAll(
  statuses: readonly PatchStatus[],
  textOf: (path: string) => string | null,
): Map<string, TextEdit[]> {
  const edits = new Map<string, TextEdit[]>();
  for (const { path, located } of statuses) {
    const text = textOf(path);
    const made = text === null ? [] : reapply(text, located);
    if (made.length > 0) edits.set(path, [...(edits.get(path) ?? []), ...made]);
  }
  return edits;
}

/** All that is kept, as one patch that `patch -p1` takes; `base` as for `verifyPatches`. */
export function exportPatches(statuses: readonly PatchStatus[]): string {
  const files = new Map<string, ExportedFile>();
  for (const { patch, located } of statuses) {
    const name = patch.file;
    const all = located.length > 0 ? located : patch.hunks.map(unlocated);
    files.set(name, { name, located: [...(files.get(name)?.located ?? []), ...all] });
  }
  return exportedPatch([...files.values()]);
}

function unlocated(hunk: KeptPatch["hunks"][number]): Located {
  return { state: "changed", line: null, hunk };
}
