/** The themes in which pictures are looked at. */
import * as vscode from "vscode";

export const THEMES: readonly (readonly [name: string, theme: string])[] = [
  ["dark", "Default Dark Modern"],
  ["light", "Default Light Modern"],
  ["high-contrast", "Default High Contrast"],
];

export const setTheme = (theme: string | undefined): Thenable<void> =>
  vscode.workspace
    .getConfiguration()
    .update("workbench.colorTheme", theme, vscode.ConfigurationTarget.Global);
