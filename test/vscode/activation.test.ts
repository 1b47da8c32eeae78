/** Comes first by its name: nothing has woken the extension yet. */
import { strict as assert } from "node:assert";
import { existsSync, readFileSync } from "node:fs";
import { performance } from "node:perf_hooks";
import { describe, it } from "mocha";
import { extension, pause } from "./support";

/** Linux alone says how long one thread has run; elsewhere it is the time that went by. */
function threadTime(): number {
  const file = `/proc/self/task/${process.pid}/schedstat`;
  if (!existsSync(file)) return performance.now();
  return Number(readFileSync(file, "utf8").split(" ")[0]) / 1e6;
}

describe("the extension", () => {
  it("does not wake before it is needed", async () => {
    const found = extension();
    assert.equal(found.isActive, false);
    // How long it takes is told and not held to a bound: a busy machine takes several times as long for the same work.
    await pause(2000); // what the editor itself does at its start is over
    const [start, startOfThread] = [performance.now(), threadTime()];
    await found.activate();
    const wall = performance.now() - start;
    const used = threadTime() - startOfThread;
    console.log(`      activation: ${used.toFixed(0)} ms of its thread, ${wall.toFixed(0)} ms went by`);
    assert.equal(found.isActive, true);
  });
});
