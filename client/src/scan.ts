import * as vscode from "vscode";
import { WorkDoneProgress } from "vscode-languageclient";
import type { BaseLanguageClient } from "vscode-languageclient";
import { SCAN_METHOD } from "../../server/src/lsp/protocol";
import type { ScanParams, ScanResult } from "../../server/src/lsp/protocol";
import { COMMANDS } from "./commands";

let scans = 0;

/**
 * Scans the workspace with progress that can be cancelled, and says in one message what came of it. The findings
 * themselves come as diagnostics.
 */
export async function scanWorkspace(client: BaseLanguageClient): Promise<ScanResult> {
  const result = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Notification, title: "SM Lens", cancellable: true },
    (progress, cancellation) => requestScan(client, progress, cancellation),
  );
  void tellOutcome(result);
  return result;
}

async function requestScan(
  client: BaseLanguageClient,
  progress: vscode.Progress<{ message?: string; increment?: number }>,
  cancellation: vscode.CancellationToken,
): Promise<ScanResult> {
  const workDoneToken = `smLens.scan.${++scans}`;
  let reached = 0;
  const listening = client.onProgress(WorkDoneProgress.type, workDoneToken, (value) => {
    if (value.kind === "end") return;
    const percentage = value.percentage ?? reached;
    progress.report({ message: value.message ?? "", increment: percentage - reached });
    reached = percentage;
  });
  try {
    const params: ScanParams = { workDoneToken };
    return await client.sendRequest<ScanResult>(SCAN_METHOD, params, cancellation);
  } finally {
    listening.dispose();
  }
}

/** The one closing message. */
async function tellOutcome(result: ScanResult): Promise<void> {
  const actions = [
    { title: "Show Problems", command: "workbench.actions.view.problems", offered: result.findings > 0 },
    { title: "Show Log", command: COMMANDS.showLog, offered: result.faults > 0 },
  ].filter((action) => action.offered);
  const chosen = await vscode.window.showInformationMessage(result.message, ...actions);
  if (chosen) await vscode.commands.executeCommand(chosen.command);
}
