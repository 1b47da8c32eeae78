/** What of a file's report concerns one line or one offset of it. */
import type { InstructionUse } from "../gates/gate";
import type { JudgedGate } from "../gates/judgement";
import type { FileReport, Region } from "../service";
import type { Span } from "../text/source";
import { lineAt } from "../text/source";

/** The branch whose directive stands on the line (from 0), else the innermost around it. */
export function regionOfLine(report: FileReport, line: number): Region | undefined {
  let found: Region | undefined;
  for (const region of report.regions) {
    if (region.line > line) break; // Regions come in source order, so the last that fits is the innermost.
    if (line <= Math.max(region.endLine, lastLine(report, region.span))) found = region;
  }
  return found;
}

/** The region and the branches around it, innermost first. */
export function withEnclosing(report: FileReport, region: Region): Region[] {
  const chain = [region];
  for (let index = region.parent; index !== null;) {
    const outer = report.regions[index];
    if (outer === undefined) break;
    chain.push(outer);
    index = outer.parent;
  }
  return chain;
}

/** Gates whose condition touches the line, findings first, then the narrower ones. */
export function gatesOfLine(report: FileReport, line: number): JudgedGate[] {
  return report.gates
    .filter(
      ({ gate }) => lineAt(report.source, gate.span.start) <= line && line <= lastLine(report, gate.span),
    )
    .sort(findingsFirst);
}

/** Gates whose condition holds the offset, findings first, then the narrower ones. */
export function gatesAt(report: FileReport, offset: number): JudgedGate[] {
  return report.gates.filter(({ gate }) => holds(gate.span, offset)).sort(findingsFirst);
}

/** Gates written in the region's own directive. */
export function gatesOfRegion(report: FileReport, region: Region): JudgedGate[] {
  return report.gates
    .filter(({ gate }) => gate.span.start >= region.span.start && gate.span.end <= region.span.end)
    .sort(findingsFirst);
}

export function instructionsWithin(
  report: FileReport,
  firstLine: number,
  lastLineOf: number,
): InstructionUse[] {
  const own = report.source.path;
  return report.instructions.filter((use) => {
    if (use.file !== undefined && use.file !== own) return false;
    const line = lineAt(report.source, use.span.start);
    return firstLine <= line && line <= lastLineOf;
  });
}

function holds(span: Span, offset: number): boolean {
  return span.start <= offset && offset <= span.end;
}

function lastLine(report: FileReport, span: Span): number {
  return lineAt(report.source, Math.max(span.start, span.end - 1));
}

function findingsFirst(a: JudgedGate, b: JudgedGate): number {
  const byRule = Number(b.rule !== null) - Number(a.rule !== null);
  return byRule !== 0 ? byRule : a.gate.span.end - a.gate.span.start - (b.gate.span.end - b.gate.span.start);
}
