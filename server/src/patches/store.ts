import { dirname } from "../text/paths";
import type { Hunk } from "./hunks";
import { changedOf, hunksBetween, originalOf, reversed } from "./hunks";

/** One fix that was applied to one file. */
export interface KeptPatch {
  /** Relative to the folder of the store where it lies below it, else absolute; '/'-separated, or a URI. */
  readonly file: string;
  /** What the fix said it does. */
  readonly title: string;
  /** The target it was made for. */
  readonly target: string;
  /** The rule whose finding it answered; null where that is not known. */
  readonly rule: string | null;
  readonly hunks: readonly Hunk[];
}

export interface PatchStore {
  readonly schemaVersion: 1;
  readonly patches: readonly KeptPatch[];
}

/** Where the store lies below a workspace folder. */
export const STORE_PATH = ".sm-lens/patches.json";

export const EMPTY_STORE: PatchStore = { schemaVersion: 1, patches: [] };

/** The folder that names in the store start from: the one that holds `.sm-lens`, else that of the file. */
export function baseOf(place: string): string {
  return place.endsWith(`/${STORE_PATH}`) ? dirname(dirname(place)) : dirname(place);
}

/** How the store that stands at a place names a file. */
export function nameIn(place: string, path: string): string {
  const base = baseOf(place);
  const prefix = base.endsWith("/") ? base : `${base}/`;
  return path.startsWith(prefix) ? path.slice(prefix.length) : path;
}

/** Throws an `Error` with words for people where the text is no store. */
export function readStore(text: string): PatchStore {
  let read: unknown;
  try {
    read = JSON.parse(text);
  } catch {
    throw new Error("is no JSON");
  }
  if (typeof read !== "object" || read === null || !("schemaVersion" in read))
    throw new Error("is no store of kept fixes");
  const { schemaVersion, patches } = read as Partial<PatchStore>;
  if (schemaVersion !== 1) throw new Error("is of another version of SM Lens");
  if (!Array.isArray(patches) || !patches.every(isPatch)) throw new Error("does not hold patches");
  return { schemaVersion, patches };
}

export function writeStore(store: PatchStore): string {
  return `${JSON.stringify(store, null, 2)}\n`;
}

export function isPatch(patch: unknown): patch is KeptPatch {
  if (typeof patch !== "object" || patch === null) return false;
  const { file, title, target, rule, hunks } = patch as Partial<Record<keyof KeptPatch, unknown>>;
  const texts = [file, title, target].every((text) => typeof text === "string");
  return texts && (rule === null || typeof rule === "string") && Array.isArray(hunks) && hunks.every(isHunk);
}

function isHunk(hunk: unknown): hunk is Hunk {
  if (typeof hunk !== "object" || hunk === null) return false;
  const { line, lines } = hunk as Partial<Record<keyof Hunk, unknown>>;
  const isLine = (each: unknown): boolean => typeof each === "string" && /^[-+ ]/.test(each);
  return (
    typeof line === "number" &&
    Number.isInteger(line) &&
    line >= 0 &&
    Array.isArray(lines) &&
    lines.length > 0 &&
    lines.every(isLine)
  );
}

/** The store with one more change. What undoes a change that is kept takes it away; the same twice is kept once. */
export function remember(
  store: PatchStore,
  change: Omit<KeptPatch, "hunks"> & { readonly before: string; readonly after: string },
): PatchStore {
  const { before, after, ...what } = change;
  return rememberPatch(store, { ...what, hunks: hunksBetween(before, after) });
}

/** The same for a change that is told as hunks. */
export function rememberPatch(store: PatchStore, patch: KeptPatch): PatchStore {
  const { hunks, ...what } = patch;
  if (hunks.length === 0) return store;
  const undone = signature(hunks.map(reversed));
  const others = store.patches.filter(
    (patch) => patch.file !== what.file || signature(patch.hunks) !== signature(hunks),
  );
  const rest = others.filter((patch) => patch.file !== what.file || signature(patch.hunks) !== undone);
  const isUndo = rest.length < others.length;
  return { ...store, patches: isUndo ? rest : [...rest, { ...what, hunks }] };
}

/** The store without a change. */
export function forgetPatch(store: PatchStore, { file, hunks }: KeptPatch): PatchStore {
  const gone = signature(hunks);
  const rest = store.patches.filter((patch) => patch.file !== file || signature(patch.hunks) !== gone);
  return rest.length === store.patches.length ? store : { ...store, patches: rest };
}

/** What a change does and between which lines, wherever it stands. */
function signature(hunks: readonly Hunk[]): string {
  return JSON.stringify(hunks.map((hunk) => [originalOf(hunk), changedOf(hunk)]));
}

/** Whether a file is not the project's own: outside its folder, or installed by a package manager. */
export function isForeign(path: string, root: string): boolean {
  const outside = root !== "" && path !== root && !path.startsWith(root.endsWith("/") ? root : `${root}/`);
  return outside || /\/(site-packages|dist-packages)\//.test(path);
}
