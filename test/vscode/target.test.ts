import { strict as assert } from "node:assert";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import {
  HEADER,
  canReadPage,
  closeAll,
  labelsInPage,
  open,
  press,
  setTarget,
  takeSecond,
  until,
  untilFindings,
  untilShown,
} from "./support";

describe("the target", () => {
  afterEach(async () => {
    await setTarget(undefined);
    await closeAll();
  });

  it("changes every answer at once when the setting changes", async () => {
    const { document } = await open(HEADER);
    await untilFindings(document.uri, 3);
    await setTarget("sm_90");
    await untilFindings(document.uri, 0);
    await setTarget("sm_121");
    for (const finding of await untilFindings(document.uri, 3)) assert.match(finding.message, /sm_121/);
  });

  it("is chosen from a list by the name of a product", async () => {
    const { document } = await open(HEADER);
    await untilFindings(document.uri, 3);
    const chosen = vscode.commands.executeCommand("smLens.chooseTarget");
    await takeSecond(chosen);
    const setting = await until("the setting", () => {
      const value = vscode.workspace.getConfiguration("smLens").inspect<string>("target");
      return value?.workspaceValue;
    });
    assert.match(setting, /^sm_\d+[af]?$/);
    assert.notEqual(setting, "sm_120");
  });

  it("is chosen by what stands in no item's text: one product of a series, another spelling", async function () {
    if (!canReadPage()) this.skip();
    const settings = () => vscode.workspace.getConfiguration("smLens").inspect<string>("target");
    for (const [typed, meant] of [
      ["4090", "sm_89"],
      ["rtx 5090", "sm_120"],
      ["9.0", "sm_90"],
    ] as const) {
      const chosen = vscode.commands.executeCommand("smLens.chooseTarget");
      await untilShown("the list", ".quick-input-widget .monaco-list-row.focused");
      await press(...typed.replace(" ", "").split(""));
      await until(`${meant} in the list`, async () => {
        const [first] = await labelsInPage(".quick-input-widget .monaco-list-row.focused");
        return first?.startsWith(`${meant},`) || first?.startsWith(`${meant} `) ? true : undefined;
      });
      await press("Enter");
      await chosen;
      await until(`the setting ${meant}`, () => (settings()?.workspaceValue === meant ? true : undefined));
    }
  });

  it("is warned of in the status bar where there is none of that name, and not said to be in the list", async function () {
    if (!canReadPage()) this.skip();
    await open(HEADER);
    const status = (wanted: RegExp): Promise<true> =>
      until(`${wanted.source} in the status bar`, async () => {
        const labels = await labelsInPage("[id*='smLens.target'] a");
        return labels.some((label) => wanted.test(label)) ? true : undefined;
      });
    await setTarget("nope");
    await status(/sm_120 \(smLens\.target: there is no target "nope"\)/);
    const chosen = vscode.commands.executeCommand("smLens.chooseTarget");
    await untilShown("the list", ".quick-input-widget .monaco-list-row.focused");
    await press("z", "z", "z");
    await until("the word of it", async () => {
      const rows = await labelsInPage(".quick-input-widget .monaco-list-row");
      return rows.length === 1 && rows[0]?.includes("is called zzz") ? true : undefined;
    });
    await press("Escape");
    await chosen;
    await setTarget(undefined);
    await status(/sm_120$/);
  });

  it("leaves rules and files out that the settings name", async () => {
    const { document } = await open(HEADER);
    const settings = vscode.workspace.getConfiguration("smLens");
    const [first] = await untilFindings(document.uri, 3);
    assert.ok(first && typeof first.code === "object");
    const rule = String(first.code.value);
    try {
      await settings.update("rules", { [rule]: "hint" }, vscode.ConfigurationTarget.Workspace);
      await until("the rule's new level", async () => {
        const [now] = await untilFindings(document.uri, 3);
        return now?.severity === vscode.DiagnosticSeverity.Hint ? now : undefined;
      });
      await settings.update("exclude", ["include/**"], vscode.ConfigurationTarget.Workspace);
      await untilFindings(document.uri, 0);
    } finally {
      await settings.update("rules", undefined, vscode.ConfigurationTarget.Workspace);
      await settings.update("exclude", undefined, vscode.ConfigurationTarget.Workspace);
    }
    await untilFindings(document.uri, 3);
  });
});
