/** Fixes of an installed package: kept, lost to an upgrade, put back, exported, forgotten. One after another. */
import { strict as assert } from "node:assert";
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { after, before, describe, it } from "mocha";
import * as vscode from "vscode";
import {
  autoFix,
  checkFirstEdit,
  closeAll,
  open,
  picturesWanted,
  takePicture,
  until,
  untilFindings,
  uriOf,
} from "./support";
import { setTheme, THEMES } from "./themes";

const PACKAGE = "site-packages/tilefuse/include";
const WAIT = `${PACKAGE}/wait.cuh`;
const SCALE = `${PACKAGE}/scale.cuh`;
const COPY = `${PACKAGE}/copy.cuh`;
const STORE = ".sm-lens/patches.json";

const guarded = (name: string): string => `#pragma once

__global__ void ${name}(float* out) {
#if (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200)
  cudaGridDependencySynchronize();
#endif
  out[threadIdx.x] = 1.f;
}
`;
const OPENED = "#if (__CUDA_ARCH__ >= 900)";

interface Kept {
  readonly total: number;
  readonly lost: number;
  readonly message: string;
  readonly changes: readonly { readonly uri: string; readonly line: number; readonly state: string }[];
}

const ask = <T>(command: string, ...args: unknown[]): Thenable<T> =>
  vscode.commands.executeCommand<T>(command, ...args);

function install(file: string, text: string): void {
  const { fsPath } = uriOf(file);
  mkdirSync(path.dirname(fsPath), { recursive: true });
  writeFileSync(fsPath, text);
}

/** Takes the fix that the editor prefers, and saves. */
async function fix(file: string): Promise<void> {
  const editor = await open(file);
  const [finding] = await untilFindings(editor.document.uri, 1);
  assert.ok(finding);
  await autoFix(editor, finding);
  await editor.document.save();
}

/** How all that is kept stands, once it is as wanted. */
const untilKept = (wanted: (kept: Kept) => boolean): Promise<Kept> =>
  until("the kept changes", async () => {
    const kept = await ask<Kept>("smLens.verifyKeptChanges");
    await ask("notifications.clearAll");
    return wanted(kept) ? kept : undefined;
  });

const statesOf = ({ changes }: Kept): string[] => changes.map(({ state }) => state).sort();

describe("changes of an installed package", () => {
  before(() => {
    for (const [file, name] of [
      [WAIT, "wait"],
      [SCALE, "scale"],
      [COPY, "copy"],
    ] as const)
      install(file, guarded(name));
  });
  after(async () => {
    await closeAll();
    await ask("workbench.view.explorer");
    for (const each of ["site-packages", ".sm-lens"])
      rmSync(uriOf(each).fsPath, { recursive: true, force: true });
    await ask("smLens.restartServer"); // forgets what was kept
  });

  it("are kept when a fix is applied", async () => {
    for (const file of [WAIT, SCALE, COPY]) await fix(file);
    const kept = await untilKept(({ total }) => total === 3);
    assert.deepEqual(statesOf(kept), ["in place", "in place", "in place"]);
    assert.equal(kept.changes.find(({ uri }) => uri.endsWith("wait.cuh"))?.line, 3);
  });

  it("are forgotten when the fix is undone, and kept when it is done again", async () => {
    await open(COPY);
    await ask("undo");
    await untilKept(({ total }) => total === 2);
    await ask("redo");
    await untilKept(({ total }) => total === 3);
  });

  it("are told of when an upgrade has replaced the files", async () => {
    await closeAll();
    install(WAIT, `// version 2\n${guarded("wait")}`);
    rmSync(uriOf(SCALE).fsPath);
    const kept = await untilKept(({ lost }) => lost === 1);
    assert.deepEqual(statesOf(kept), ["in place", "lost", "missing"]);
    assert.match(kept.message, /3 changes kept/);
  });

  for (const [name, theme] of THEMES) {
    it(`are shown in a view, ${name}`, async function () {
      if (!picturesWanted()) this.skip();
      await setTheme(theme);
      await open(WAIT);
      await ask("smLens.showKeptChanges");
      void ask("smLens.verifyKeptChanges");
      await takePicture(`kept-${name}`);
      await setTheme(undefined);
    });
  }

  it("are exported as a patch", async () => {
    await ask("smLens.exportKeptChanges");
    const document = await until("the patch", () => {
      const shown = vscode.window.activeTextEditor?.document;
      return shown?.languageId === "diff" ? shown : undefined;
    });
    assert.match(document.getText(), /^\+\+\+ b\/site-packages\/tilefuse\/include\/wait\.cuh$/m);
    assert.ok(document.getText().includes(`+${OPENED}`));
    await closeAll();
  });

  it("are put back after a look at them", async () => {
    const applying = ask<Kept>("smLens.reapplyKeptChanges");
    await checkFirstEdit();
    if (picturesWanted()) await takePicture("kept-reapply");
    await ask("refactorPreview.apply");
    assert.equal((await applying).lost, 0);
    const { document } = await open(WAIT);
    assert.equal(document.lineAt(4).text, OPENED);
    assert.equal(document.lineAt(0).text, "// version 2");
    await untilFindings(document.uri, 0);
    await document.save();
    assert.deepEqual(statesOf(await untilKept(({ lost }) => lost === 0)), [
      "in place",
      "in place",
      "missing",
    ]);
    assert.ok(await vscode.workspace.fs.stat(uriOf(STORE)));
  });

  it("are forgotten where nobody wants them any more", async () => {
    const { changes } = await untilKept(({ total }) => total === 3);
    const gone = changes.find(({ state }) => state === "missing");
    assert.equal(await ask<boolean>("smLens.forgetKeptChange", gone), true);
    const kept = await untilKept(({ total }) => total === 2);
    assert.deepEqual(statesOf(kept), ["in place", "in place"]);
  });
});
