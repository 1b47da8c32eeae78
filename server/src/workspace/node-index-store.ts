/** Indexes as files of one folder. Each is written beside its place and renamed into it: nobody reads half of one. */
import { createHash, randomUUID } from "node:crypto";
import * as fs from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import type { IndexStore } from "./index-store";
import { makeFolders } from "./node-files";
import { ScanIndex } from "./scan-index";

/** A larger index is not kept: reading it would take longer than it saves. In bytes. */
const LARGEST = 128 * 1024 * 1024;
/** Indexes that are kept; what was used longest ago goes first. */
const MOST_FILES = 24;
/** A file beside its place for this long belongs to nobody any more. In milliseconds. */
const ABANDONED = 60 * 60 * 1000;

/** The user's cache folder, by the conventions of the system. */
export function cacheFolder(environment: Readonly<Record<string, string | undefined>> = process.env): string {
  const xdg = environment["XDG_CACHE_HOME"];
  if (xdg?.startsWith("/") === true) return join(xdg, "sm-lens");
  const local = environment["LOCALAPPDATA"];
  if (process.platform === "win32" && local !== undefined) return join(local, "sm-lens", "cache");
  if (process.platform === "darwin") return join(homedir(), "Library", "Caches", "sm-lens");
  return join(homedir(), ".cache", "sm-lens");
}

/** @param tool what finds things out: an index of another one is as good as none. */
export function nodeIndexStore(folder: string, tool: string): IndexStore {
  const fileOf = (name: string): string =>
    join(folder, `${createHash("sha256").update(name).digest("hex").slice(0, 32)}.index`);
  return {
    load(name) {
      try {
        const file = fileOf(name);
        if (fs.statSync(file).size > LARGEST) return Promise.resolve(null);
        return Promise.resolve(ScanIndex.read(fs.readFileSync(file, "utf8"), tool));
      } catch {
        return Promise.resolve(null);
      }
    },
    save(name, index) {
      const temporary = join(folder, `${randomUUID()}.part`);
      try {
        const text = index.write(tool);
        if (text.length <= LARGEST) {
          makeFolders(folder);
          fs.writeFileSync(temporary, text);
          fs.renameSync(temporary, fileOf(name));
          tidy(folder);
        }
      } catch {
        // A full disk, a folder that may not be written to: the next scan starts from nothing.
        removeQuietly(temporary);
      }
      return Promise.resolve();
    },
  };
}

function removeQuietly(path: string): void {
  try {
    fs.rmSync(path, { force: true });
  } catch {
    // There is no such folder, or it may not be written to: nothing was left there either.
  }
}

function tidy(folder: string): void {
  const files = fs.readdirSync(folder).flatMap((name) => {
    const path = join(folder, name);
    const stat = fs.statSync(path, { throwIfNoEntry: false });
    return stat === undefined ? [] : [{ path, name, time: stat.mtimeMs }];
  });
  const indexes = files.filter(({ name }) => name.endsWith(".index")).sort((a, b) => b.time - a.time);
  const parts = files.filter(({ name, time }) => name.endsWith(".part") && Date.now() - time > ABANDONED);
  for (const { path } of [...indexes.slice(MOST_FILES), ...parts]) removeQuietly(path);
}
