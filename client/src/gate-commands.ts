import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient";
import { SILENCE_METHOD } from "../../server/src/lsp/protocol";
import type { GatePlace, SilenceParams } from "../../server/src/lsp/protocol";
import { refusesEdits } from "./read-only";
import type { Server } from "./server";

/** Goes to a gate and shows what there is to say about it. */
export async function explainGate({ uri, position }: GatePlace): Promise<void> {
  const editor = await vscode.window.showTextDocument(vscode.Uri.parse(uri));
  const at = new vscode.Position(position.line, position.character);
  editor.selection = new vscode.Selection(at, at);
  editor.revealRange(editor.selection, vscode.TextEditorRevealType.InCenterIfOutsideViewport);
  await vscode.commands.executeCommand("editor.action.showHover");
}

/** A finding to be silenced; where no reason is given it is asked for. */
export type Silencing = Omit<SilenceParams, "reason"> & Partial<Pick<SilenceParams, "reason">>;

/** Writes the reason where the finding is. Without a reason nothing is silenced. */
export async function silenceFinding(server: Server, finding: Silencing): Promise<void> {
  const { uri, position, rule } = finding;
  if (await refusesEdits(vscode.Uri.parse(uri))) return;
  const reason = finding.reason ?? (await askForReason(rule));
  if (reason === undefined) return;
  const params: SilenceParams = { uri, position, rule, reason };
  const edit = await server.request<WorkspaceEdit | null>(SILENCE_METHOD, params);
  if (edit === null) throw new Error(vscode.l10n.t("There is no place for the comment here."));
  await vscode.workspace.applyEdit(await server.editOf(edit));
}

function askForReason(rule: string): Thenable<string | undefined> {
  return vscode.window.showInputBox({
    title: vscode.l10n.t("SM Lens: silence {0} here", rule),
    prompt: vscode.l10n.t("Why is it meant to be so? The reason goes into a comment above the condition."),
    placeHolder: vscode.l10n.t("Hopper only: uses wgmma"),
    validateInput: (text) => (text.trim() === "" ? vscode.l10n.t("A reason is needed.") : undefined),
  });
}
