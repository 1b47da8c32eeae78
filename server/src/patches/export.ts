import { changedOf, originalOf } from "./hunks";
import type { Located } from "./locate";

export interface ExportedFile {
  /** As the patch names it. */
  readonly name: string;
  readonly located: readonly Located[];
}

/**
 * A unified diff of everything that is kept, as `patch -p1` takes it. Lines are numbered as the files stand without the
 * changes; what was not found keeps the number it had.
 */
export function exportedPatch(files: readonly ExportedFile[]): string {
  return files
    .filter(({ located }) => located.length > 0)
    .map(({ name, located }) => {
      const path = name.replace(/^\/+/, "");
      let grown = 0;
      let grownInPlace = 0; // in a file that has the changes, those above have moved what is below them
      const hunks = [...located]
        .sort((a, b) => startOf(a) - startOf(b))
        .map((each) => {
          const { hunk, state } = each;
          const [before, after] = [originalOf(hunk).length, changedOf(hunk).length];
          const start = startOf(each) - grownInPlace;
          const header = `@@ -${start},${before} +${start + grown},${after} @@`;
          grown += after - before;
          if (state === "in place") grownInPlace += after - before;
          return [header, ...hunk.lines].join("\n");
        });
      return `--- a/${path}\n+++ b/${path}\n${hunks.join("\n")}\n`;
    })
    .join("");
}

function startOf({ line, hunk }: Located): number {
  return line === null ? hunk.line : line + 1;
}
