import type { CodeAction, Diagnostic } from "vscode-languageserver";
import { CodeActionKind } from "vscode-languageserver";
import type { JudgedGate } from "../../gates/judgement";
import { halfOpenChain } from "../../chain/half-open";
import { findingRange } from "./diagnostics";
import type { GatePlace } from "../protocol";
import { CLIENT_COMMANDS, DIAGNOSTIC_SOURCE } from "../protocol";
import type { DocumentReport } from "./reports";

/** What can be done about a finding beside editing it open; the commands are our client's. */
export function otherActions(
  { uri, report }: DocumentReport,
  judged: JudgedGate,
  diagnostics: Diagnostic[],
): CodeAction[] {
  const { rule } = judged;
  if (rule === null) return [];
  const place: GatePlace = { uri, position: findingRange(report, judged).start };
  return [
    ...chainActions(place, diagnostics),
    action("Explain this gate", CLIENT_COMMANDS.explainGate, place, diagnostics),
    action("Silence with reason", CLIENT_COMMANDS.silenceFinding, { ...place, rule }, diagnostics),
    pageAction(rule, diagnostics),
  ];
}

/** What can be done where a half-open chain begins: its gate is open, and no finding by itself. */
export function halfOpenActions(uri: string, diagnostics: readonly Diagnostic[]): CodeAction[] {
  const found = diagnostics.find(
    ({ source, code }) => source === DIAGNOSTIC_SOURCE && code === halfOpenChain.id,
  );
  if (found === undefined) return [];
  return [
    ...chainActions({ uri, position: found.range.start }, [found]),
    pageAction(halfOpenChain.id, [found]),
  ];
}

function chainActions(place: GatePlace, diagnostics: Diagnostic[]): CodeAction[] {
  return [
    action("Open the whole chain", CLIENT_COMMANDS.openChain, place, diagnostics),
    action("Show gate chain", CLIENT_COMMANDS.showChain, place, diagnostics),
  ];
}

function pageAction(rule: string, diagnostics: Diagnostic[]): CodeAction {
  return action(`Open the page of ${rule}`, CLIENT_COMMANDS.openRulePage, rule, diagnostics);
}

function action(title: string, command: string, argument: unknown, diagnostics: Diagnostic[]): CodeAction {
  return {
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics,
    command: { title, command, arguments: [argument] },
  };
}
