import * as vscode from "vscode";
import { SCAN_METHOD, SCAN_OUTDATED_METHOD } from "../../server/src/lsp/protocol";
import type { ScanParams, ScanResult } from "../../server/src/lsp/protocol";
import { COMMANDS } from "./commands";
import type { FindingsView } from "./findings-view";
import { followProgress } from "./progress";
import type { Server } from "./server";
import type { ServerStatus } from "./server-status";

/**
 * Scans the workspace with progress that can be cancelled and leads to the log, and says in one message what came of
 * it. The findings themselves come as diagnostics.
 */
export async function scanWorkspace(server: Server): Promise<ScanResult> {
  const log = `[${vscode.l10n.t("log")}](command:${COMMANDS.showLog} "${vscode.l10n.t("Show Log")}")`;
  const title = vscode.l10n.t("Scanning ({0})", log);
  const result = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title, cancellable: true },
    (progress, cancellation) =>
      followProgress(server, (workDoneToken, told) => {
        told((step) => progress.report(step));
        const params: ScanParams = { workDoneToken };
        return server.request<ScanResult>(SCAN_METHOD, params, cancellation);
      }),
  );
  void tellOutcome(result);
  return result;
}

/** Once the findings of a scan are taken back, says so where they stood and offers another; one server knows of one scan. */
export function followScans(server: Server, findings: FindingsView, status: ServerStatus): vscode.Disposable {
  server.onNotification(SCAN_OUTDATED_METHOD, () => {
    status.forgetScan();
    findings.forgetScan(
      vscode.l10n.t("Of open files alone: settings or folders have changed since the last scan."),
    );
    void offerScan();
  });
  return server.onDidChangeState((state) => {
    if (state === "stopped") findings.forgetScan(undefined);
  });
}

async function offerScan(): Promise<void> {
  const again = vscode.l10n.t("Scan Again");
  const message = vscode.l10n.t("SM Lens: settings or folders have changed since the last scan.");
  if ((await vscode.window.showInformationMessage(message, again)) === again)
    await vscode.commands.executeCommand(COMMANDS.scanWorkspace);
}

/** The one closing message. */
async function tellOutcome(result: ScanResult): Promise<void> {
  const actions = [
    { title: vscode.l10n.t("Show Findings"), command: COMMANDS.showFindings, offered: result.findings > 0 },
    { title: vscode.l10n.t("Show Log"), command: COMMANDS.showLog, offered: result.faults > 0 },
  ].filter((action) => action.offered);
  const chosen = await vscode.window.showInformationMessage(result.message, ...actions);
  if (chosen) await vscode.commands.executeCommand(chosen.command);
}
