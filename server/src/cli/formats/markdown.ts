/** A report to paste into an issue or a pull request: findings by file, worst first within each. */
import { rulePage } from "../../display/about";
import { codeSpan, escaped } from "../../display/words";
import { counted } from "../../logic/names";
import { byFile, oneLine, placeOf, SEVERITIES, worstFirst } from "../scan/scan-report";
import type { FoundGate, ScanReport } from "../scan/scan-report";
import { nothingIn, scanInWords } from "../scan/scan-summary";
import type { ScanFormat } from "./format";

/** Places that belong to one finding and are listed below it; of more it is told how many. */
const MOST_RELATED = 5;

export const markdownFormat: ScanFormat = {
  name: "markdown",
  wantsFixes: true,
  paths: "shown",
  render(report) {
    const parts = [`# SM Lens: ${report.target}`, nothingIn(report) ?? `${scanInWords(report)}.`];
    if (report.findings > 0) parts.push(countsBySeverity(report));
    for (const [file, gates] of byFile(report.gates)) {
      parts.push(`## ${codeSpan(file)}`, worstFirst(gates).map(itemOf).join("\n"));
    }
    if (report.problems.length > 0) {
      const lines = report.problems.map(({ file, message }) => `- ${codeSpan(file)}: ${escaped(message)}`);
      parts.push("## Not read", lines.join("\n"));
    }
    return `${parts.join("\n\n")}\n`;
  },
};

function countsBySeverity({ gates }: ScanReport): string {
  const rows = SEVERITIES.flatMap((severity) => {
    const count = gates.filter(({ gate }) => gate.severity === severity).length;
    return count === 0 ? [] : [`| ${severity} | ${count} |`];
  });
  return ["| severity | findings |", "| --- | --: |", ...rows].join("\n");
}

function itemOf({ gate }: FoundGate): string {
  const { line } = placeOf(gate);
  const lines = [
    `- **line ${line}** · ${gate.severity ?? "note"}${ruleOf(gate.rule)}: ${escaped(oneLine(gate.message))}`,
  ];
  lines.push(`  ${codeSpan(oneLine(gate.text))}`);
  for (const { file, line: at, text } of gate.reason?.evidence ?? [])
    lines.push(`  - ${codeSpan(`${file}:${at}`)} ${escaped(oneLine(text))}`);
  for (const { file, line: at, text } of gate.related.slice(0, MOST_RELATED))
    lines.push(`  - ${codeSpan(`${file}:${at}`)} ${escaped(oneLine(text))}`);
  const more = gate.related.length - MOST_RELATED;
  if (more > 0) lines.push(`  - and ${counted(more, "related place")} more`);
  for (const { title, name, preferred } of gate.fixes)
    lines.push(`  - fix ${codeSpan(name)}: ${escaped(title)}${preferred ? " (preferred)" : ""}`);
  return lines.join("\n");
}

function ruleOf(rule: string | null): string {
  if (rule === null) return "";
  const page = rulePage(rule);
  return page === null ? ` · ${rule}` : ` · [${rule}](${page})`;
}
