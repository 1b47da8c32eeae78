/**
 * The changes of files that are not the workspace's own, in the store that the command line has too. What was kept in
 * this session is known besides: undone in the editor it is forgotten, and kept again when it is done again. A change
 * that an upgrade has undone is no such thing: that it is told of is what it is kept for.
 */
import { LSPErrorCodes, ResponseError } from "vscode-languageserver";
import { hunksBetween } from "../../patches/hunks";
import { locate } from "../../patches/locate";
import type { KeptPatch, PatchStore } from "../../patches/store";
import {
  baseOf,
  EMPTY_STORE,
  forgetPatch,
  isForeign,
  nameIn,
  readStore,
  rememberPatch,
  STORE_PATH,
  writeStore,
} from "../../patches/store";
import { join } from "../../text/paths";
import { decode } from "../../workspace/decode";
import type { FileSystem } from "../../workspace/file-system";
import { problemOf } from "../../workspace/file-system";
import { rootOf } from "../../workspace/root";
import { isLocal } from "./editor-files";
import { keyOfUri } from "../locations";

export interface KeptStoreParts {
  readonly disk: FileSystem;
  /** Makes a file of the disk, or replaces it whole; null where there is no disk. */
  readonly keep: ((path: string, bytes: Uint8Array) => void) | null;
  /** URIs of the workspace folders. */
  folderUris(): readonly string[];
  /** A file's text as it is now, open or on the disk; null where there is none. */
  text(path: string): Promise<string | null>;
  /** The store was written. */
  changed(): void;
}

/** A change that may be made: it is not known before which of its edits are. */
export interface Expected {
  readonly path: string;
  readonly before: string;
  readonly title: string;
  readonly target: string;
  readonly rule: string | null;
}

export class KeptStore {
  private readonly parts: KeptStoreParts;
  /** By the file's key, as they were kept, the name apart. */
  private readonly session = new Map<string, KeptPatch[]>();
  private expected: readonly Expected[] = [];
  private last: Promise<unknown> = Promise.resolve();

  constructor(parts: KeptStoreParts) {
    this.parts = parts;
  }

  /** Whether changes of a file are kept. */
  keeps(path: string): boolean {
    const folders = this.folders();
    return folders.length > 0 && isLocal(path) && folders.every((folder) => isForeign(path, folder));
  }

  /** Keeps changes whose files are named by their keys; others than of foreign files are passed over. */
  keep(patches: readonly KeptPatch[]): Promise<void> {
    return this.inTurn(async () => {
      for (const patch of patches) {
        if (!this.keeps(patch.file) || patch.hunks.length === 0) continue;
        await this.write(patch.file, (store, name) => rememberPatch(store, { ...patch, file: name }));
        this.know(patch);
      }
    });
  }

  /** What an edit that is about to be offered may change. */
  expect(changes: readonly Expected[]): void {
    this.expected = changes.filter(({ path }) => this.keeps(path));
  }

  /** The edit was applied, or some of it: keeps what became of the files. */
  async keepExpected(): Promise<number> {
    const expected = this.expected;
    this.expected = [];
    const patches: KeptPatch[] = [];
    for (const { path, before, title, target, rule } of expected) {
      const after = await this.parts.text(path);
      const hunks = after === null ? [] : hunksBetween(before, after);
      if (hunks.length > 0) patches.push({ file: path, title, target, rule, hunks });
    }
    await this.keep(patches);
    return patches.length;
  }

  /** Something was undone or done again in a file: what this session has kept of it follows. */
  follow(path: string): Promise<void> {
    return this.inTurn(async () => {
      const text = await this.parts.text(path);
      if (text === null) return;
      for (const patch of this.session.get(path) ?? []) {
        const states = locate(text, patch.hunks).map(({ state }) => state);
        if (states.every((state) => state === "lost"))
          await this.write(path, (store, name) => forgetPatch(store, { ...patch, file: name }));
        else if (states.every((state) => state === "in place"))
          await this.write(path, (store, name) => rememberPatch(store, { ...patch, file: name }));
      }
    });
  }

  /** Takes a change out of its store, by what `idOf` calls it. */
  forget(id: string): Promise<boolean> {
    return this.inTurn(async () => {
      for (const { place, store } of await this.all()) {
        const patch = store.patches.find((each) => idOf(place, each) === id);
        if (patch === undefined) continue;
        const path = join(baseOf(place), patch.file);
        const known = this.session.get(path) ?? [];
        this.session.set(
          path,
          known.filter(({ hunks }) => JSON.stringify(hunks) !== JSON.stringify(patch.hunks)),
        );
        await this.writeAt(place, (now) => forgetPatch(now, patch));
        return true;
      }
      return false;
    });
  }

  /** The stores of all folders, each with the place where it stands. */
  async all(): Promise<{ readonly place: string; readonly store: PatchStore }[]> {
    const places = new Set<string>();
    for (const folder of this.folders()) places.add(await this.placeIn(folder));
    return Promise.all([...places].map(async (place) => ({ place, store: await this.load(place) })));
  }

  /** The workspace folders that are on a disk. */
  private folders(): string[] {
    return this.parts.keep === null ? [] : this.parts.folderUris().map(keyOfUri).filter(isLocal);
  }

  private know(patch: KeptPatch): void {
    const known = (this.session.get(patch.file) ?? []).filter(
      (each) => JSON.stringify(each.hunks) !== JSON.stringify(patch.hunks),
    );
    this.session.set(patch.file, [...known, patch]);
  }

  private async write(path: string, change: (store: PatchStore, name: string) => PatchStore): Promise<void> {
    const place = await this.placeFor(path);
    await this.writeAt(place, (store) => change(store, nameIn(place, path)));
  }

  private async writeAt(place: string, change: (store: PatchStore) => PatchStore): Promise<void> {
    const { keep } = this.parts;
    try {
      const store = await this.load(place);
      const next = change(store);
      if (writeStore(next) === writeStore(store)) return;
      keep?.(place, new TextEncoder().encode(writeStore(next)));
    } catch (thrown) {
      throw new ResponseError(LSPErrorCodes.RequestFailed, `${place}: ${problemOf(thrown).message}`);
    }
    this.parts.changed();
  }

  /** The store of the folder that the file lies in, else of the first one: where the command line looks as well. */
  private placeFor(path: string): Promise<string> {
    const folders = this.folders();
    const folder = folders.find((each) => path.startsWith(`${each}/`)) ?? folders[0] ?? "";
    return this.placeIn(folder);
  }

  private async placeIn(folder: string): Promise<string> {
    return join(await rootOf(this.parts.disk, folder, folder), STORE_PATH);
  }

  private async load(place: string): Promise<PatchStore> {
    const { disk } = this.parts;
    if ((await disk.stat(place)) === null) return EMPTY_STORE;
    return readStore(decode(await disk.read(place)).text);
  }

  /** One after another: each reads the store that the one before it has written. */
  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const done = this.last.then(work);
    this.last = done.catch(() => undefined);
    return done;
  }
}

/** What a change in a store is called outside: the same as long as it stays what it is. */
export function idOf(place: string, { file, hunks }: KeptPatch): string {
  return JSON.stringify([place, file, hunks.flatMap(({ lines }) => lines)]);
}
