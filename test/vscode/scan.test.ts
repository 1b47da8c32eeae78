import { strict as assert } from "node:assert";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import { HEADER, JIT_MODULE, closeAll, findings, open, setTarget, untilFindings, uriOf } from "./support";

interface Outcome {
  readonly cancelled: boolean;
  readonly findings: number;
  readonly filesScanned: number;
  readonly message: string;
}

const scan = () => vscode.commands.executeCommand<Outcome>("smLens.scanWorkspace");

describe("a scan of the workspace", () => {
  afterEach(async () => {
    await closeAll();
    await setTarget(undefined);
    await vscode.commands.executeCommand("smLens.restartServer"); // forgets the scan
  });

  it("shows findings of files that are not open", async () => {
    const outcome = await scan();
    assert.equal(outcome.cancelled, false);
    assert.match(outcome.message, /sm_120/);
    await untilFindings(uriOf(HEADER), 3);
    await untilFindings(uriOf(JIT_MODULE), 1);
    const shown = vscode.languages.getDiagnostics().flatMap(([uri]) => findings(uri));
    assert.equal(shown.length, outcome.findings);
  });

  it("tells each finding once when a scanned file is opened, and keeps it when it is closed", async () => {
    await scan();
    await untilFindings(uriOf(HEADER), 3);
    await open(HEADER);
    await vscode.commands.executeCommand("editor.action.marker.next"); // the open file's answer has arrived by then
    await untilFindings(uriOf(HEADER), 3);
    await closeAll();
    await untilFindings(uriOf(HEADER), 3);
  });

  it("says in words that there is nothing to find", async () => {
    await setTarget("sm_90a");
    const outcome = await scan();
    assert.equal(outcome.findings, 0);
    assert.match(outcome.message, /nothing excludes sm_90a/i);
    assert.match(outcome.message, /\d+ files/);
  });
});
