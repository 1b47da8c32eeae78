import * as vscode from "vscode";
import { DEFAULT_TARGET, SETTINGS_SECTION, targetMeant } from "../../server/src/lsp/protocol";
import type { EditorSettings } from "./editor-settings";
import { EDITOR_DEFAULTS } from "./editor-settings";

/** The target asked about for a resource, or for the workspace as a whole. */
export function currentTarget(resource?: vscode.Uri): string {
  const given = vscode.workspace.getConfiguration(SETTINGS_SECTION, resource).get<unknown>("target");
  return (typeof given === "string" ? targetMeant(given) : null) ?? DEFAULT_TARGET;
}

/** Whether the settings ask for a target that there is. */
export function isTargetKnown(resource?: vscode.Uri): boolean {
  const given = vscode.workspace.getConfiguration(SETTINGS_SECTION, resource).get<unknown>("target");
  return given === undefined || given === null || (typeof given === "string" && targetMeant(given) !== null);
}

/** The targets shown beside it. */
export function alsoShown(resource?: vscode.Uri): readonly string[] {
  const given = vscode.workspace.getConfiguration(SETTINGS_SECTION, resource).get<string[]>("alsoShow", []);
  return given.flatMap((name) => targetMeant(name) ?? []);
}

export function editorSetting<Name extends keyof EditorSettings>(name: Name): EditorSettings[Name] {
  const settings = vscode.workspace.getConfiguration(SETTINGS_SECTION);
  return settings.get<EditorSettings[Name]>(name, EDITOR_DEFAULTS[name]);
}

/** What is looked at: folders may have targets of their own. */
export const activeResource = (): vscode.Uri | undefined => vscode.window.activeTextEditor?.document.uri;

/** Writes the target to the folder that has one of its own, else to the workspace, or to the user's settings. */
export const setTarget = (target: string, resource?: vscode.Uri): Promise<void> =>
  update("target", target, resource);

/** Writes the targets shown beside it, to the same place; none takes the setting away. */
export const setAlsoShown = (targets: readonly string[], resource?: vscode.Uri): Promise<void> =>
  update("alsoShow", targets.length === 0 ? undefined : targets, resource);

async function update(name: string, value: unknown, resource: vscode.Uri | undefined): Promise<void> {
  const { ConfigurationTarget, workspace } = vscode;
  const settings = workspace.getConfiguration(SETTINGS_SECTION, resource);
  // What a folder says goes before what its workspace does: written there, it would change nothing here.
  const isFolders = settings.inspect(name)?.workspaceFolderValue !== undefined;
  const place = workspace.workspaceFolders?.length
    ? ConfigurationTarget.Workspace
    : ConfigurationTarget.Global;
  await settings.update(name, value, isFolders ? ConfigurationTarget.WorkspaceFolder : place);
}
