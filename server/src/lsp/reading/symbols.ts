import type { DocumentSymbol, Range } from "vscode-languageserver";
import { SymbolKind } from "vscode-languageserver";
import { whoLine } from "../../display/who-line";
import { directiveText } from "../../display/region-answer";
import { ALL_TARGETS } from "../../logic/sets";
import type { FileReport, OutlinedFunction, Region } from "../../service";
import { lineText, positionAt } from "../../text/source";
import type { LensSettings } from "../protocol";
import { rangeOf } from "../locations";

interface Item {
  readonly symbol: DocumentSymbol;
  readonly children: DocumentSymbol[];
}

/**
 * Functions, and the conditionals that decide by architecture, each inside the other as they stand in the text. An
 * editor may have no other source of functions for these files.
 */
export function documentSymbols(report: FileReport, lens: LensSettings): DocumentSymbol[] {
  const targets = [lens.target, ...lens.alsoShow];
  const found = [
    ...report.outline.functions.map((one) => itemOf(functionSymbol(report, one))),
    ...report.regions.filter(decides).map((region) => itemOf(guardSymbol(report, region, targets))),
  ].sort((a, b) => compare(a.symbol.range, b.symbol.range));
  const roots: DocumentSymbol[] = [];
  const open: Item[] = [];
  for (const item of found) {
    while (open.length > 0 && !holds(open[open.length - 1]?.symbol.range, item.symbol.range)) open.pop();
    (open[open.length - 1]?.children ?? roots).push(item.symbol);
    open.push(item);
  }
  return roots;
}

function itemOf(symbol: DocumentSymbol): Item {
  const children: DocumentSymbol[] = [];
  return { symbol: Object.assign(symbol, { children }), children };
}

function decides({ admits, depends, host }: Region): boolean {
  const someOnly = admits !== 0 && admits !== ALL_TARGETS;
  const dependsByTarget =
    depends.length > 0 && depends.reduce((mask, one) => mask | one.mask, admits) !== ALL_TARGETS;
  return someOnly || dependsByTarget || (admits === ALL_TARGETS && host === false);
}

function functionSymbol(
  { source }: FileReport,
  { name, kind, nameSpan, start, body }: OutlinedFunction,
): DocumentSymbol {
  const end = positionAt(source, body.end + 1);
  return {
    name,
    detail: kind === "kernel" ? "__global__" : "",
    kind: SymbolKind.Function,
    range: { start: positionAt(source, start), end },
    selectionRange: rangeOf(source, nameSpan),
  };
}

function guardSymbol({ source }: FileReport, region: Region, targets: readonly string[]): DocumentSymbol {
  const selectionRange = rangeOf(source, region.span);
  const { admits, depends } = region;
  const line = Math.max(region.endLine, selectionRange.end.line);
  const end = { line, character: lineText(source, line).length };
  return {
    name: directiveText(region),
    detail: whoLine({ admits, excludes: 0, depends }, "targets", targets),
    kind: SymbolKind.Boolean,
    range: { start: selectionRange.start, end },
    selectionRange,
  };
}

/** By where they begin; of two that begin together the longer comes first. */
function compare(a: Range, b: Range): number {
  return (
    a.start.line - b.start.line ||
    a.start.character - b.start.character ||
    b.end.line - a.end.line ||
    b.end.character - a.end.character
  );
}

function holds(outer: Range | undefined, inner: Range): boolean {
  if (outer === undefined) return false;
  const { end } = outer;
  return end.line > inner.end.line || (end.line === inner.end.line && end.character >= inner.end.character);
}
