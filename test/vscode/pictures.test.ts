/** Pictures of the editor for people to look at; those in docs/images come from here. */
import { strict as assert } from "node:assert";
import { after, afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import {
  HEADER,
  JIT_MODULE,
  closeAll,
  decorate,
  hoverAt,
  open,
  picturesWanted,
  setTarget,
  takePicture,
  untilFindings,
} from "./support";

async function openAtFinding(file: string, index: number, count: number): Promise<vscode.TextEditor> {
  const editor = await open(file);
  const finding = (await untilFindings(editor.document.uri, count))[index];
  assert.ok(finding);
  const inside = finding.range.start.translate(0, 4);
  editor.selection = new vscode.Selection(inside, inside);
  editor.revealRange(finding.range, vscode.TextEditorRevealType.InCenter);
  return editor;
}

/** A narrow side bar leaves room for the hint behind a long condition. */
async function sideBar(change: "decreaseViewSize" | "increaseViewSize"): Promise<void> {
  await vscode.commands.executeCommand("workbench.view.explorer");
  await vscode.commands.executeCommand("workbench.action.focusSideBar");
  for (let step = 0; step < 2; step++) await vscode.commands.executeCommand(`workbench.action.${change}`);
}

describe("pictures", () => {
  before(async function () {
    if (!picturesWanted()) this.skip();
    await decorate(true);
    await sideBar("decreaseViewSize");
  });
  after(async () => {
    if (picturesWanted()) await sideBar("increaseViewSize");
    await decorate(false);
  });
  afterEach(async () => {
    await vscode.commands.executeCommand("workbench.action.closePanel");
    await closeAll();
    await setTarget(undefined);
  });

  it("of a squiggle and its hover", async () => {
    const editor = await openAtFinding(HEADER, 2, 3);
    await hoverAt(editor, editor.selection.active);
    await takePicture("hover");
  });

  it("of a quick fix", async () => {
    await openAtFinding(HEADER, 2, 3);
    const menu = vscode.commands.executeCommand("editor.action.quickFix");
    await takePicture("quick-fix");
    await vscode.commands.executeCommand("hideCodeActionWidget");
    await menu;
  });

  it("of a list in Python", async () => {
    const editor = await openAtFinding(JIT_MODULE, 0, 1);
    await hoverAt(editor, editor.selection.active);
    await takePicture("python-list");
  });

  it("of the target picker", async () => {
    await openAtFinding(HEADER, 2, 3);
    const picker = vscode.commands.executeCommand("smLens.chooseTarget");
    await takePicture("choose-target");
    await vscode.commands.executeCommand("workbench.action.closeQuickOpen");
    await picker;
  });

  it("of the problems after a scan", async () => {
    await vscode.commands.executeCommand("smLens.scanWorkspace");
    await openAtFinding(HEADER, 2, 3);
    await vscode.commands.executeCommand("workbench.actions.view.problems");
    await vscode.commands.executeCommand("notifications.clearAll"); // the closing message would cover some of them
    await takePicture("problems");
  });
});
