import { readdirSync, statSync } from "node:fs";
import path from "node:path";

const EXTENSIONS = new Set([".cuh", ".cu", ".h", ".hpp"]);

/** The CUDA and C++ files under a folder, or the one file itself. */
export function filesUnder(root: string): string[] {
  if (statSync(root).isFile()) return [root];
  return readdirSync(root, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const inside = path.join(root, entry.name);
      if (entry.isDirectory()) return entry.name === ".git" ? [] : filesUnder(inside);
      return entry.isFile() && EXTENSIONS.has(path.extname(entry.name)) ? [inside] : [];
    });
}
