/** Comes first by its name: nothing has woken the extension yet. */
import { strict as assert } from "node:assert";
import { performance } from "node:perf_hooks";
import { describe, it } from "mocha";
import { extension } from "./support";

/** Loading and activating, in the extension host: its share of what a person waits for. The server starts beside it. */
const MOST_MS = 50;

describe("the extension", () => {
  it("does not wake before it is needed, and then quickly", async () => {
    const found = extension();
    assert.equal(found.isActive, false);
    const cpu = process.cpuUsage();
    const start = performance.now();
    await found.activate();
    const wall = performance.now() - start;
    const { user, system } = process.cpuUsage(cpu);
    const used = (user + system) / 1000;
    console.log(`      activation: ${wall.toFixed(0)} ms, ${used.toFixed(0)} ms of processor time`);
    // A busy machine takes longer; the work done is the same.
    assert.ok(Math.min(wall, used) < MOST_MS, `${used.toFixed(0)} ms of processor time`);
  });
});
