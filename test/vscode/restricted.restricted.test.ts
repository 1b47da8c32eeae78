/** A workspace that is not trusted: nothing of it is executed by the extension, so all that reads and edits is there. */
import { strict as assert } from "node:assert";
import { afterEach, before, describe, it } from "mocha";
import * as vscode from "vscode";
import { HEADER, api, closeAll, hoverText, open, pause, quickFixes, until, untilFindings } from "./support";

describe("a workspace that is not trusted", () => {
  // A desktop editor that runs tests trusts every folder.
  before(function () {
    if (vscode.workspace.isTrusted) this.skip();
  });
  afterEach(closeAll);

  it("is read: findings, what is dimmed, hovers, chains, a scan", async () => {
    const { document } = await open(HEADER);
    const [first] = await untilFindings(document.uri, 3);
    assert.ok(first);
    const smLens = await api();
    await until("dimmed lines", () =>
      smLens.inactiveRegions(document.uri)?.excluded.length === 4 ? true : undefined,
    );
    assert.match(await hoverText(document.uri, first.range.start), /sm_120 does not compile this/);
    const scan = await vscode.commands.executeCommand<{ findings: number }>("smLens.scanWorkspace");
    assert.ok(scan.findings > 3);
    const chain = await vscode.commands.executeCommand<{ steps: unknown[] } | null>("smLens.showChain", {
      uri: document.uri.toString(),
      position: { line: first.range.start.line, character: first.range.start.character },
    });
    assert.ok(chain && chain.steps.length > 0);
  });

  it("is edited by fixes, and back by undo", async () => {
    const { document } = await open(HEADER);
    const [first] = await untilFindings(document.uri, 3);
    assert.ok(first);
    const [fix] = await quickFixes(document.uri, first.range);
    assert.ok(fix?.edit);
    assert.ok(await vscode.workspace.applyEdit(fix.edit));
    await untilFindings(document.uri, 2);
    await vscode.commands.executeCommand("undo");
    await untilFindings(document.uri, 3);
  });

  it("runs no program to detect the GPU", async () => {
    const asking = vscode.commands.executeCommand("smLens.detectTarget");
    let answered = false;
    void asking.then(() => (answered = true));
    // It tells why, and waits for an answer: the message comes late on a busy machine.
    await until("the end of the asking", async () => {
      await pause(500);
      await vscode.commands.executeCommand("notifications.clearAll");
      return answered || undefined;
    });
    assert.equal(vscode.workspace.getConfiguration("smLens").inspect("target")?.workspaceValue, undefined);
  });
});
