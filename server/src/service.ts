/** The façade: every capability, each one line. `lsp/` and `cli/` use this alone. */
import { Analyser } from "./analysis/analyser";
import { languageOf, mayHoldGates } from "./analysis/languages";
import type { FileReport, Language, Settings } from "./analysis/report";
import type { FileFacts, FileLinks } from "./chain/facts";
import type { ReportOf } from "./chain/gates-of";
import { ChainMaker, linksOver } from "./chain/make";
import type { ChainFiles } from "./chain/tree";
import type { TextEdit } from "./gates/edits";
import type { Fix, JudgedGate, Severity } from "./gates/judgement";
import { FIX_KINDS } from "./gates/fixes/registry";
import { ALL_RULES } from "./gates/rules/registry";
import { silencingEdit } from "./gates/silence";
import type { Explanation } from "./python/gates/explain";
import type { PythonParser } from "./python/syntax/parse";
import { GIVES, type CapabilityForm } from "./python/names/sources";
import type { Cancellation, Files } from "./text/files";
import type { SourceText } from "./text/source";

export type { FileReport, OutlinedFunction, Language, Region, Settings } from "./analysis/report";

export type { Explanation } from "./python/gates/explain";
export type { CapabilityForm } from "./python/names/sources";

export interface Service {
  /** The front end that reads this path, or null when none does. `languageId` is the editor's, if there is one. */
  languageOf(path: string, languageId?: string): Language | null;
  /** Cheap test whether a file can hold a gate at all; false means a scan may skip it. */
  mayHoldGates(language: Language, text: string, settings: Pick<Settings, "capabilityNames">): boolean;
  analyse(
    source: SourceText,
    language: Language,
    settings: Settings,
    files: Files,
    cancellation: Cancellation,
  ): FileReport;
  /** The same for any target: what does not hang on it is worked out once. */
  read(
    source: SourceText,
    language: Language,
    settings: Settings,
    files: Files,
    cancellation: Cancellation,
  ): (target: string) => FileReport;
  /** What stands at the offset, seen from every device; null where nothing there depends on the device. */
  valueAt(
    source: SourceText,
    language: Language,
    offset: number,
    settings: Settings,
    files: Files,
  ): Explanation | null;
  /** How the code of a file hangs together, for chains; null where it cannot be read. Depends on its text alone. */
  facts(source: SourceText, language: Language): FileFacts | null;
  /** What a scan keeps of that, for the gates of several files that belong together. Never null. */
  links(source: SourceText, language: Language): FileLinks;
  /** Chains over one state of the files; `reportOf` answers with the analyses of `analyse`. */
  chains(files: ChainFiles, target: string, reportOf: ReportOf): ChainMaker;
  /** Verified edits that open the gate, best first. */
  fixes(report: FileReport, gate: JudgedGate, settings: Settings, files: Files): readonly Fix[];
  /** The comment that silences a finding for this reason; null where none would. */
  silence(report: FileReport, gate: JudgedGate, reason: string): TextEdit | null;
}

export interface RuleInfo {
  readonly id: string;
  readonly title: string;
  readonly defaultSeverity: Severity | "off";
  readonly fixable: boolean;
}

/** Every rule there is. */
export const rules: readonly RuleInfo[] = ALL_RULES.map(({ id, title, defaultSeverity, fixable }) => ({
  id,
  title,
  defaultSeverity,
  fixable,
}));

/** The forms in which Python code holds the device's capability, and what each is on 12.0. */
export const capabilityForms: readonly { readonly name: CapabilityForm; readonly on120: string }[] = (
  Object.keys(GIVES) as CapabilityForm[]
).map((name) => ({ name, on120: GIVES[name].on120 }));

/** What kinds of fixes there are. */
export const fixKinds: readonly string[] = [...new Set(FIX_KINDS.map(({ kind }) => kind))];

/** The parser is made where wasm can be loaded; null: Python files are reported as not read. */
export function createService(parts: { readonly python: PythonParser | null }): Service {
  const analyser = new Analyser(parts.python);
  return {
    languageOf,
    mayHoldGates,
    analyse: (source, language, settings, files, cancellation) =>
      analyser.analyse(source, language, settings, files, cancellation),
    read: (source, language, settings, files, cancellation) =>
      analyser.read(source, language, settings, files, cancellation),
    valueAt: (source, language, offset, settings, files) =>
      analyser.valueAt(source, language, offset, settings, files),
    facts: (source, language) => analyser.facts(source, language),
    links: (source, language) => analyser.links(source, language),
    chains: (files, target, reportOf) => new ChainMaker(linksOver(files), target, reportOf),
    fixes: (report, gate, settings, files) => analyser.fixes(report, gate, settings, files),
    silence: (report, gate, reason) => silencingEdit(report.source, gate, reason),
  };
}
