/** Threads of a scan that end in the middle of it: killed, or gone for a fault of the engine. */
import { existsSync, writeFileSync } from "node:fs";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { nodeEngine } from "../../server/src/workspace/node-engine";
import { nodeFiles } from "../../server/src/workspace/node-files";
import { nodePool } from "../../server/src/workspace/node-pool";
import type { Scanned } from "../../server/src/workspace/scan";
import { scannerHere } from "../../server/src/workspace/scanner";
import type { Scanner } from "../../server/src/workspace/scanner";
import { neverCancelled } from "../../server/src/text/files";
import { settingsFrom } from "../unit/support/markers";
import { CLI, tree } from "./harness";

const DIST = pathToFileURL(`${path.dirname(CLI)}/`);
const GUARDED = `void f() {\n#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200\n  work();\n#endif\n}\n`;
const COUNT = 160;

/** A thread that ends, in this way, when it comes to the file of this name; `once`: the first that comes to it. */
function mortal(way: string, once: boolean): { worker: URL; mark: string } {
  const folder = tree({});
  const mark = path.join(folder, "ended");
  const file = path.join(folder, "worker.mjs");
  writeFileSync(
    file,
    `import { existsSync, writeFileSync } from "node:fs";
import { parentPort } from "node:worker_threads";
// Listening first would take the messages away from it.
await import(${JSON.stringify(new URL("scan-worker.js", DIST).href)});
parentPort.on("message", (message) => {
  if (message.kind !== "batch" || !message.batch.some(({ job }) => job.path.endsWith("/f77.cu"))) return;
  if (${String(once)} && existsSync(${JSON.stringify(mark)})) return;
  writeFileSync(${JSON.stringify(mark)}, "");
  ${way};
});
`,
  );
  return { worker: pathToFileURL(file), mark };
}

async function scanned(folder: string, scanner: Scanner): Promise<string[]> {
  const jobs = Array.from({ length: COUNT }, (_, n) => ({
    path: path.join(folder, `f${n}.cu`),
    language: "cuda" as const,
    settings: { ...settingsFrom({ target: "sm_120" }), root: folder },
    mayPass: true,
    fixes: "none" as const,
  }));
  const outcomes = new Map<number, Scanned[]>();
  await scanner.scan({
    jobs,
    open: new Map(),
    cancellation: neverCancelled,
    done: (index, one) => outcomes.set(index, [...(outcomes.get(index) ?? []), one]),
    news: () => undefined,
  });
  return jobs.map((_, index) =>
    (outcomes.get(index) ?? []).map((one) => (one.kind === "problem" ? one.message : one.kind)).join(),
  );
}

describe("a thread of a scan that ends", () => {
  const files = (): string =>
    tree(Object.fromEntries(Array.from({ length: COUNT }, (_, n) => [`f${n}.cu`, GUARDED])));
  const here = scannerHere(nodeEngine(DIST), nodeFiles, () => undefined);
  const ways = [
    ["because it is killed", "process.exit(1)"],
    ["for a fault", 'throw new Error("of the engine")'],
  ] as const;

  it.each(ways)("once, %s, costs no file its outcome", async (_, way) => {
    const { worker, mark } = mortal(way, true);
    expect(await scanned(files(), nodePool(worker, here, 2))).toEqual(Array(COUNT).fill("report"));
    expect(existsSync(mark)).toBe(true);
  });

  it("because its heap is too small for a file is replaced by one with a larger heap", async () => {
    const { worker, mark } = mortal(
      "globalThis.held = Array.from({ length: 60 }, () => new Array(1_000_000).fill(0.5))",
      false,
    );
    expect(await scanned(files(), nodePool(worker, here, 2))).toEqual(Array(COUNT).fill("report"));
    expect(existsSync(mark)).toBe(true);
  });

  it.each(ways)("whenever it comes to a file, %s, costs that file its outcome alone", async (_, way) => {
    const { worker } = mortal(way, false);
    const outcomes = await scanned(files(), nodePool(worker, here, 2));
    expect(outcomes[77]).toMatch(/^could not be analysed: (?:the thread ended|of the engine)$/);
    expect(outcomes.filter((_, index) => index !== 77)).toEqual(Array(COUNT - 1).fill("report"));
  });
});
