import type { Engine } from "../workspace/engine";
import type { FileSystem } from "../workspace/file-system";
import type { IndexStore } from "../workspace/index-store";
import type { Scanner } from "../workspace/scanner";

/** Everything a command touches of the world outside. */
export interface Io {
  /** '/'-separated and absolute. */
  readonly cwd: string;
  readonly disk: FileSystem;
  out(text: string | Uint8Array): void;
  err(text: string): void;
  engine(): Engine;
  /** Scans with at most so many threads; undefined: one a core. */
  scanner(threads: number | undefined): Scanner;
  /** Null where nothing is kept between two runs. */
  readonly indexes: IndexStore | null;
  /** What is being done, where somebody watches; null: nothing any more. */
  progress(doing: string | null): void;
  /** Makes a file, or replaces one. Throws a `FileProblem`. */
  create(path: string, bytes: Uint8Array): void;
  /** Replaces a file's bytes, its mode kept. Throws a `FileProblem`. */
  write(path: string, bytes: Uint8Array): void;
  /** Makes a file and the folders above it, or replaces it whole. Throws a `FileProblem`. */
  keep(path: string, bytes: Uint8Array): void;
  /** Serves the language server over stdio; resolves when it was started. */
  serve(): Promise<void>;
}

/** 0: nothing at or above the threshold. 1: findings. 2: usage, or input that could not be read. */
export type ExitCode = 0 | 1 | 2;

/** Wrong usage, or an input that a command cannot go on without: one line on stderr, exit status 2. */
export class UsageError extends Error {}

/** What a program that reads "-" from its standard input is not. */
export const NO_STDIN = "standard input is not read; give a file";
