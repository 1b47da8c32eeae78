/** Each folder of a workspace may ask about a target of its own. */
import { strict as assert } from "node:assert";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import {
  canReadPage,
  closeAll,
  hoverText,
  labelsInPage,
  openIn,
  takeSecond,
  until,
  untilFindings,
  folderNamed,
} from "./support";

const settingsOf = (folder: string): vscode.WorkspaceConfiguration =>
  vscode.workspace.getConfiguration("smLens", folderNamed(folder).uri);

/** What the status bar says, as screen readers read it. */
const untilStatus = (target: RegExp): Promise<true> =>
  until(`${target.source} in the status bar`, async () => {
    const labels = await labelsInPage("[id*='smLens.target'] a");
    return labels.some((label) => target.test(label)) ? true : undefined;
  });

describe("folders with targets of their own", () => {
  before(async () => {
    await settingsOf("lib").update("target", "sm_90", vscode.ConfigurationTarget.WorkspaceFolder);
    const own = vscode.Uri.joinPath(folderNamed("app").uri, ".sm-lens.json");
    await vscode.workspace.fs.writeFile(own, new TextEncoder().encode('{ "target": "sm_121" }'));
  });
  after(async () => {
    await closeAll();
    await settingsOf("lib").update("target", undefined, vscode.ConfigurationTarget.WorkspaceFolder);
    await vscode.workspace.fs.delete(vscode.Uri.joinPath(folderNamed("app").uri, ".sm-lens.json"));
  });

  it("are judged each by its own, and the status bar says which", async () => {
    const lib = await openIn("lib", "lib/jit/comm.py");
    await untilFindings(lib.uri, 0);
    if (canReadPage()) await untilStatus(/sm_90$/);
    const server = await openIn("server", "server/limits.py");
    const [finding] = await untilFindings(server.uri, 1);
    assert.match(finding?.message ?? "", /12\.0 \(sm_120\)/);
    if (canReadPage()) await untilStatus(/sm_120$/);
  });

  it("may have it from the project's own file, which the status bar tells as well", async () => {
    const app = await openIn("app", "app/comm/fusion.py");
    const [finding] = await untilFindings(app.uri, 1);
    assert.ok(finding);
    assert.match(await hoverText(app.uri, finding.range.start), /12\.1 \(sm_121\)/);
    if (canReadPage()) await untilStatus(/sm_121, as \.sm-lens\.json says/);
  });

  it("get another one where theirs is written", async () => {
    const lib = await openIn("lib", "lib/jit/comm.py");
    await untilFindings(lib.uri, 0);
    const choosing = vscode.commands.executeCommand("smLens.chooseTarget");
    await takeSecond(choosing); // the newest: sm_121
    await until("the setting", () => settingsOf("lib").get("target") === "sm_121" || undefined);
    const { workspaceFolderValue, workspaceValue } = settingsOf("lib").inspect("target") ?? {};
    assert.deepEqual([workspaceFolderValue, workspaceValue], ["sm_121", undefined]);
    await untilFindings(lib.uri, 1);
  });
});
