/** Files that the user has made read-only: the editor offers no edits there, and an extension's would go in all the same. */
import * as vscode from "vscode";

/** Says of a file that it is left as it is; answers whether that is so. */
export async function refusesEdits(uri: vscode.Uri): Promise<boolean> {
  if (!(await isReadOnly(uri))) return false;
  const text = vscode.l10n.t("SM Lens: {0} is read-only in this editor and stays as it is.", nameOf(uri));
  void vscode.window.showInformationMessage(text);
  return true;
}

/** Says which files of an edit that is previewed are better left unticked. */
export async function tellReadOnly(edit: vscode.WorkspaceEdit): Promise<void> {
  const uris = edit.entries().map(([uri]) => uri);
  const answers = await Promise.all(uris.map(isReadOnly));
  const names = uris.filter((_, index) => answers[index]).map(nameOf);
  if (names.length === 0) return;
  const text = vscode.l10n.t(
    "SM Lens: read-only in this editor, better left unticked: {0}",
    names.join(", "),
  );
  void vscode.window.showInformationMessage(text);
}

const nameOf = (uri: vscode.Uri): string => vscode.workspace.asRelativePath(uri);

async function isReadOnly(uri: vscode.Uri): Promise<boolean> {
  const files = vscode.workspace.getConfiguration("files", uri);
  const names = (setting: string): boolean =>
    Object.entries(files.get<Readonly<Record<string, boolean>>>(setting, {})).some(
      ([glob, holds]) => holds && matches(glob, uri),
    );
  if (names("readonlyExclude")) return false;
  if (names("readonlyInclude")) return true;
  const permissions = await vscode.workspace.fs.stat(uri).then(
    (stat) => stat.permissions,
    () => undefined,
  );
  return permissions === vscode.FilePermission.Readonly;
}

/** As the editor reads globs of files: relative to the folder, or a whole path. */
function matches(glob: string, uri: vscode.Uri): boolean {
  const folder = vscode.workspace.getWorkspaceFolder(uri);
  const document = { uri, languageId: "", fileName: uri.fsPath } as vscode.TextDocument;
  const patterns = [glob, ...(folder === undefined ? [] : [new vscode.RelativePattern(folder, glob)])];
  return patterns.some((pattern) => vscode.languages.match({ pattern }, document) > 0);
}
