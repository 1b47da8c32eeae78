/** What a scan found, as plain data: what every format prints. */
import type { ReadCounts } from "../../display/summary";
import type { Severity } from "../../gates/judgement";
import type { Language } from "../../service";
import type { GateJson } from "../json";

export interface FoundGate {
  readonly gate: GateJson;
  /** Absolute. */
  readonly path: string;
  /** Absolute; what a reader of the report takes paths as relative to. */
  readonly root: string;
  /** The message without what is to be checked first, which is said once for all. */
  readonly verdict: string;
  /** The same for the same finding, wherever in its file it stands; null for a gate that is no finding. */
  readonly fingerprint: string | null;
}

export interface MissingHeader {
  /** As it was asked for: `<cuda_fp16.h>`, `"kernel.h"`. */
  readonly header: string;
  /** The first file that asks for it. */
  readonly file: string;
}

export interface ScanReport {
  readonly target: string;
  /** The arguments. */
  readonly given: readonly string[];
  readonly root: string;
  readonly filesScanned: number;
  /** Findings with those that the baseline knows left out, in the order of the files; every gate with `--all-gates`. */
  readonly gates: readonly FoundGate[];
  readonly findings: number;
  /** Findings that are not grave enough to be shown. */
  readonly hidden: number;
  readonly filesWithFindings: number;
  /** Findings that the baseline knows; null without a baseline. */
  readonly known: number | null;
  readonly problems: readonly { readonly file: string; readonly message: string }[];
  readonly counts: ReadCounts;
  /** Whether gates are listed that are no findings. */
  readonly allGates: boolean;
  readonly language: Language | "mixed";
  readonly missing: readonly MissingHeader[];
  /** Findings of headers that the files include; none where folders were read. */
  readonly inHeaders: readonly { readonly file: string; readonly findings: number }[];
  /** Whether the code behind some finding stands elsewhere and was not read. */
  readonly unread: boolean;
}

/** Gravest first. */
export const SEVERITIES: readonly Severity[] = ["error", "warning", "information", "hint"];

export function reaches(severity: Severity | null, threshold: Severity | "never"): boolean {
  return (
    severity !== null &&
    threshold !== "never" &&
    SEVERITIES.indexOf(severity) <= SEVERITIES.indexOf(threshold)
  );
}

/** Gravest first; among equals in the order of the files. */
export function worstFirst(gates: readonly FoundGate[]): FoundGate[] {
  const rank = ({ gate }: FoundGate): number =>
    gate.severity === null ? SEVERITIES.length : SEVERITIES.indexOf(gate.severity);
  return [...gates].sort((a, b) => rank(a) - rank(b));
}

/** By file, in the order in which files were met. */
export function byFile(gates: readonly FoundGate[]): Map<string, FoundGate[]> {
  const files = new Map<string, FoundGate[]>();
  for (const found of gates) {
    const own = files.get(found.gate.file);
    if (own === undefined) files.set(found.gate.file, [found]);
    else own.push(found);
  }
  return files;
}

export function oneLine(text: string): string {
  return text.replace(/\s*[\r\n]+\s*/g, " ");
}

/** Where a finding is shown: the operand that excludes, else the whole condition. */
export function placeOf({ operand, line, column, endLine, endColumn }: GateJson): {
  readonly line: number;
  readonly column: number;
  readonly endLine: number;
  readonly endColumn: number;
} {
  return operand ?? { line, column, endLine, endColumn };
}
