import type { Diagnostic, DiagnosticRelatedInformation, Range } from "vscode-languageserver";
import { DiagnosticSeverity } from "vscode-languageserver";
import { rulePage } from "../../display/about";
import { shortGate } from "../../display/short-gate";
import type { Evidence } from "../../gates/gate";
import type { JudgedGate, Severity } from "../../gates/judgement";
import type { FileReport, Language } from "../../service";
import type { SourceText } from "../../text/source";
import { hashOf } from "../../workspace/dependencies";
import type { ClientAbilities } from "../client-abilities";
import { rangeOf, uriOfKey } from "../locations";
import type { FindingData } from "../protocol";
import { DIAGNOSTIC_SOURCE } from "../protocol";

export const SEVERITIES: Readonly<Record<Severity, DiagnosticSeverity>> = {
  error: DiagnosticSeverity.Error,
  warning: DiagnosticSeverity.Warning,
  information: DiagnosticSeverity.Information,
  hint: DiagnosticSeverity.Hint,
};

export interface DiagnosticContext {
  readonly target: string;
  readonly abilities: ClientAbilities;
  sourceOf(path: string): SourceText | null;
}

/** A file's findings; a fault of the analysis is one more. */
export function diagnosticsOf(report: FileReport, context: DiagnosticContext): Diagnostic[] {
  const found = report.gates.flatMap((judged) => diagnosticOf(report, judged, context) ?? []);
  return report.fault === null ? found : [...found, faultDiagnostic(report.fault, report.language)];
}

function diagnosticOf(report: FileReport, judged: JudgedGate, context: DiagnosticContext): Diagnostic | null {
  const { rule, severity } = judged;
  if (rule === null || severity === null) return null;
  const { abilities } = context;
  const page = abilities.codeDescription ? rulePage(rule) : null;
  const related = abilities.relatedInformation ? relatedOf(report, judged, context) : [];
  const { consequence, reason } = judged;
  const data: FindingData = {
    rule,
    title: shortGate(judged, report.source),
    target: context.target,
    consequence,
    reason: reason?.kind ?? null,
  };
  return {
    range: findingRange(report, judged),
    severity: SEVERITIES[severity],
    code: rule,
    source: DIAGNOSTIC_SOURCE,
    message: judged.message,
    data,
    ...(page === null ? {} : { codeDescription: { href: page } }),
    ...(related.length === 0 ? {} : { relatedInformation: related }),
  };
}

/** What is underlined: the operand that excludes, else the whole condition. */
export function findingRange(report: FileReport, judged: JudgedGate): Range {
  return rangeOf(report.source, judged.operand ?? judged.gate.span);
}

function relatedOf(
  report: FileReport,
  judged: JudgedGate,
  context: DiagnosticContext,
): DiagnosticRelatedInformation[] {
  const evidence: readonly Evidence[] = [...judged.related, ...(judged.reason?.evidence ?? [])];
  return evidence.flatMap(({ file, span, text }) => {
    const own = file === undefined || file === report.source.path;
    const source = own ? report.source : context.sourceOf(file);
    if (source === null) return [];
    return [{ location: { uri: uriOfKey(source.path), range: rangeOf(source, span) }, message: text }];
  });
}

/** Half-typed Python is no fault of anybody's, and others say so already: a hint is enough. */
function faultDiagnostic(fault: string, language: Language): Diagnostic {
  const start = { line: 0, character: 0 };
  return {
    range: { start, end: start },
    severity: language === "python" ? DiagnosticSeverity.Hint : DiagnosticSeverity.Information,
    source: DIAGNOSTIC_SOURCE,
    message: fault,
  };
}

/** Says of a file's diagnostics whether they are others than those a client has. */
export function resultIdOf(items: readonly Diagnostic[]): string {
  return items.length === 0 ? "none" : String(hashOf(JSON.stringify(items)));
}
