import type { CodeAction, Diagnostic } from "vscode-languageserver";
import { CodeActionKind } from "vscode-languageserver";
import type { JudgedGate } from "../gates/judgement";
import { findingRange } from "./diagnostics";
import type { GatePlace } from "./protocol";
import { CLIENT_COMMANDS } from "./protocol";
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
  const action = (title: string, command: string, argument: unknown): CodeAction => ({
    title,
    kind: CodeActionKind.QuickFix,
    diagnostics,
    command: { title, command, arguments: [argument] },
  });
  return [
    action("Open the whole chain", CLIENT_COMMANDS.openChain, place),
    action("Show the chain", CLIENT_COMMANDS.showChain, place),
    action("Explain this gate", CLIENT_COMMANDS.explainGate, place),
    action("Silence with reason", CLIENT_COMMANDS.silenceFinding, { ...place, rule }),
    action(`Open the page of ${rule}`, CLIENT_COMMANDS.openRulePage, rule),
  ];
}
