import * as vscode from "vscode";
import { currentTarget } from "./settings";
import { scanArguments } from "./task-arguments";
import type { ScanDefinition } from "./task-arguments";

/** The type of task, and the problem matcher for its output, as the manifest names them. */
export const TASK_TYPE = "smLens";
const MATCHER = "$sm-lens";

/**
 * Offers a scan by the command line as a task, one for each folder of the workspace that is on a disk: a task is a
 * process of its own. It runs on the editor's own node, so nothing has to be installed.
 */
export function offerTasks(context: vscode.ExtensionContext): vscode.Disposable {
  const cli = context.asAbsolutePath("dist/cli.js");
  return vscode.tasks.registerTaskProvider(TASK_TYPE, {
    provideTasks() {
      const folders = vscode.workspace.workspaceFolders ?? [];
      return folders.filter(isOnDisk).map((folder) => scanTask({ type: TASK_TYPE }, folder, cli));
    },
    resolveTask({ definition, scope }) {
      const given = typeof scope === "object" ? scope : undefined;
      const folder = given ?? vscode.workspace.workspaceFolders?.find(isOnDisk);
      if (folder === undefined || !isOnDisk(folder)) return undefined;
      return scanTask(definition, folder, cli);
    },
  });
}

const isOnDisk = ({ uri }: vscode.WorkspaceFolder): boolean => uri.scheme === "file";

function scanTask(definition: ScanDefinition, folder: vscode.WorkspaceFolder, cli: string): vscode.Task {
  const run = new vscode.ProcessExecution(
    process.execPath,
    [cli, ...scanArguments(definition, currentTarget(folder.uri))],
    { cwd: folder.uri.fsPath, env: { ELECTRON_RUN_AS_NODE: "1" } },
  );
  const task = new vscode.Task(definition, folder, vscode.l10n.t("scan workspace"), "SM Lens", run, MATCHER);
  task.detail = vscode.l10n.t("Findings of the command line, in Problems");
  return task;
}
