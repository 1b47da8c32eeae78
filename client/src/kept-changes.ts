import * as vscode from "vscode";
import { KEPT_METHOD } from "../../server/src/lsp/protocol";
import type { KeptChanges } from "../../server/src/lsp/protocol";
import type { Server } from "./server";

/** Says in one message what became of the fixes of files that may be replaced, with a way to the list. */
export async function verifyKept(server: Server): Promise<KeptChanges> {
  const kept = await server.request<KeptChanges>(KEPT_METHOD);
  void tell(kept);
  return kept;
}

async function tell({ total, needAttention, message, details }: KeptChanges): Promise<void> {
  const actions = total === 0 ? [] : [vscode.l10n.t("Show Details")];
  const show = needAttention > 0 ? vscode.window.showWarningMessage : vscode.window.showInformationMessage;
  if ((await show(message, ...actions)) !== undefined)
    await openText("markdown", `# ${vscode.l10n.t("Kept changes")}\n\n${message}\n\n${details}`);
}

/** Opens all of them as a patch that `patch -p1` takes, to be saved wherever it is wanted. */
export async function exportKept(server: Server): Promise<void> {
  const { total, message, patch } = await server.request<KeptChanges>(KEPT_METHOD);
  if (total === 0) void vscode.window.showInformationMessage(message);
  else await openText("diff", patch);
}

async function openText(language: string, content: string): Promise<void> {
  await vscode.window.showTextDocument(await vscode.workspace.openTextDocument({ language, content }));
}
