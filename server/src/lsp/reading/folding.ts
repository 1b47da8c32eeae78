import type { FoldingRange } from "vscode-languageserver";
import { FoldingRangeKind } from "vscode-languageserver";
import type { FileReport } from "../../service";
import type { Span } from "../../text/source";
import { lineAt } from "../../text/source";

/**
 * Branches of conditionals, blocks in braces, and comments: an editor that has folding ranges from anyone folds by nothing else,
 * so guards alone would take the others away. Null, which leaves folding to the editor, where blocks are not known.
 */
export function foldingRanges(report: FileReport): FoldingRange[] | null {
  if (report.language !== "cuda") return null;
  const ranges = new Map<number, FoldingRange>();
  const add = (startLine: number, endLine: number, kind?: FoldingRangeKind): void => {
    const known = ranges.get(startLine);
    if (endLine <= startLine || (known !== undefined && known.endLine >= endLine)) return;
    ranges.set(startLine, { startLine, endLine, ...(kind === undefined ? {} : { kind }) });
  };
  for (const block of report.outline.blocks) {
    const [startLine, endLine] = linesOf(report, block);
    add(startLine, endLine - 1);
  }
  for (const comment of report.outline.comments) add(...linesOf(report, comment), FoldingRangeKind.Comment);
  for (const region of report.regions) add(region.line, region.endLine);
  return [...ranges.values()].sort((a, b) => a.startLine - b.startLine);
}

/** The lines in which it begins and ends. */
function linesOf({ source }: FileReport, span: Span): [number, number] {
  return [lineAt(source, span.start), lineAt(source, span.end)];
}
