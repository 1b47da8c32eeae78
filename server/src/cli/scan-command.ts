import type { JudgedGate, Severity } from "../gates/judgement";
import { addCounts, NO_COUNTS, nothingFound, readCounts, readInWords } from "../display/summary";
import type { ReadCounts } from "../display/summary";
import { counted } from "../logic/names";
import { VERSION } from "../display/about";
import type { Language } from "../service";
import { positionAt } from "../text/source";
import type { Analysis } from "../workspace/engine";
import type { FixLevel } from "../workspace/scan";
import { inputs } from "./inputs";
import type { ExitCode, Io } from "./io";
import { gateJson, SCHEMA_VERSION } from "./json";
import type { Session } from "./session";
import { openSession } from "./session";
import type { AnalysisOptions } from "./settings";

export interface ScanOptions extends AnalysisOptions {
  readonly format: "text" | "json";
  readonly allGates?: boolean;
  readonly failOn: Severity | "never";
  readonly exclude: readonly string[];
  readonly jobs?: number;
}

const ORDER: readonly Severity[] = ["hint", "information", "warning", "error"];

/** What has been met so far. */
interface Tally {
  files: number;
  problems: number;
  findings: number;
  filesWithFindings: number;
  atThreshold: boolean;
  counts: ReadCounts;
  languages: Set<Language>;
  /** Whether the code behind some finding stands elsewhere and was not read. */
  unread: boolean;
}

export async function scanCommand(io: Io, paths: readonly string[], options: ScanOptions): Promise<ExitCode> {
  const given = paths.length > 0 ? paths : ["."];
  const session = openSession(io, options, given);
  const tally: Tally = {
    files: 0,
    problems: 0,
    findings: 0,
    filesWithFindings: 0,
    atThreshold: false,
    counts: NO_COUNTS,
    languages: new Set(),
    unread: false,
  };
  const gates: object[] = [];
  const lines: Line[] = [];
  const problem = (path: string, message: string): void => {
    tally.problems++;
    io.err(`sm-lens: ${session.show(path)}: ${message}\n`);
  };
  const files = inputs(io, session.engine.service, given, options.exclude);
  for await (const each of session.scanAll(files, { fixes: fixLevel(options), threads: options.jobs })) {
    if (each.kind === "problem") {
      problem(each.path, each.message);
      continue;
    }
    const { input, scanned, analysis } = each;
    if (scanned.kind === "vanished" && !input.explicit) continue;
    if (scanned.kind === "vanished") problem(input.path, "no such file or folder");
    else if (scanned.kind === "problem") problem(input.path, scanned.message);
    else tally.files++;
    if (analysis === null) continue;
    if (analysis.report.fault !== null) problem(input.path, analysis.report.fault);
    if (options.format === "text") lines.push(...linesOf(session, analysis, options, tally));
    else gates.push(...(await gatesOf(session, analysis, options, tally)));
  }
  if (options.format === "json")
    io.out(`${JSON.stringify(envelope(options.target, tally, gates), null, 2)}\n`);
  else {
    // Worst first; among equals in the order of the files.
    lines.sort((a, b) => b.rank - a.rank);
    for (const { text } of lines) io.out(`${text}\n`);
    summarise(io, given, options, tally);
  }
  if (tally.problems > 0) return 2;
  return tally.atThreshold ? 1 : 0;
}

function envelope(target: string, tally: Tally, gates: readonly object[]): object {
  return {
    schemaVersion: SCHEMA_VERSION,
    target,
    tool: { name: "sm-lens", version: VERSION },
    filesScanned: tally.files,
    gates,
  };
}

interface Line {
  readonly rank: number;
  readonly text: string;
}

/** Counts a file's gates, and answers those that are to be listed. */
function listedOf({ report }: Analysis, options: ScanOptions, tally: Tally): readonly JudgedGate[] {
  tally.counts = addCounts(tally.counts, readCounts(report));
  if (report.read.conditions > 0) tally.languages.add(report.language);
  const findings = report.gates.filter((judged) => judged.rule !== null);
  tally.findings += findings.length;
  if (findings.length > 0) tally.filesWithFindings++;
  tally.unread ||= findings.some((judged) => judged.checkFirst !== null);
  tally.atThreshold ||= findings.some((judged) => reaches(judged.severity, options.failOn));
  return options.allGates === true ? report.gates : findings;
}

/** Edits are shown in the JSON alone. */
function fixLevel({ format, allGates }: ScanOptions): FixLevel {
  return format === "text" ? "none" : allGates === true ? "all" : "findings";
}

function linesOf(session: Session, analysis: Analysis, options: ScanOptions, tally: Tally): Line[] {
  return listedOf(analysis, options, tally).map((judged) => ({
    rank: judged.severity === null ? -1 : ORDER.indexOf(judged.severity),
    text: lineOf(session, analysis, judged),
  }));
}

async function gatesOf(
  session: Session,
  analysis: Analysis,
  options: ScanOptions,
  tally: Tally,
): Promise<object[]> {
  const listed = listedOf(analysis, options, tally);
  const settings = await session.settingsFor(analysis.report.source.path);
  const context = session.jsonContext(analysis);
  return listed.map((judged) => {
    // A build list that admits the target by another's code may still be made to name it.
    const wantsFixes = judged.rule !== null || judged.excludesTarget !== false || judged.gate.exact !== null;
    return gateJson(context, judged, wantsFixes ? session.fixes(analysis, judged, settings) : []);
  });
}

export function reaches(severity: Severity | null, threshold: Severity | "never"): boolean {
  return severity !== null && threshold !== "never" && ORDER.indexOf(severity) >= ORDER.indexOf(threshold);
}

/** `file:line:col: severity: message [rule]`; a gate that is no finding is a note. */
export function lineOf(session: Session, analysis: Analysis, judged: JudgedGate): string {
  const { source } = analysis.report;
  const { line, character } = positionAt(source, (judged.operand ?? judged.gate.span).start);
  const place = `${session.show(source.path)}:${line + 1}:${character + 1}`;
  const rule = judged.rule === null ? "" : ` [${judged.rule}]`;
  return `${place}: ${judged.severity ?? "note"}: ${judged.message.replace(/\s*[\r\n]+\s*/g, " ")}${rule}`;
}

/** That nothing was found goes to stdout: it is the answer. What was found has been printed, the count is an aside. */
function summarise(io: Io, given: readonly string[], options: ScanOptions, tally: Tally): void {
  const [language] = tally.languages;
  const word = tally.languages.size === 1 && language !== undefined ? language : "mixed";
  const files = counted(tally.files, "file");
  if (tally.findings > 0) {
    const where = `${counted(tally.findings, "finding")} in ${tally.filesWithFindings} of ${files}`;
    io.err(`sm-lens: ${where} for ${options.target}: ${readInWords(tally.counts, word)}\n`);
    if (tally.unread)
      io.err(`sm-lens: before you open a check or a list, see that what it opens builds and runs there\n`);
    return;
  }
  if (tally.files === 0) {
    if (tally.problems === 0) io.out(`no file to read in ${given.join(", ")}\n`);
    return;
  }
  const [only] = given;
  const place = given.length === 1 && only !== undefined ? only : files;
  const inFiles = given.length === 1 && tally.files !== 1 ? ` (${files})` : "";
  // What could not be read may hold anything: then there is no answer to give.
  if (tally.problems > 0) {
    io.err(`sm-lens: ${counted(tally.problems, "problem")} above; nothing found in what was read\n`);
    return;
  }
  io.out(`${nothingFound(options.target, place + inFiles, tally.counts, word)}\n`);
}
