import { gatesOfLine } from "../display/at-place";
import { counted } from "../logic/names";
import type { TextEdit } from "../gates/edits";
import { editsOverlap } from "../gates/edits";
import type { Fix, JudgedGate } from "../gates/judgement";
import { positionAt } from "../text/source";
import type { Change } from "./changes";
import { changeOf, writeChange } from "./changes";
import { unifiedDiff } from "./diff";
import type { ExitCode, Io } from "./io";
import { UsageError } from "./io";
import { editJson, SCHEMA_VERSION } from "./json";
import type { Location } from "./location";
import { locationOf } from "./location";
import type { NamedAnalysis, Session } from "./session";
import { openSession, sourceIn } from "./session";
import type { AnalysisOptions } from "./settings";

export interface FixOptions extends AnalysisOptions {
  readonly format: "text" | "json";
  readonly kind?: string;
  readonly dryRun?: boolean;
  readonly all?: boolean;
}

interface Chosen {
  readonly judged: JudgedGate;
  readonly fix: Fix;
}

export async function fixCommand(io: Io, argument: string, options: FixOptions): Promise<ExitCode> {
  const location = locationOf(argument);
  if (location.line === undefined && options.all !== true) {
    throw new UsageError(`fix takes FILE:LINE, or FILE with --all, not '${argument}'`);
  }
  const session = openSession(io, options, [location.file]);
  const named = await session.analyseNamed(location.file);
  const chosen =
    options.all === true ? chooseAll(session, named, options) : chooseAt(session, named, location, options);
  if (chosen.length === 0) return noFix(session, named, location, options);
  const changes = await changesOf(io, named, chosen);
  const diffs = changes.map(({ path, before, after }) => unifiedDiff(session.show(path), before, after));
  if (options.dryRun !== true)
    for (const change of changes) await writeChange(io, change, session.show(change.path));
  report(session, named, chosen, diffs, options);
  return 0;
}

/**
 * The gates of one line: findings first. Of several fixes the one of the kind asked for, else the preferred one, else
 * the only one: which of several is right where none is preferred is not for a program to say.
 */
function chooseAt(session: Session, named: NamedAnalysis, location: Location, options: FixOptions): Chosen[] {
  for (const judged of candidatesAt(named, location)) {
    const fixes = session.fixes(named.analysis, judged, named.settings);
    const only = options.kind === undefined && fixes.length === 1 ? fixes[0] : undefined;
    const fix = pick(fixes, options.kind) ?? only;
    if (fix !== undefined) return [{ judged, fix }];
    if (fixes.length > 0 && judged.rule !== null) return [];
  }
  return [];
}

function candidatesAt({ report }: NamedAnalysis, location: Location): JudgedGate[] {
  return gatesOfLine(report, location.line ?? 0).filter(({ gate }) => {
    if (location.column === undefined) return true;
    const start = positionAt(report.source, gate.span.start);
    const end = positionAt(report.source, gate.span.end);
    const afterStart = location.line !== start.line || location.column >= start.character;
    return afterStart && (location.line !== end.line || location.column <= end.character);
  });
}

/** Every finding of the file that has a fix of the kind, or without a kind a preferred one. Overlaps wait. */
function chooseAll(session: Session, named: NamedAnalysis, options: FixOptions): Chosen[] {
  const chosen: Chosen[] = [];
  for (const judged of named.report.gates) {
    if (judged.rule === null) continue;
    const fix = pick(session.fixes(named.analysis, judged, named.settings), options.kind);
    if (fix !== undefined && !chosen.some((other) => editsOverlap(other.fix.edits, fix.edits)))
      chosen.push({ judged, fix });
  }
  return chosen;
}

function pick(fixes: readonly Fix[], kind: string | undefined): Fix | undefined {
  return fixes.find((fix) => (kind === undefined ? fix.preferred : fix.kind === kind));
}

/** Says what is on offer, where the finding belongs, or why nothing is offered. */
function noFix(session: Session, named: NamedAnalysis, location: Location, options: FixOptions): ExitCode {
  const shown = session.show(named.path);
  const place = location.line === undefined ? shown : `${shown}:${location.line + 1}`;
  const gates = location.line === undefined ? [] : candidatesAt(named, location);
  session.io.err(`sm-lens: ${place}: ${whyNot(session, named, gates, options)}\n`);
  if (options.format === "json") {
    session.io.out(
      `${JSON.stringify({ schemaVersion: SCHEMA_VERSION, edits: [], diff: "", admitsAfter: [] }, null, 2)}\n`,
    );
  }
  return 1;
}

function whyNot(
  session: Session,
  named: NamedAnalysis,
  gates: readonly JudgedGate[],
  { kind, all }: FixOptions,
): string {
  const offered = gates.flatMap((judged) => session.fixes(named.analysis, judged, named.settings));
  if (offered.length > 0) {
    const list = offered.map((fix) => `\n  --kind ${fix.kind}: ${fix.title}`).join("");
    const asked =
      kind === undefined
        ? "none of these is preferred; choose one"
        : `no fix of the kind '${kind}'; there are`;
    return `${asked}:${list}`;
  }
  const [gate] = gates;
  if (gate === undefined) {
    if (all === true)
      return `no fix${kind === undefined ? "" : ` of the kind '${kind}'`} is offered in this file`;
    return "no gate stands here";
  }
  const { definedAt } = gate.gate;
  if (definedAt !== null) {
    const source =
      definedAt.file === named.path ? named.report.source : sourceIn(named.analysis.files)(definedAt.file);
    const line = source === null ? "" : `:${positionAt(source, definedAt.span.start).line + 1}`;
    return `no fix here: it is decided at ${session.show(definedAt.file)}${line}`;
  }
  return `no fix is offered: ${gate.message}`;
}

async function changesOf(io: Io, named: NamedAnalysis, chosen: readonly Chosen[]): Promise<Change[]> {
  const byFile = new Map<string, TextEdit[]>();
  for (const edit of chosen.flatMap(({ fix }) => fix.edits)) {
    const path = edit.file ?? named.path;
    byFile.set(path, [...(byFile.get(path) ?? []), edit]);
  }
  const changes: Change[] = [];
  for (const [path, edits] of byFile) {
    const analysed = path === named.path ? named.report.source.text : named.analysis.files.read(path);
    changes.push(await changeOf(io, path, edits, analysed));
  }
  return changes;
}

function report(
  session: Session,
  named: NamedAnalysis,
  chosen: readonly Chosen[],
  diffs: readonly Uint8Array[],
  options: FixOptions,
): void {
  const { io } = session;
  if (options.format === "json") {
    const context = session.jsonContext(named.analysis);
    const edits = chosen.flatMap(({ fix }) => fix.edits.flatMap((edit) => editJson(context, edit)));
    const decoder = new TextDecoder();
    const diff = diffs.map((bytes) => decoder.decode(bytes)).join("");
    const result = { schemaVersion: SCHEMA_VERSION, edits, diff, admitsAfter: admittedByAll(chosen) };
    io.out(`${JSON.stringify(result, null, 2)}\n`);
    return;
  }
  if (options.dryRun === true) for (const diff of diffs) io.out(diff);
  for (const { judged, fix } of chosen) {
    const line = positionAt(named.report.source, judged.gate.span.start).line + 1;
    const verb = options.dryRun === true ? "would apply" : "applied";
    io.err(`sm-lens: ${session.show(named.path)}:${line}: ${verb}: ${fix.title}\n`);
    if (judged.checkFirst !== null) io.err(`sm-lens: ${judged.checkFirst}\n`);
  }
  if (chosen.length > 1)
    io.err(`sm-lens: ${counted(chosen.length, "edit")}; compiling is not the same as working\n`);
}

/** What gets through every gate that was edited. */
function admittedByAll(chosen: readonly Chosen[]): string[] {
  const [first, ...others] = chosen.map(({ fix }) => fix.admitsAfter);
  return (first ?? []).filter((name) => others.every((names) => names.includes(name)));
}
