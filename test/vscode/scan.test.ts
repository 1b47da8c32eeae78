import { strict as assert } from "node:assert";
import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, describe, it } from "mocha";
import * as vscode from "vscode";
import {
  HEADER,
  JIT_MODULE,
  closeAll,
  findings,
  open,
  pause,
  picturesWanted,
  setTarget,
  takePicture,
  until,
  untilFindings,
  uriOf,
} from "./support";

/** So many files that there is time to cancel. */
const MANY = 2000;

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

  it("is taken back whole when the target changes, what chains say included", async () => {
    await scan();
    await untilFindings(uriOf(HEADER), 3);
    await setTarget("sm_121");
    await untilFindings(uriOf(HEADER), 0);
    await pause(4000); // chains are looked through again when changes rest
    assert.deepEqual(
      vscode.languages.getDiagnostics().flatMap(([uri]) => findings(uri)),
      [],
    );
  });

  it("is cancelled from its notification, and shows its log", async () => {
    const bulk = uriOf("bulk").fsPath;
    mkdirSync(bulk);
    try {
      const text = readFileSync(uriOf(HEADER).fsPath, "utf8");
      for (let index = 0; index < MANY; index++)
        writeFileSync(
          path.join(bulk, `${index}.cuh`),
          `// ${index}\n${text.replaceAll("allreduce", `f${index}`)}`,
        );
      await vscode.commands.executeCommand("notifications.clearAll"); // those of the scans before
      const scanning = scan();
      // The first button of the newest notification; it has no event for being shown.
      const pressing = setInterval(
        () => void vscode.commands.executeCommand("notification.acceptPrimaryAction"),
        100,
      );
      const outcome = await scanning.then(undefined, () => undefined);
      clearInterval(pressing);
      assert.ok(outcome);
      assert.equal(outcome.cancelled, true);
      assert.ok(outcome.filesScanned < MANY, `${outcome.filesScanned} were read all the same`);
      assert.match(outcome.message, /cancelled/i);
      if (picturesWanted()) await takePicture("scan-cancelled");
      await vscode.commands.executeCommand("smLens.showLog");
      await until("the log", () =>
        vscode.window.visibleTextEditors.find(({ document }) => document.uri.scheme === "output"),
      );
      if (picturesWanted()) await takePicture("scan-log");
    } finally {
      rmSync(bulk, { recursive: true });
      await vscode.commands.executeCommand("workbench.action.closePanel");
    }
  });

  it("says in words that there is nothing to find", async () => {
    await setTarget("sm_90a");
    const outcome = await scan();
    assert.equal(outcome.findings, 0);
    assert.match(outcome.message, /nothing excludes sm_90a/i);
    assert.match(outcome.message, /\d+ files/);
  });
});
