/** What can be done about fixes of files that may be replaced: see how they stand, put back, export. */
import * as vscode from "vscode";
import type { WorkspaceEdit } from "vscode-languageclient";
import { FORGET_METHOD, KEPT_METHOD, REAPPLY_METHOD, UNDONE_METHOD } from "../../server/src/lsp/protocol";
import type { ForgetParams, KeptChange, KeptChanges, UndoneParams } from "../../server/src/lsp/protocol";
import { COMMANDS } from "./commands";
import { isOurs } from "./documents";
import type { KeptView } from "./kept-view";
import { tellReadOnly } from "./read-only";
import type { Server } from "./server";

/** Says in one message what became of them, with a way to what can be done. */
export async function verifyKept(view: KeptView): Promise<KeptChanges> {
  const kept = await view.refresh();
  void tell(kept);
  return kept;
}

async function tell({ total, lost, needAttention, message }: KeptChanges): Promise<void> {
  const reapply = { title: vscode.l10n.t("Re-apply"), command: COMMANDS.reapplyKept };
  const list = { title: vscode.l10n.t("Show"), command: COMMANDS.showKept };
  const actions = [...(lost > 0 ? [reapply] : []), ...(total > 0 ? [list] : [])];
  const show = needAttention > 0 ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  const chosen = await show(message, ...actions);
  if (chosen !== undefined) await vscode.commands.executeCommand(chosen.command);
}

/** Puts back what is lost, after a look at it; then says how all of them stand. */
export async function reapplyKept(server: Server, view: KeptView): Promise<KeptChanges> {
  const found = await server.request<WorkspaceEdit | null>(REAPPLY_METHOD);
  if (found === null) {
    const kept = await view.refresh();
    void vscode.window.showInformationMessage(
      kept.total === 0 ? kept.message : vscode.l10n.t("Nothing is lost: {0}", kept.message),
    );
    return kept;
  }
  const edit = await server.editOf(found);
  await tellReadOnly(edit);
  const applying = vscode.workspace.applyEdit(edit, { isRefactoring: true });
  const hint = vscode.l10n.t("SM Lens: tick what is to be put back, then Apply");
  vscode.window.setStatusBarMessage(`$(info) ${hint}`, applying);
  return (await applying) ? verifyKept(view) : view.refresh();
}

/** Opens all of them as a patch that `patch -p1` takes, to be saved wherever it is wanted. */
export async function exportKept(server: Server): Promise<void> {
  const { total, message, patch } = await server.request<KeptChanges>(KEPT_METHOD);
  if (total === 0) {
    void vscode.window.showInformationMessage(message);
    return;
  }
  const document = await vscode.workspace.openTextDocument({ language: "diff", content: patch });
  await vscode.window.showTextDocument(document);
}

/** No longer keeps a change; the file stays as it is. Answers whether it was kept. */
export function forgetKept(server: Server, { id }: KeptChange): Promise<boolean> {
  const params: ForgetParams = { id };
  return server.request<boolean>(FORGET_METHOD, params); // the view is told by the server
}

/** How long a series of undos is waited for. */
const REST_MS = 200;

/** Tells the server of what is undone and done again: what it keeps of a fix follows. */
export function followUndo(server: Server): vscode.Disposable {
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const listener = vscode.workspace.onDidChangeTextDocument(({ document, reason }) => {
    if (reason === undefined || !isOurs(document)) return;
    const uri = document.uri.toString();
    const params: UndoneParams = { uri };
    clearTimeout(timers.get(uri));
    timers.set(
      uri,
      setTimeout(() => {
        timers.delete(uri);
        void server.notify(UNDONE_METHOD, params);
      }, REST_MS),
    );
  });
  const stop = (): void => {
    for (const timer of timers.values()) clearTimeout(timer);
  };
  return vscode.Disposable.from(listener, { dispose: stop });
}
