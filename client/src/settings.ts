import * as vscode from "vscode";
import { DEFAULT_TARGET, SETTINGS_SECTION } from "../../server/src/lsp/protocol";
import type { EditorSettings } from "./editor-settings";
import { EDITOR_DEFAULTS } from "./editor-settings";

/** The target asked about for a resource, or for the workspace as a whole. */
export function currentTarget(resource?: vscode.Uri): string {
  return vscode.workspace.getConfiguration(SETTINGS_SECTION, resource).get("target", DEFAULT_TARGET);
}

/** The targets shown beside it. */
export function alsoShown(resource?: vscode.Uri): readonly string[] {
  return vscode.workspace.getConfiguration(SETTINGS_SECTION, resource).get<string[]>("alsoShow", []);
}

export function editorSetting<Name extends keyof EditorSettings>(name: Name): EditorSettings[Name] {
  const settings = vscode.workspace.getConfiguration(SETTINGS_SECTION);
  return settings.get<EditorSettings[Name]>(name, EDITOR_DEFAULTS[name]);
}

/** Writes the target to the workspace, or to the user's settings where no folder is open. */
export const setTarget = (target: string): Promise<void> => update("target", target);

/** Writes the targets shown beside it, to the same place; none takes the setting away. */
export const setAlsoShown = (targets: readonly string[]): Promise<void> =>
  update("alsoShow", targets.length === 0 ? undefined : targets);

async function update(name: string, value: unknown): Promise<void> {
  const place = vscode.workspace.workspaceFolders?.length
    ? vscode.ConfigurationTarget.Workspace
    : vscode.ConfigurationTarget.Global;
  await vscode.workspace.getConfiguration(SETTINGS_SECTION).update(name, value, place);
}
