/** Which fixes are applied, and what they make of the files. */
import { gatesOfLine } from "../../display/at-place";
import type { TextEdit } from "../../gates/edits";
import { editsOverlap } from "../../gates/edits";
import type { Fix, JudgedGate } from "../../gates/judgement";
import { positionAt } from "../../text/source";
import { problemOf } from "../../workspace/file-system";
import type { Change } from "./changes";
import { changeOf, writeChange, writeTogether } from "./changes";
import type { Io } from "../io";
import type { Location } from "../location";
import type { NamedAnalysis, Session } from "../session";

/** One fix that was chosen. */
export interface Chosen {
  readonly named: NamedAnalysis;
  readonly judged: JudgedGate;
  readonly fix: Fix;
}

/**
 * The gates of one line: findings first. Of several fixes the one of the kind asked for, else the preferred one, else
 * the only one, unless what it opens is named for others: which is right where none is preferred is not for a program
 * to say.
 */
export function chooseAt(
  session: Session,
  named: NamedAnalysis,
  location: Location,
  kind: string | undefined,
): Chosen[] {
  for (const judged of candidatesAt(named, location)) {
    const fixes = session.fixes(named.analysis, judged, named.settings);
    const isPlain = fixes.length === 1 && !isMadeForOthers(judged);
    const only = kind === undefined && isPlain ? fixes[0] : undefined;
    const fix = pick(fixes, kind) ?? only;
    if (fix !== undefined) return [{ named, judged, fix }];
    if (fixes.length > 0 && judged.rule !== null) return [];
  }
  return [];
}

/** A name that promises the target is what is mended there. */
function isMadeForOthers({ gate, asked, rule }: JudgedGate): boolean {
  return (
    rule !== "name-disagrees" && (gate.madeForOthers?.(asked & gate.admission.excludes) ?? []).length > 0
  );
}

export function candidatesAt({ report }: NamedAnalysis, location: Location): JudgedGate[] {
  return gatesOfLine(report, location.line ?? 0).filter(({ gate }) => {
    if (location.column === undefined) return true;
    const start = positionAt(report.source, gate.span.start);
    const end = positionAt(report.source, gate.span.end);
    const afterStart = location.line !== start.line || location.column >= start.character;
    return afterStart && (location.line !== end.line || location.column <= end.character);
  });
}

/**
 * Every finding of a file that has a fix of the kind, or without a kind a preferred one. What touches a place that
 * `before` touches already waits for another time.
 */
export function chooseAll(
  session: Session,
  named: NamedAnalysis,
  kind: string | undefined,
  before: readonly Chosen[],
): Chosen[] {
  const chosen: Chosen[] = [];
  for (const judged of named.report.gates) {
    if (judged.rule === null) continue;
    const fix = pick(session.fixes(named.analysis, judged, named.settings), kind);
    if (fix === undefined) continue;
    const edits = placed(named, fix);
    const overlaps = [...before, ...chosen].some((other) =>
      editsOverlap(placed(other.named, other.fix), edits),
    );
    if (!overlaps) chosen.push({ named, judged, fix });
  }
  return chosen;
}

/** How many findings of a file have an edit of each kind. */
export function countKinds(session: Session, named: NamedAnalysis, counts: Map<string, number>): void {
  for (const judged of named.report.gates) {
    if (judged.rule === null) continue;
    const kinds = new Set(session.fixes(named.analysis, judged, named.settings).map(({ kind }) => kind));
    for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
}

function pick(fixes: readonly Fix[], kind: string | undefined): Fix | undefined {
  if (kind === undefined) return fixes.find(({ preferred }) => preferred);
  const [name, number] = kindAndNumber(kind);
  return fixes.filter((fix) => fix.kind === name)[number - 1];
}

/** What `--kind` takes: a kind, which means its first edit, or one of several by its number, from 1 on: `add-family:2`. */
export function kindAndNumber(given: string): [kind: string, number: number] {
  const match = /^(.+):(\d+)$/.exec(given);
  return match === null ? [given, 1] : [match[1] ?? "", Number(match[2])];
}

/** Edits with the file of each spelt out. */
function placed(named: NamedAnalysis, { edits }: Fix): (TextEdit & { readonly file: string })[] {
  return edits.map((edit) => ({ ...edit, file: edit.file ?? named.path }));
}

/** The files as they will be; a usage error where one is not what was analysed any more. */
export async function changesOf(io: Io, chosen: readonly Chosen[]): Promise<Change[]> {
  const byFile = new Map<string, { readonly analysed: string | null; readonly edits: TextEdit[] }>();
  for (const { named, fix } of chosen) {
    for (const edit of placed(named, fix)) {
      const analysed =
        edit.file === named.path ? named.report.source.text : (named.analysis.files.read(edit.file) ?? null);
      const known = byFile.get(edit.file) ?? { analysed, edits: [] };
      known.edits.push(edit);
      byFile.set(edit.file, known);
    }
  }
  const changes: Change[] = [];
  for (const [path, { analysed, edits }] of byFile) changes.push(await changeOf(io, path, edits, analysed));
  return changes;
}

/**
 * Each file whole or not at all, and what one edit does to several files all or not at all. Answers what went wrong with
 * which; the others are written.
 */
export async function writeChanges(
  session: Session,
  chosen: readonly Chosen[],
  changes: readonly Change[],
): Promise<readonly string[]> {
  if (chosen.length === 1) {
    await writeTogether(session.io, changes, (path) => session.show(path));
    return [];
  }
  const problems: string[] = [];
  for (const change of changes) {
    try {
      await writeChange(session.io, change, session.show(change.path));
    } catch (thrown) {
      problems.push(problemOf(thrown).message);
    }
  }
  return problems;
}
