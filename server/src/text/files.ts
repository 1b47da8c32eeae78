/**
 * What the pure core may ask of a workspace, synchronously. The edges implement it: node reads the disk, an editor
 * with a virtual file system answers `undefined` for what it has not loaded yet, loads it and analyses again.
 */
export interface Files {
  /** The file's text; `null` when there is no such file; `undefined` when it is not loaded yet. */
  read(path: string): string | null | undefined;
  /** Takes down that what is found out about `from` hangs on these paths: on their text, or on nothing being there. */
  readonly links?: (from: string, paths: readonly string[]) => void;
}

/** For one file alone: everything else is absent. */
export const noFiles: Files = { read: () => null };

/** The in-memory twin, for tests. */
export function memoryFiles(contents: Readonly<Record<string, string>>): Files {
  const map = new Map(Object.entries(contents));
  return { read: (path) => map.get(path) ?? null };
}

/** Long loops call `cancelled` now and then and stop early when it answers true. */
export interface Cancellation {
  cancelled(): boolean;
}

export const neverCancelled: Cancellation = { cancelled: () => false };
