/** The built command, while the files under it change, and when it is stopped. Afterwards all is found as from nothing. */
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CLI, tree } from "./harness";

const COUNT = 240;
const header = (n: number): string => `d${n % 8}/f${n}.cuh`;
/** Of how many functions a header is made. */
const EACH = 4;
const GUARDED = (n: number, bound = 1200): string =>
  `#include "../common.h"
` +
  Array.from(
    { length: EACH },
    (_, at) =>
      `void f${n}_${at}() {
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < ${bound}
  work();
#endif
}
`,
  ).join("");

const sources = (): Record<string, string> => ({
  "setup.py": "",
  "common.h": "#define COMMON 1\n",
  ...Object.fromEntries(Array.from({ length: COUNT }, (_, n) => [header(n), GUARDED(n)])),
});

interface Ran {
  readonly status: number | null;
  readonly out: string;
  readonly err: string;
}

function scan(folder: string, cache: string, ...args: readonly string[]): Ran {
  const { status, stdout, stderr } = spawnSync(process.execPath, [CLI, "scan", folder, ...args], {
    env: { ...process.env, XDG_CACHE_HOME: cache },
    encoding: "utf8",
    maxBuffer: 1 << 28,
  });
  return { status, out: stdout, err: stderr };
}

/** Starts a scan, and calls `midway` when it has had so many milliseconds. */
function interrupted(
  folder: string,
  cache: string,
  after: number,
  midway: (kill: (signal: NodeJS.Signals) => void) => void,
): Promise<Ran> {
  const child = spawn(process.execPath, [CLI, "scan", folder, "--jobs", "2"], {
    env: { ...process.env, XDG_CACHE_HOME: cache },
  });
  let out = "";
  let err = "";
  child.stdout.on("data", (data: Buffer) => (out += data.toString()));
  child.stderr.on("data", (data: Buffer) => (err += data.toString()));
  const timer = setTimeout(() => midway((signal) => child.kill(signal)), after);
  return new Promise((resolve) =>
    child.on("close", (status) => {
      clearTimeout(timer);
      resolve({ status, out, err });
    }),
  );
}

describe("a scan whose files change midway", () => {
  it.each([150, 400])("ends in words, and the next one is right (%d ms)", async (after) => {
    const folder = tree(sources());
    const cache = tree({});
    const at = (n: number): string => path.join(folder, header(n));
    const { status, err } = await interrupted(folder, cache, after, () => {
      for (let n = 0; n < COUNT; n += 5) {
        rmSync(at(n));
        truncateSync(at(n + 1), 40);
        chmodSync(at(n + 2), 0);
        writeFileSync(at(n + 3), GUARDED(n + 3, 1000));
      }
      rmSync(path.join(folder, "d7"), { recursive: true });
      mkdirSync(path.join(folder, "d7"));
    });
    expect([0, 1, 2]).toContain(status);
    // Whoever is root may read them all the same.
    const unexpected = err.split("\n").filter((line) => !/^(?:sm-lens: .*|)$/.test(line));
    expect(unexpected).toEqual([]);
    const now = scan(folder, cache);
    expect(now).toEqual(scan(folder, cache, "--no-cache"));
    for (let n = 0; n < COUNT; n++) {
      writeFileSync(`${at(n)}.new`, GUARDED(n));
      renameSync(`${at(n)}.new`, at(n));
    }
    const restored = scan(folder, cache);
    expect(restored).toEqual(scan(folder, cache, "--no-cache"));
    expect(restored.out.split("\n").length).toBeGreaterThan(COUNT);
  });

  it.each(["SIGINT", "SIGTERM", "SIGKILL"] as const)(
    "ends at once by %s, and the next one is right",
    async (signal) => {
      const folder = tree(sources());
      const cache = tree({});
      const cold = scan(folder, cache, "--no-cache");
      for (const after of [100, 350]) {
        const began = Date.now();
        const { out } = await interrupted(folder, cache, after, (kill) => kill(signal));
        expect(Date.now() - began).toBeLessThan(10_000);
        // What was printed before it ended is whole lines of findings, if anything.
        for (const line of out.split("\n").slice(0, -1)) expect(cold.out).toContain(line);
        writeFileSync(path.join(folder, header(3)), GUARDED(3, after === 100 ? 1000 : 1200));
      }
      expect(scan(folder, cache)).toEqual(cold);
    },
  );
});

describe("a tree with what nobody expects", () => {
  it("has a header of 200 MB: that one is not read, and the rest is, in little memory", () => {
    const folder = tree({
      "setup.py": "",
      "a.cuh": GUARDED(0).replace(/^.*\n/, '#include "big.cuh"\n'),
      "big.cuh": "",
    });
    truncateSync(path.join(folder, "big.cuh"), 200 * 1024 * 1024);
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ["--max-old-space-size=120", CLI, "scan", folder, "--no-cache"],
      { encoding: "utf8" },
    );
    expect(status).toBe(2);
    expect(stderr).toContain("big.cuh: has 200 MB; files over 64 MB are not read");
    expect(stdout.trimEnd().split("\n")).toHaveLength(EACH);
  });

  it("has includes in circles, of itself too, and links in circles: each file is told once", () => {
    const folder = tree({
      "setup.py": "",
      "a.cuh": `#include "b.cuh"\n#include "a.cuh"\n${GUARDED(0)}`,
      "b.cuh": `#include "c.cuh"\n${GUARDED(1)}`,
      "c.cuh": `#include "a.cuh"\n${GUARDED(2)}`,
      "same/d.cuh": GUARDED(3).replace(/^.*\n/, ""),
    });
    symlinkSync("..", path.join(folder, "same/loop"));
    const { status, out } = scan(folder, tree({}), "--no-cache");
    const lines = out.trimEnd().split("\n");
    expect([status, lines.length, new Set(lines).size]).toEqual([1, 4 * EACH, 4 * EACH]);
  });
});
