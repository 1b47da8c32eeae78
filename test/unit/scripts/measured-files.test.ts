import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { measuredFiles } from "../../../scripts/measured-files.mjs";

const SCRIPTS = path.resolve(__dirname, "../../../scripts");
let folder = "";

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), "measured-"));
  mkdirSync(path.join(folder, "include"));
  writeFileSync(path.join(folder, "include/a.cuh"), "");
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

describe("files to be measured", () => {
  it.each([
    ["a folder that is not there", () => [`${folder}-not`, "a.cuh"], /^There is no folder .*-not\.$/],
    ["a file in place of a folder", () => [path.join(folder, "include/a.cuh"), "x"], /^There is no folder /],
    ["a file that is not there", () => [folder, "include/b.cuh"], /^There is no file include\/b\.cuh in /],
    ["a folder in place of a file", () => [folder, "include"], /^There is no file include in /],
    ["a file beside the folder", () => [folder, "../b.cuh"], /^\.\.\/b\.cuh does not lie in /],
    [
      "an absolute path elsewhere",
      () => [folder, "/elsewhere/b.cuh"],
      /^\/elsewhere\/b\.cuh does not lie in /,
    ],
    [
      "an absolute path that is not there",
      () => [folder, `${folder}/b.cuh`],
      /^There is no file \S+\/b\.cuh in /,
    ],
  ])("are not %s", (_what, asked, message) => {
    const [root = "", ...files] = asked();
    expect(() => measuredFiles(root, files)).toThrow(message);
  });

  it("are named as in their folder, or by the whole disk's name", () => {
    const inside = path.join("include", "a.cuh");
    const named = ["include/a.cuh", path.join(folder, "include/a.cuh")];
    expect(measuredFiles(folder, named)).toEqual([inside, inside]);
  });
});

// Before anything is built or opened.
it.each(["measure-editor.mjs", "measure-typing.mjs"])("%s refuses what is no file in one line", (script) => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [path.join(SCRIPTS, script), folder, "include/b.cuh"],
    { encoding: "utf8" },
  );
  expect(`${stdout}${stderr}`.trim()).toMatch(/^There is no file include\/b\.cuh in .*\.$/);
  expect(status).toBe(2);
});
