/**
 * Inputs that say themselves what must be found in them. Under the line of a finding stands a comment:
 *
 *     #if __CUDA_ARCH__ < 1200
 *     //  ^^^^^^^^^^^^^^^^^^^^ warning[guard-excludes-target]: sm_120 is left out 💡 raise-upper-bound, add-family
 *
 * The carets are under the operand, or under the whole gate where it has none; the text is a part of the message; after
 * the lamp stand the kinds of fixes offered. `//- /path` starts a further file. Marker lines are emptied before the
 * input is read: what they say must not count as a comment of the code's author.
 */
import { createService } from "../../../server/src/service";
import type { FileReport, Service, Settings } from "../../../server/src/service";
import { applyEdits } from "../../../server/src/gates/edits";
import type { Fix, JudgedGate, Severity } from "../../../server/src/gates/judgement";
import { memoryFiles, neverCancelled } from "../../../server/src/text/files";
import type { Files } from "../../../server/src/text/files";
import { lineText, makeSource, positionAt } from "../../../server/src/text/source";
import type { SourceText } from "../../../server/src/text/source";
import { expect } from "vitest";

export interface Options {
  readonly target?: string;
  readonly macros?: Readonly<Record<string, string | null>>;
  readonly assumeUndefined?: boolean;
  readonly severities?: Readonly<Record<string, Severity | "off">>;
  /** Of the input where it names no file. */
  readonly path?: string;
  /** One that reads Python, where the input is some. */
  readonly service?: Service;
}

const service = createService({ python: null });

export function settingsFrom(options: Options): Settings {
  return {
    target: options.target ?? "sm_120",
    macros: new Map(Object.entries(options.macros ?? {})),
    assumeUndefined: options.assumeUndefined ?? false,
    followIncludes: true,
    root: "/",
    severities: new Map(Object.entries(options.severities ?? {})),
  };
}

/** Splits an input at its `//- /path` lines. */
export function filesOf(text: string, path = "/input.cuh"): Record<string, string> {
  const files: Record<string, string> = {};
  let at = path;
  for (const line of text.split(/(?<=\n)/)) {
    const named = /^(?:\/\/|#)- (\/\S+)/.exec(line)?.[1];
    if (named !== undefined) at = named;
    else files[at] = (files[at] ?? "") + line;
  }
  return files;
}

export function analyse(text: string, options: Options = {}): FileReport {
  const files = filesOf(text, options.path);
  const [[path, content] = ["/input.cuh", ""]] = Object.entries(files);
  return report(makeSource(path, content), options, memoryFiles(files));
}

function report(source: SourceText, options: Options, files: Files): FileReport {
  const reader = options.service ?? service;
  const language = reader.languageOf(source.path) ?? "cuda";
  return reader.analyse(source, language, settingsFrom(options), files, neverCancelled);
}

export function fixesOf(found: FileReport, gate: JudgedGate, options: Options = {}): readonly Fix[] {
  return (options.service ?? service).fixes(
    found,
    gate,
    settingsFrom(options),
    memoryFiles({ [found.source.path]: found.source.text }),
  );
}

interface Marked {
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly severity: string;
  readonly rule: string;
  readonly text: string;
  /** Null where the marker says nothing about fixes. */
  readonly fixes: readonly string[] | null;
}

const MARKER = /^(?:\/\/|#) *(\^+) (\w+)\[([\w-]+)\](?:: ([^💡]*?))? *(?:💡 *(.*?))?\s*$/u;

function withoutMarkers(text: string): string {
  return text
    .split(/(?<=\n)/)
    .map((line) => (MARKER.test(line.replace(/\r?\n$/, "")) ? "\n" : line))
    .join("");
}

function markersOf(source: SourceText): Marked[] {
  const marked: Marked[] = [];
  let line = 0;
  for (let number = 0; number < source.lineStarts.length; number++) {
    const text = lineText(source, number);
    const match = MARKER.exec(text);
    if (match === null) {
      // Several markers may stand under one line.
      line = number;
      continue;
    }
    const from = text.indexOf("^");
    const fixes = match[5] === undefined ? null : match[5].split(/, */).filter((kind) => kind !== "");
    const to = from + (match[1] ?? "").length;
    marked.push({
      line,
      from,
      to,
      severity: match[2] ?? "",
      rule: match[3] ?? "",
      text: match[4] ?? "",
      fixes,
    });
  }
  return marked;
}

/** Holds the findings of the first file against its markers. */
export function checkFindings(text: string, options: Options = {}): FileReport {
  const [[path, marked] = ["", ""]] = Object.entries(filesOf(text, options.path));
  const found = analyse(withoutMarkers(text), options);
  expect(found.fault).toBeNull();
  const expected = markersOf(makeSource(path, marked));
  const unexpected: string[] = [];
  for (const judged of found.gates) {
    if (judged.rule === null) continue;
    const at = expected.findIndex((marker) => answers(marker, judged, found, options));
    if (at < 0) unexpected.push(asMarker(judged, found, options));
    else expected.splice(at, 1);
  }
  const missing = expected.map(
    ({ line, from, to, severity, rule, text: words, fixes }) =>
      `line ${line + 1}, ${from}-${to}: ${severity}[${rule}]: ${words}${fixes === null ? "" : ` 💡 ${fixes.join(", ")}`}`,
  );
  expect({ "false positives": unexpected, "false negatives": missing }).toEqual({
    "false positives": [],
    "false negatives": [],
  });
  return found;
}

function answers(marker: Marked, judged: JudgedGate, found: FileReport, options: Options): boolean {
  const { start, end } = judged.operand ?? judged.gate.span;
  const from = positionAt(found.source, start);
  const to = positionAt(found.source, end);
  return (
    from.line === marker.line &&
    from.character === marker.from &&
    // Of a range over several lines the markers underline what stands on the first.
    (to.line > from.line || to.character === marker.to) &&
    judged.severity === marker.severity &&
    judged.rule === marker.rule &&
    judged.message.includes(marker.text) &&
    (marker.fixes === null || sameKinds(marker.fixes, fixesOf(found, judged, options)))
  );
}

function sameKinds(kinds: readonly string[], fixes: readonly Fix[]): boolean {
  return kinds.join() === fixes.map((fix) => fix.kind).join();
}

/** A finding as the marker that would expect it. */
function asMarker(judged: JudgedGate, found: FileReport, options: Options): string {
  const { start, end } = judged.operand ?? judged.gate.span;
  const from = positionAt(found.source, start);
  const kinds = fixesOf(found, judged, options).map((fix) => fix.kind);
  return `line ${from.line + 1}, ${from.character}-${from.character + end - start}: ${judged.severity ?? ""}[${judged.rule ?? ""}]: ${judged.message} 💡 ${kinds.join(", ")}`;
}

/** The finding of an input that has exactly one that can be fixed, or the one in the line marked `// here`. */
function findingOf(found: FileReport): JudgedGate {
  const findings = found.gates.filter((judged) => judged.rule !== null);
  const here = findings.filter((judged) => {
    const { line } = positionAt(found.source, judged.gate.span.start);
    return lineText(found.source, line).includes("here");
  });
  const [only] = here.length > 0 ? here : findings;
  if (only === undefined) throw new Error("nothing is found in the input");
  return only;
}

/** Applies the fix of this kind to the input's finding and compares the whole text. */
export function checkFix(before: string, kind: string, after: string, options: Options = {}): Fix {
  const found = analyse(before, options);
  const judged = findingOf(found);
  const fixes = fixesOf(found, judged, options);
  const fix = fixes.find((one) => one.kind === kind);
  if (fix === undefined) {
    throw new Error(
      `no fix "${kind}" for "${judged.message}"; offered: ${fixes.map((one) => one.kind).join(", ")}`,
    );
  }
  expect(applyEdits(found.source.text, fix.edits)).toBe(after);
  return fix;
}

/** No finding of the input has a fix, of this kind or of any. */
export function checkNoFix(text: string, kind?: string, options: Options = {}): void {
  const found = analyse(text, options);
  const offered = found.gates
    .filter((judged) => judged.rule !== null)
    .flatMap((judged) => fixesOf(found, judged, options))
    .filter((fix) => kind === undefined || fix.kind === kind);
  expect(offered.map((fix) => fix.title)).toEqual([]);
}
