/**
 * What SM Lens asks of a file system. Node's implementation is in `node-files.ts`, the in-memory twin in
 * `memory-files.ts`; an editor with a virtual file system brings its own. Paths are '/'-separated keys.
 */
export type EntryKind = "file" | "folder" | "link" | "other";

export interface Entry {
  readonly name: string;
  readonly kind: EntryKind;
}

export interface FileStat {
  /** What a link leads to, never "link". */
  readonly kind: "file" | "folder" | "other";
  /** In bytes. */
  readonly size: number;
  /** Changes whenever the content may have changed; compared for equality alone. */
  readonly version: string;
}

export interface FileSystem {
  /** The entries of a folder, in no particular order. */
  list(folder: string): Promise<readonly Entry[]>;
  read(path: string): Promise<Uint8Array>;
  /** Follows links; null when nothing is there. */
  stat(path: string): Promise<FileStat | null>;
  /** The path with every link resolved; null when nothing is there. */
  realPath(path: string): Promise<string | null>;
  /** Present where reading need not wait: the analysis then gets every file it asks for at once. */
  readonly immediate?: ImmediateFiles;
}

export interface ImmediateFiles {
  /** Whether it can answer about this path; absent: about every path. For the others there is only waiting. */
  answersFor?(path: string): boolean;
  read(path: string): Uint8Array;
  stat(path: string): FileStat | null;
}

export type FileProblemKind = "missing" | "denied" | "not a file" | "too large" | "other";

/** Why a path could not be read. The message is for people and does not name the path. */
export class FileProblem extends Error {
  readonly kind: FileProblemKind;

  constructor(kind: FileProblemKind, message: string) {
    super(message);
    this.name = "FileProblem";
    this.kind = kind;
  }
}

/** Any thrown value as a problem with a message for people. */
export function problemOf(thrown: unknown): FileProblem {
  if (thrown instanceof FileProblem) return thrown;
  return new FileProblem("other", thrown instanceof Error ? thrown.message : String(thrown));
}
