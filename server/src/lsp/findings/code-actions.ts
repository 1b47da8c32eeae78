import type { CodeAction, CodeActionParams, Diagnostic } from "vscode-languageserver";
import { CodeActionKind } from "vscode-languageserver";
import { editsOverlap } from "../../gates/edits";
import type { Fix, JudgedGate } from "../../gates/judgement";
import { staysClosed } from "../../display/behind-answer";
import type { PlacedGate } from "../../chain/half-open";
import type { ClientAbilities } from "../client-abilities";
import { findingRange } from "./diagnostics";
import { touches } from "../locations";
import { DIAGNOSTIC_SOURCE } from "../protocol";
import { halfOpenActions, otherActions } from "./gate-actions";
import type { DocumentReport, Reports } from "./reports";

/** What a code action carries to be resolved: it is computed again from the same version of the document. */
export interface ActionData {
  readonly uri: string;
  readonly version: number;
  /** The fix's place among the fixes of the gate, the gate's among the file's; for "all": of its first gate. */
  readonly gate: number;
  readonly fix: number;
  /** The same kind of fix at every finding of the file. */
  readonly all: boolean;
}

/** The gates that stay closed behind one that is opened, as far as chains are known. */
export type BehindOf = (judged: JudgedGate) => readonly PlacedGate[];

/**
 * Quick fixes for the findings that the range touches, and what else can be done about them where the client has our
 * commands. None is part of any "fix all": each needs judgement.
 */
export function codeActionsFor(
  reports: Reports,
  document: DocumentReport,
  params: CodeActionParams,
  { isOurs }: ClientAbilities,
  behindOf: BehindOf,
): CodeAction[] {
  if (!wantsQuickFixes(params.context.only)) return [];
  const single: CodeAction[] = [];
  const everywhere = new Map<string, CodeAction>();
  const others: CodeAction[] = [];
  document.report.gates.forEach((judged, gate) => {
    if (judged.rule === null || !touches(findingRange(document.report, judged), params.range)) return;
    const diagnostics = params.context.diagnostics.filter((each) => isAbout(each, document, judged));
    if (isOurs && others.length === 0) others.push(...otherActions(document, judged, diagnostics));
    const stays = staysClosed(behindOf(judged));
    // The first fix changes least; only that is offered for all places at once.
    reports.fixes(document, judged).forEach(({ kind, title: own, preferred }, fix) => {
      const title = stays === null ? own : `${own}; ${stays}`;
      const data: ActionData = { uri: document.uri, version: document.version, gate, fix, all: false };
      single.push({ title, kind: CodeActionKind.QuickFix, diagnostics, isPreferred: preferred, data });
      if (fix > 0 || everywhere.has(kind) || !hasElsewhere(reports, document, judged, kind)) return;
      const all = `All of this kind in the file: ${withoutEffect(own)}`;
      everywhere.set(kind, {
        title: all,
        kind: CodeActionKind.QuickFix,
        diagnostics,
        data: { ...data, all: true },
      });
    });
  });
  if (isOurs && others.length === 0)
    others.push(...halfOpenActions(document.uri, params.context.diagnostics));
  return [...single, ...everywhere.values(), ...others];
}

/** Looks no further than the first: a fix is analysed before it is offered, and that costs. */
function hasElsewhere(reports: Reports, document: DocumentReport, here: JudgedGate, kind: string): boolean {
  return document.report.gates.some(
    (judged) =>
      judged !== here &&
      judged.rule !== null &&
      judged.gate.layer === here.gate.layer &&
      reports.fixes(document, judged).some((fix) => fix.kind === kind),
  );
}

/** The fixes that an action stands for, each with its finding; null when its data fit nothing here. */
export function fixesOf(reports: Reports, document: DocumentReport, data: ActionData): Fix[] | null {
  const judged = document.report.gates[data.gate];
  const fix = judged === undefined ? undefined : reports.fixes(document, judged)[data.fix];
  if (fix === undefined) return null;
  if (!data.all) return [fix];
  const taken: Fix[] = [];
  for (const each of findingsWith(reports, document, fix.kind)) {
    if (!taken.some((other) => editsOverlap(other.edits, each.edits))) taken.push(each);
  }
  return taken;
}

/** The first fix of the kind at each finding of the file. */
function findingsWith(reports: Reports, document: DocumentReport, kind: string): Fix[] {
  return document.report.gates.flatMap((judged) => {
    if (judged.rule === null) return [];
    return reports.fixes(document, judged).find((fix) => fix.kind === kind) ?? [];
  });
}

function wantsQuickFixes(only: readonly string[] | undefined): boolean {
  return only === undefined || only.some((kind) => kind === "" || kind === CodeActionKind.QuickFix);
}

function isAbout(diagnostic: Diagnostic, document: DocumentReport, judged: JudgedGate): boolean {
  if (diagnostic.source !== DIAGNOSTIC_SOURCE || diagnostic.code !== judged.rule) return false;
  const { start } = findingRange(document.report, judged);
  return diagnostic.range.start.line === start.line && diagnostic.range.start.character === start.character;
}

/** The effect, in a title's closing parentheses, is that of one place. */
function withoutEffect(title: string): string {
  if (!title.endsWith(")")) return title;
  let depth = 0;
  for (let at = title.length - 1; at > 0; at--) {
    if (title[at] === ")") depth++;
    else if (title[at] === "(" && --depth === 0) return title.slice(0, at).trimEnd();
  }
  return title;
}
