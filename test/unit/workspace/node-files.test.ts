import { existsSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { makeFolders } from "../../../server/src/workspace/node-files";

const folder = mkdtempSync(join(tmpdir(), "sm-lens-folders-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

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
