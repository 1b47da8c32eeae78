import type { InlayHint, Range } from "vscode-languageserver";
import type { JudgedGate } from "../../gates/judgement";
import { whoLine } from "../../display/who-line";
import { lineAt, lineText } from "../../text/source";
import type { LensSettings } from "../protocol";
import type { DocumentReport } from "../findings/reports";

/** Forms that repeat what another gate on the same line says. */
const REPEATED = new Set(["ladder", "operand", "unguarded"]);

/** Who gets in, at the end of each line whose condition decides; one hint a line. */
export function inlayHints({ report }: DocumentReport, lens: LensSettings, range: Range): InlayHint[] {
  if (lens.inlayHints === "off") return [];
  const byLine = new Map<number, JudgedGate>();
  for (const judged of report.gates) {
    if (!isWanted(judged, lens)) continue;
    const line = lineAt(report.source, Math.max(judged.gate.span.start, judged.gate.span.end - 1));
    if (line < range.start.line || line > range.end.line) continue;
    const known = byLine.get(line);
    if (known === undefined || (known.rule === null && judged.rule !== null)) byLine.set(line, judged);
  }
  const targets = [lens.target, ...lens.alsoShow];
  return [...byLine].map(([line, { gate, message }]) => ({
    position: { line, character: lineText(report.source, line).length },
    label: whoLine(gate.admission, gate.domain, targets),
    tooltip: message,
    paddingLeft: true,
  }));
}

function isWanted({ rule, gate }: JudgedGate, { inlayHints: mode }: LensSettings): boolean {
  return mode === "findings" ? rule !== null && gate.form !== "unguarded" : !REPEATED.has(gate.form);
}
