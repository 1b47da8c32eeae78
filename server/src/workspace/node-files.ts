import * as fs from "node:fs";
import { dirname as folderOf } from "node:path";
import { dirname } from "../text/paths";
import type { Entry, EntryKind, FileStat, FileSystem } from "./file-system";
import { FileProblem, problemOf } from "./file-system";

/**
 * The local disk. Calls are synchronous underneath: on a local disk one costs microseconds, less than handing it to
 * a thread; callers pause between files where somebody is typing.
 */
export const nodeFiles: FileSystem = {
  list: (folder) => settle(() => fs.readdirSync(native(folder), { withFileTypes: true }).map(entryOf)),
  read: (path) => settle(() => readNow(path)),
  stat: (path) => settle(() => statNow(path)),
  realPath: (path) => settle(() => realPathNow(path)),
  immediate: { read: readNow, stat: statNow },
};

/**
 * Replaces a file's bytes in place: its mode, its owner and its links stay. Where that fails half-way (a full disk) the
 * old bytes are put back; the file is cut to its new length only when all is written.
 */
export function writeBytes(path: string, bytes: Uint8Array): void {
  try {
    const old = fs.readFileSync(native(path));
    const file = fs.openSync(native(path), "r+");
    try {
      writeAll(file, bytes);
      fs.ftruncateSync(file, bytes.length);
    } catch (thrown) {
      putBack(file, old);
      throw thrown;
    } finally {
      fs.closeSync(file);
    }
  } catch (thrown) {
    throw inWords(thrown);
  }
}

/** Makes a file in a folder that is there, or replaces one. */
export function createFile(path: string, bytes: Uint8Array): void {
  try {
    fs.writeFileSync(native(path), bytes);
  } catch (thrown) {
    throw inWords(thrown);
  }
}

/**
 * Makes a folder and those above it, each by itself: node's own recursive way never comes back where a parent is there
 * and takes no folders, as `/proc`. Throws what the file system says.
 */
export function makeFolders(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return;
  const parent = folderOf(folder);
  if (parent !== folder) makeFolders(parent);
  try {
    fs.mkdirSync(folder);
  } catch (thrown) {
    // Another process was quicker.
    if ((thrown as NodeJS.ErrnoException).code !== "EEXIST") throw thrown;
  }
}

/**
 * Makes a file, and the folders above it. One that is there is replaced whole by renaming: a reader sees the old text or
 * the new.
 */
export function keepFile(path: string, bytes: Uint8Array): void {
  const draft = `${native(path)}.${process.pid}.tmp`;
  try {
    makeFolders(native(dirname(path)));
    fs.writeFileSync(draft, bytes);
    fs.renameSync(draft, native(path));
  } catch (thrown) {
    fs.rmSync(draft, { force: true });
    throw inWords(thrown);
  }
}

/** What could not be overwritten is the old text still. */
function putBack(file: number, old: Uint8Array): void {
  try {
    writeAll(file, old);
  } catch {
    // Beyond the point where writing fails nothing was overwritten.
  }
  fs.ftruncateSync(file, old.length);
}

function writeAll(file: number, bytes: Uint8Array): void {
  for (let at = 0; at < bytes.length;) at += fs.writeSync(file, bytes, at, bytes.length - at, at);
}

/** A '/'-separated absolute key of a path as the operating system spells it. */
export function keyOf(nativePath: string): string {
  return process.platform === "win32" ? nativePath.replace(/\\/g, "/") : nativePath;
}

function native(path: string): string {
  // Node takes forward slashes on every system; a bare drive would mean the drive's current folder.
  return /^[A-Za-z]:$/.test(path) ? `${path}/` : path;
}

function settle<T>(call: () => T): Promise<T> {
  return new Promise((resolve, reject) => {
    try {
      resolve(call());
    } catch (thrown) {
      reject(inWords(thrown));
    }
  });
}

function entryOf(entry: fs.Dirent): Entry {
  return { name: entry.name, kind: kindOf(entry) };
}

function kindOf(entry: fs.Dirent): EntryKind {
  if (entry.isFile()) return "file";
  if (entry.isDirectory()) return "folder";
  return entry.isSymbolicLink() ? "link" : "other";
}

function readNow(path: string): Uint8Array {
  try {
    return fs.readFileSync(native(path));
  } catch (thrown) {
    throw inWords(thrown);
  }
}

function statNow(path: string): FileStat | null {
  let stat: fs.Stats | undefined;
  try {
    stat = fs.statSync(native(path), { throwIfNoEntry: false });
  } catch (thrown) {
    const code = codeOf(thrown);
    // Below a file, in a loop of links, or a name no file can have: nothing is there.
    if (code === "ENOTDIR" || code === "ELOOP" || code === "ENAMETOOLONG" || code === "ERR_INVALID_ARG_VALUE")
      return null;
    throw inWords(thrown);
  }
  if (stat === undefined) return null;
  const kind = stat.isFile() ? "file" : stat.isDirectory() ? "folder" : "other";
  const version = `${stat.mtimeMs}:${stat.ctimeMs}:${stat.size}:${stat.ino}`;
  return { kind, size: stat.size, version: isYoung(stat) ? `${version}:${youngMark()}` : version };
}

/** In milliseconds: what file systems count times in, at the coarsest. Where it is a second the rest is zero. */
const TICK = 50;
const COARSE_TICK = 2000;

/** Whether it was changed so lately that it may change again with the same times. */
function isYoung({ ctimeMs }: fs.Stats): boolean {
  return Math.abs(Date.now() - ctimeMs) < (ctimeMs % 1000 === 0 ? COARSE_TICK : TICK);
}

let youngMarks = 0;

/** Never the same twice: what was young is looked at again, by its text. */
function youngMark(): string {
  return `${process.pid}.${Date.now()}.${youngMarks++}`;
}

function realPathNow(path: string): string | null {
  try {
    return keyOf(fs.realpathSync.native(native(path)));
  } catch (thrown) {
    const code = codeOf(thrown);
    if (code === "ENOENT" || code === "ENOTDIR" || code === "ELOOP") return null;
    throw inWords(thrown);
  }
}

function codeOf(thrown: unknown): string {
  return thrown instanceof Error && "code" in thrown ? String(thrown.code) : "";
}

/** Node's messages repeat the system call and the path; people want the reason alone. */
function inWords(thrown: unknown): FileProblem {
  switch (codeOf(thrown)) {
    case "ENOENT":
    case "ENOTDIR":
      return new FileProblem("missing", "no such file or folder");
    case "EACCES":
    case "EPERM":
      return new FileProblem("denied", "permission denied");
    case "EISDIR":
      return new FileProblem("not a file", "is a folder");
    case "ELOOP":
      return new FileProblem("missing", "is a link that leads back to itself");
    case "ENOSPC":
      return new FileProblem("other", "no space left on the device");
    case "EROFS":
      return new FileProblem("denied", "the file system is read-only");
    case "ERR_FS_FILE_TOO_LARGE":
      return new FileProblem("too large", "is too large to be read");
    default:
      return problemOf(thrown);
  }
}
