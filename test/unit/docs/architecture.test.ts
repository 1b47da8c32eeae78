/** The code map of ARCHITECTURE.md names the files that there are. */
import { readdirSync } from "node:fs";
import { basename } from "node:path";
import { describe, expect, it } from "vitest";
import { SCAN_FORMATS } from "../../../server/src/cli/formats/registry";
import { ALL_RULES } from "../../../server/src/gates/rules/registry";
import { pageText } from "./pages";

interface Folder {
  readonly path: string;
  readonly files: readonly string[];
}

/** A heading with a folder's name, and the files listed under it. */
function codeMap(): Folder[] {
  const parts = pageText("ARCHITECTURE.md").split(/^### /m).slice(1);
  return parts.flatMap((part) => {
    const folder = /^`(.+)\/`/.exec(part)?.[1];
    if (folder === undefined) return [];
    const path = folder.startsWith("client/") ? folder : `server/src/${folder}`;
    return [{ path, files: [...part.matchAll(/^- `([^`]+)`:/gm)].map((match) => match[1] ?? "") }];
  });
}

/** Rules, fixes and formats are many of a kind: the map names what they share, their registries name them. */
function isOneOfMany(folder: string, file: string): boolean {
  if (folder.endsWith("gates/rules")) return ALL_RULES.some(({ id }) => id === file);
  return (
    folder.endsWith("gates/fixes") ||
    SCAN_FORMATS.some(({ name }) => `${folder}/${name}` === `server/src/cli/formats/${file}`)
  );
}

const sources = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => basename(entry.name, ".ts"));

describe("the code map", () => {
  it.each(codeMap().map((folder) => [folder.path, folder.files] as const))("of %s", (path, files) => {
    const there = sources(path);
    expect(files.filter((file) => !there.includes(file))).toEqual([]);
    expect(there.filter((file) => !files.includes(file) && !isOneOfMany(path, file))).toEqual([]);
  });

  it("has every folder of the sources", () => {
    const folders = readdirSync("server/src", { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
      .map((entry) => entry.parentPath.replaceAll("\\", "/"))
      .filter((folder) => folder !== "server/src");
    const mapped = codeMap().map(({ path }) => path);
    expect([...new Set(folders)].filter((folder) => !mapped.includes(folder))).toEqual([]);
  });
});
