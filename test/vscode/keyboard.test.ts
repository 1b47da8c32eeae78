/** Every view by the keyboard alone, pressed in the window as a person presses it; what is said is what screen readers read. */
import { strict as assert } from "node:assert";
import { afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import {
  HEADER,
  JIT_MODULE,
  canReadPage,
  closeAll,
  labelsInPage,
  open,
  pause,
  press,
  setTarget,
  until,
  untilFindings,
} from "./support";

const FOCUSED_ROW = ".monaco-list.element-focused .monaco-list-row.focused";

/** The row of a tree on which the keyboard comes to be. */
const untilOn = (what: RegExp): Promise<string> =>
  until(`the keyboard on ${what.source}`, async () =>
    (await labelsInPage(FOCUSED_ROW)).find((label) => what.test(label)),
  );

/** Gives a view the keyboard; one that is shown for the first time takes it late. */
async function focusOn(command: string, name: string): Promise<void> {
  await until(`the keyboard in ${name}`, async () => {
    await vscode.commands.executeCommand(command);
    await pause(300);
    return (await labelsInPage(".monaco-list:focus")).includes(name) ? true : undefined;
  });
}

/** The row of a tree on which the keyboard is, with what sticks above it. */
const focusedRow = async (): Promise<string> => (await labelsInPage(FOCUSED_ROW)).join("\n");

/** Presses a key that moves the keyboard, and waits until it has moved; false where it does not. */
async function move(key: string, from: string): Promise<boolean> {
  await press(key);
  for (let looked = 0; looked < 5; looked++) if ((await focusedRow()) !== from) return true;
  return false;
}

/** Goes down a tree, from its first row, until the keyboard is on a row; once more where the tree was not whole yet. */
async function walkTo(what: RegExp): Promise<void> {
  let met: string[] = [];
  await until(`${what.source} among what the keyboard meets`, async () => {
    met = [];
    await press("Home");
    for (let row = 0; row < 60; row++) {
      const labels = await focusedRow();
      if (labels.split("\n").some((label) => what.test(label))) return true;
      met.push(labels);
      if (!(await move("ArrowDown", labels))) return undefined;
    }
    return undefined;
  }).catch((error: unknown) => assert.fail(`${String(error)}: it meets ${met.join("; ")}`));
}

const untilAt = (file: string): Promise<vscode.TextEditor> =>
  until(`the cursor in ${file}`, () => {
    const editor = vscode.window.activeTextEditor;
    return editor?.document.uri.path.endsWith(file) === true && editor.selection.active.line > 0
      ? editor
      : undefined;
  });

/** What the context menu that Shift+F10 opens lists; Escape leaves it. */
async function menu(): Promise<readonly string[]> {
  const read = (): Promise<readonly string[]> => labelsInPage(".monaco-menu .action-item .action-menu-item");
  const items = await until("the menu", async () => {
    await press("Shift+F10");
    for (let looked = 0; looked < 10; looked++) {
      const all = await read();
      if (all.length > 0) return all;
    }
    return undefined;
  });
  await press("Escape");
  await until("no menu", async () => ((await read()).length === 0 ? true : undefined));
  return items;
}

describe("the keyboard", () => {
  before(function () {
    if (!canReadPage()) this.skip();
  });
  afterEach(async () => {
    await setTarget(undefined);
    await closeAll();
    await vscode.commands.executeCommand("workbench.view.explorer");
    await vscode.commands.executeCommand("smLens.restartServer"); // forgets the scan
  });

  it("walks the findings, opens a place by Enter, and has the menu of each", async () => {
    const { document } = await open(HEADER);
    await untilFindings(document.uri, 3);
    await closeAll();
    await vscode.commands.executeCommand("smLens.scanWorkspace");
    await vscode.commands.executeCommand("notifications.clearAll");
    await untilFindings(document.uri, 3);
    await focusOn("smLens.showFindings", "Findings");
    await walkTo(/^error, line \d+: Empty body for sm_120/);
    const items = await menu();
    assert.ok(items.length >= 4, items.join("; "));
    await untilOn(/^error, line/);
    await press("Enter");
    await untilAt("allreduce.cuh");
  });

  it("walks a gate chain to a gate, and opens or removes the chain from its menu", async () => {
    await vscode.commands.executeCommand("smLens.showChain", { entry: JIT_MODULE });
    await untilOn(/gates on this path shut sm_120 out/);
    assert.equal((await menu()).length, 2);
    const entry = await untilOn(/gates on this path shut sm_120 out/);
    assert.ok(await move("ArrowDown", entry));
    assert.ok(await move("ArrowDown", await focusedRow()));
    await untilOn(/closed, /);
    await press("Enter");
    await untilAt(".py");
  });

  it("chooses a target in its view", async () => {
    await focusOn("smLens.targets.focus", "Targets");
    await walkTo(/^sm_121, /);
    await press("Enter");
    await until("the setting", () =>
      vscode.workspace.getConfiguration("smLens").get("target") === "sm_121" ? true : undefined,
    );
    await untilOn(/^sm_121, asked about/);
  });

  it("goes through the links of a hover, and leaves it by Escape", async () => {
    const editor = await open(HEADER);
    const [finding] = await untilFindings(editor.document.uri, 3);
    assert.ok(finding);
    editor.selection = new vscode.Selection(finding.range.start, finding.range.start);
    const seen = async (selector: string): Promise<boolean> => (await labelsInPage(selector)).length > 0;
    const hasKeyboard = async (): Promise<boolean> =>
      (await seen(".monaco-hover a")) && (await seen(".monaco-hover:focus-within"));
    // A hover takes the keyboard late, and loses it while its content comes; a Tab beside it would be typed. One that is
    // asked for again before its content has come begins anew.
    await until("a link of the hover by Tab", async () => {
      await vscode.commands.executeCommand("editor.action.showHover", { focus: "autoFocusImmediately" });
      for (let looked = 0; looked < 15 && !(await hasKeyboard()); looked++) await pause(100);
      for (let stop = 0; stop < 12 && (await hasKeyboard()); stop++) {
        await press("Tab");
        if (await seen(".monaco-hover a:focus")) return true;
      }
      return undefined;
    });
    assert.equal(editor.document.isDirty, false);
    await press("Escape");
    await until("no hover", async () =>
      (await labelsInPage(".monaco-hover .hover-row")).length === 0 ? true : undefined,
    );
  });
});
