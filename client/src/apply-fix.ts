import * as vscode from "vscode";
import type { CodeAction, CodeActionParams } from "vscode-languageclient";
import type { Finding } from "./findings";
import { goTo, plainRange } from "./places";
import { refusesEdits } from "./read-only";
import type { Server } from "./server";

/**
 * Opens the finding's place and applies a fix: the only one, or the one that is chosen. The server is asked itself: the
 * editor would mix in what other extensions offer there.
 */
export async function applyFix(server: Server, { uri, diagnostic }: Finding): Promise<boolean> {
  await goTo(uri, diagnostic.range);
  if (await refusesEdits(uri)) return false;
  const params: CodeActionParams = {
    textDocument: { uri: uri.toString() },
    range: plainRange(diagnostic.range),
    context: { diagnostics: [], only: ["quickfix"] },
  };
  const actions = (await server.request<CodeAction[] | null>("textDocument/codeAction", params)) ?? [];
  const fixes = actions.filter((action) => action.data !== undefined && action.command === undefined);
  const chosen = fixes.length > 1 ? await choose(fixes) : fixes[0];
  if (fixes.length === 0) {
    void vscode.window.showInformationMessage(vscode.l10n.t("No fix is offered here: the hover says why."));
  }
  if (chosen === undefined) return false;
  const { edit, command } = await server.request<CodeAction>("codeAction/resolve", chosen);
  const changes = edit === undefined ? undefined : await server.editOf(edit);
  if (changes === undefined || !(await vscode.workspace.applyEdit(changes))) return false;
  if (command)
    await vscode.commands.executeCommand(command.command, ...((command.arguments ?? []) as unknown[]));
  return true;
}

async function choose(actions: readonly CodeAction[]): Promise<CodeAction | undefined> {
  const items = actions.map((action) => ({
    label: action.title,
    description: action.isPreferred === true ? vscode.l10n.t("preferred") : "",
    action,
  }));
  const title = vscode.l10n.t("SM Lens: Apply Fix");
  const placeHolder = vscode.l10n.t("Compiling is not the same as working: look at each");
  return (await vscode.window.showQuickPick(items, { title, placeHolder }))?.action;
}
