import * as vscode from "vscode";
import { DEFAULT_TARGET, SETTINGS_SECTION } from "../../server/src/lsp/protocol";

/** The target asked about for a resource, or for the workspace as a whole. */
export function currentTarget(resource?: vscode.Uri): string {
  return vscode.workspace.getConfiguration(SETTINGS_SECTION, resource).get("target", DEFAULT_TARGET);
}

/** Writes the target to the workspace, or to the user's settings where no folder is open. */
export async function setTarget(target: string): Promise<void> {
  const place = vscode.workspace.workspaceFolders?.length
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration(SETTINGS_SECTION).update("target", target, place);
}
