/** The conditional branches of one file by the line they begin on: what stands beside one, and what one holds. */
import type { FileReport } from "../analysis/report";
import { lineAt } from "../text/source";
import type { Span } from "../text/source";

type Region = FileReport["branches"][number];

export class FileBranches {
  private readonly report: FileReport;
  private readonly byLine: ReadonlyMap<number, number>;

  constructor(report: FileReport) {
    this.report = report;
    this.byLine = new Map(report.branches.map(({ line }, index) => [line, index]));
  }

  lineOf(offset: number): number {
    return lineAt(this.report.source, offset);
  }

  /** What the branch that begins on the line holds; null where none does. */
  heldBy(line: number): Span | null {
    const region = this.at(this.byLine.get(line));
    if (region === null) return null;
    const { lineStarts, text } = this.report.source;
    return { start: lineStarts[region.line] ?? 0, end: lineStarts[region.endLine + 1] ?? text.length };
  }

  /** The lines of the other branches of its chain. */
  besides(line: number): readonly number[] {
    const index = this.byLine.get(line);
    if (index === undefined) return [];
    const found: number[] = [];
    for (let at = index; continues(this.at(at));) {
      const before = this.before(at);
      if (before === null) break;
      found.push(this.at(before)?.line ?? 0);
      at = before;
    }
    for (let at = this.after(index); at !== null; at = this.after(at)) found.push(this.at(at)?.line ?? 0);
    return found;
  }

  /** Names of the macros that are defined within. */
  defines(line: number): readonly string[] {
    const held = this.heldBy(line);
    if (held === null) return [];
    const code = this.report.source.text.slice(held.start, held.end);
    return [...code.matchAll(DEFINE)].flatMap(([, name]) => name ?? []);
  }

  private at(index: number | undefined): Region | null {
    return index === undefined ? null : (this.report.branches[index] ?? null);
  }

  private before(index: number): number | null {
    const parent = this.at(index)?.parent;
    for (let at = index - 1; at >= 0; at--) if (this.at(at)?.parent === parent) return at;
    return null;
  }

  private after(index: number): number | null {
    const parent = this.at(index)?.parent;
    for (let at = index + 1; at < this.report.branches.length; at++) {
      const region = this.at(at);
      if (region?.parent === parent) return continues(region) ? at : null;
      // Of what is nested deeper, the parent lies behind this branch: anything else has left it.
      if ((region?.parent ?? -1) < index && region?.parent !== parent) return null;
    }
    return null;
  }
}

function continues(region: Region | null): boolean {
  return region !== null && (region.directive === "else" || region.directive.startsWith("elif"));
}

const DEFINE = /^[ \t]*#[ \t]*define[ \t]+([A-Za-z_]\w*)/gm;
