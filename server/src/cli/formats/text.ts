/** `file:line:col: severity: message [rule]`; a gate that is no finding is a note. */
import { oneLine, placeOf, worstFirst } from "../scan/scan-report";
import type { FoundGate } from "../scan/scan-report";
import { nothingIn } from "../scan/scan-summary";
import type { ScanFormat } from "./format";

export const textFormat: ScanFormat = {
  name: "text",
  wantsFixes: false,
  paths: "shown",
  render(report) {
    const lines = worstFirst(report.gates).map(lineOf);
    const nothing = nothingIn(report);
    return [...lines, ...(nothing === null ? [] : [nothing])].map((line) => `${line}\n`).join("");
  },
};

function lineOf({ gate, verdict }: FoundGate): string {
  const { line, column } = placeOf(gate);
  const rule = gate.rule === null ? "" : ` [${gate.rule}]`;
  return `${gate.file}:${line}:${column}: ${gate.severity ?? "note"}: ${oneLine(verdict)}${rule}`;
}
