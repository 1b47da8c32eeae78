/** Included files that were not found: what they define is not known. */
import type { FileReport } from "../../service";
import type { MissingHeader } from "./scan-report";

export class MissingHeaders {
  private readonly first = new Map<string, string>();

  /** @param file as it is shown. */
  add(missing: FileReport["missing"], file: string): void {
    for (const { spelling, quoted } of missing) {
      const header = quoted ? `"${spelling}"` : `<${spelling}>`;
      if (!this.first.has(header)) this.first.set(header, file);
    }
  }

  all(): MissingHeader[] {
    return [...this.first]
      .map(([header, file]) => ({ header, file }))
      .sort((a, b) => (a.header < b.header ? -1 : 1));
  }
}

export function missingLines(missing: readonly MissingHeader[]): string {
  if (missing.length === 0) return "every included file was found\n";
  return missing.map(({ header, file }) => `not found: ${header}, included for ${file}\n`).join("");
}
