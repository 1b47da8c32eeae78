import type { WorkspaceEdit } from "vscode-languageserver";
import type { ServerContext } from "../context";
import { findingRange } from "./diagnostics";
import { rangeOf, touches } from "../locations";
import type { SilenceParams } from "../protocol";
import type { DocumentReport } from "./reports";

/** The edit that silences the finding of a rule at a place; null where there is none, or no place for a comment. */
export function silence(
  { runtime, abilities }: ServerContext,
  { uri, version, report }: DocumentReport,
  { position, rule, reason }: SilenceParams,
): WorkspaceEdit | null {
  const here = { start: position, end: position };
  const judged = report.gates.find((each) => each.rule === rule && touches(findingRange(report, each), here));
  const edit = judged === undefined ? null : runtime.engine.service.silence(report, judged, reason);
  if (edit === null) return null;
  const edits = [{ range: rangeOf(report.source, edit.span), newText: edit.newText }];
  return abilities.versionedEdits
    ? { documentChanges: [{ textDocument: { uri, version }, edits }] }
    : { changes: { [uri]: edits } };
}
