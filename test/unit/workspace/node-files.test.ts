import { existsSync, mkdtempSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeFolders, nodeFiles } from "../../../server/src/workspace/node-files";

const folder = mkdtempSync(join(tmpdir(), "sm-lens-folders-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("the version of a file", () => {
  const path = join(folder, "header.cuh");
  const version = (): string => nodeFiles.immediate?.stat(path)?.version ?? "";
  const rest = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 150));

  it("is another one after every edit, however soon it comes and whatever its size and time are", () => {
    const seen = new Set<string>();
    writeFileSync(path, "#if 1\n");
    const { atime, mtime } = statSync(path);
    for (let edit = 0; edit < 200; edit++) {
      writeFileSync(path, `#if ${edit % 10}\n`);
      utimesSync(path, atime, mtime);
      seen.add(version());
    }
    expect(seen.size).toBe(200);
  });

  it("stays once the file rests, and changes when a time is put back", async () => {
    writeFileSync(path, "#if 1\n");
    const { atime, mtime } = statSync(path);
    await rest();
    const rested = version();
    expect(version()).toBe(rested);
    writeFileSync(path, "#if 0\n");
    utimesSync(path, atime, mtime);
    await rest();
    expect(version()).not.toBe(rested);
  });
});

describe("folders", () => {
  it("are made with all that stand above them, and may be there", () => {
    const deep = join(folder, "a", "b", "c");
    makeFolders(deep);
    makeFolders(deep);
    expect(existsSync(deep)).toBe(true);
  });

  it("under a file are refused", () => {
    writeFileSync(join(folder, "file"), "");
    expect(() => makeFolders(join(folder, "file", "a", "b"))).toThrow(/ENOTDIR|EEXIST/);
  });

  it.skipIf(!existsSync("/proc/self"))("are refused at once where the system takes none", () => {
    expect(() => makeFolders("/proc/sm-lens/a")).toThrow(/ENOENT|EACCES|EPERM/);
  });
});
