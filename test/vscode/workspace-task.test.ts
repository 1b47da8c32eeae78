import { strict as assert } from "node:assert";
import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import path from "node:path";
import { describe, it } from "mocha";
import * as vscode from "vscode";
import { HEADER, api, setTarget, until, uriOf } from "./support";

/** Terminals need a compiled part; the builds from npm, where no install script has run, have none. */
const hasTerminals = ["build/Release", "prebuilds"].some((folder) =>
  existsSync(path.join(vscode.env.appRoot, "node_modules/node-pty", folder)),
);

async function offered(): Promise<vscode.Task> {
  await api();
  const [task, ...others] = await until("the task", async () => {
    const all = await vscode.tasks.fetchTasks({ type: "smLens" });
    return all.length > 0 ? all : undefined;
  });
  assert.ok(task);
  assert.equal(others.length, 0);
  return task;
}

// By its name the last suite of all: what a task found stays in Problems until the next one runs.
describe("the task", () => {
  it("is offered for the folder, and its process scans it for the target of the settings", async () => {
    await setTarget("sm_121");
    try {
      const task = await offered();
      assert.equal(`${task.source}: ${task.name}`, "SM Lens: scan workspace");
      assert.deepEqual(task.problemMatchers, ["$sm-lens"]);
      assert.ok(task.execution instanceof vscode.ProcessExecution);
      const { process: program, args, options } = task.execution;
      const { status, stdout } = spawnSync(program, args, {
        cwd: options?.cwd,
        env: { ...process.env, ...options?.env },
        encoding: "utf8",
      });
      assert.equal(status, 0);
      assert.match(stdout, /^include\/tilefuse\/allreduce\.cuh:\d+:\d+: error: .*sm_121.* \[[\w-]+\]$/m);
    } finally {
      await setTarget(undefined);
    }
  });

  it("brings its findings into Problems", async function () {
    if (!hasTerminals) this.skip();
    const task = await offered();
    let ended: { readonly code: number | undefined } | undefined;
    const listening = vscode.tasks.onDidEndTaskProcess(({ execution, exitCode }) => {
      if (execution.task.name === task.name) ended = { code: exitCode };
    });
    try {
      await vscode.tasks.executeTask(task);
      assert.equal((await until("the end of the task", () => ended)).code, 0);
    } finally {
      listening.dispose();
    }
    const found = await until("problems of the task", () => {
      const all = vscode.languages.getDiagnostics(uriOf(HEADER));
      return all.length > 0 ? all : undefined;
    });
    assert.ok(found.some(({ severity }) => severity === vscode.DiagnosticSeverity.Error));
    assert.ok(found.every(({ source }) => source === "SM Lens"));
  });
});
