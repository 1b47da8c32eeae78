import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import { decode } from "../../server/src/workspace/decode";

const EXTENSIONS = new Set([".cuh", ".cu", ".h", ".hpp"]);
/** Read for what they define as much as for themselves: the standard library's headers have no ending. */
const INCLUDED_EXTENSIONS = new Set([...EXTENSIONS, ".inl", ".inc", ".ipp", ".tpp", ".cpp", ""]);

/** The CUDA and C++ files under a folder, or the one file itself. */
export function filesUnder(root: string, included = false): string[] {
  const extensions = included ? INCLUDED_EXTENSIONS : EXTENSIONS;
  if (statSync(root).isFile()) return [root];
  return readdirSync(root, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = path.join(root, entry.name);
      if (entry.isDirectory()) return entry.name.startsWith(".") ? [] : filesUnder(inside, included);
      return entry.isFile() && extensions.has(path.extname(entry.name)) ? [inside] : [];
    });
}

/** A file's text; null where there is none. */
export function textOf(file: string): string | null {
  try {
    return decode(readFileSync(file)).text;
  } catch {
    return null;
  }
}
