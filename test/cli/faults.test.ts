/** What can go wrong around a scan: nothing of it changes what is found. */
import { spawn, spawnSync } from "node:child_process";
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CLI, tree } from "./harness";

const GUARD = (name: string): string =>
  `#pragma once\nvoid ${name}() {\n#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200\n  work();\n#endif\n}\n`;
const LIST = `def gen():\n    return flags(supported_major_versions=[9, 10])\n`;

/** More files than are worth a thread of their own. */
const many = (): string =>
  tree({
    ...Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`d${n % 7}/f${n}.cuh`, GUARD(`f${n}`)])),
    ...Object.fromEntries(Array.from({ length: 20 }, (_, n) => [`p/m${n}.py`, LIST])),
    "setup.py": "",
    "round/a.h": '#include "b.h"\n#if __CUDA_ARCH__ >= 900\nint a;\n#endif\n',
    "round/b.h": '#include "a.h"\n#if __CUDA_ARCH__ >= 900\nint b;\n#endif\n',
  });

interface Ran {
  readonly status: number | null;
  readonly out: string;
}

function scan(folder: string, cache: string, ...args: readonly string[]): Ran {
  const { status, stdout } = spawnSync(process.execPath, [CLI, "scan", folder, "--all-gates", ...args], {
    env: { ...process.env, XDG_CACHE_HOME: cache },
    encoding: "utf8",
  });
  return { status, out: stdout };
}

function indexesIn(cache: string): string[] {
  return readdirSync(path.join(cache, "sm-lens")).map((name) => path.join(cache, "sm-lens", name));
}

describe("a scan", () => {
  it("finds the same with one thread and with several, with an index, without, and with a damaged one", () => {
    const folder = many();
    const cache = tree({});
    const cold = scan(folder, cache, "--no-cache");
    expect(cold.status).toBe(1);
    expect(cold.out.split("\n").length).toBeGreaterThan(140);
    expect(scan(folder, cache, "--no-cache", "--jobs", "1")).toEqual(cold);
    expect(scan(folder, cache, "--jobs", "2")).toEqual(cold);
    expect(scan(folder, cache)).toEqual(cold);
    for (const damage of [
      (text: string) => text.slice(0, -20),
      () => "",
      (text: string) => text.replaceAll("[", "{"),
    ]) {
      for (const file of indexesIn(cache)) writeFileSync(file, damage(readFileSync(file, "utf8")));
      expect(scan(folder, cache)).toEqual(cold);
    }
  });

  it("finds the same where no index can be written: a full disk, a place that is no folder", () => {
    const folder = many();
    const cold = scan(folder, tree({}), "--no-cache");
    const blocked = tree({ "sm-lens": "a file stands here" });
    expect(scan(folder, blocked)).toEqual(cold);
    // A file may grow to one block: what is longer fails as on a full disk.
    const cache = tree({});
    const command = `ulimit -f 1; exec "$0" "$@"`;
    const { status } = spawnSync(
      "bash",
      ["-c", command, process.execPath, CLI, "scan", folder, "--fail-on", "never"],
      { env: { ...process.env, XDG_CACHE_HOME: cache }, stdio: "pipe" },
    );
    expect(status).toBe(0);
    expect(indexesIn(cache)).toEqual([]);
    expect(scan(folder, cache)).toEqual(cold);
  });

  it("finds the same when several run at once over one index", async () => {
    const folder = many();
    const cache = tree({});
    const cold = scan(folder, cache, "--no-cache");
    const env = { ...process.env, XDG_CACHE_HOME: cache };
    const runs = Array.from({ length: 3 }, () => {
      const child = spawn(process.execPath, [CLI, "scan", folder, "--all-gates"], { env });
      let out = "";
      child.stdout.on("data", (data: Buffer) => (out += data.toString()));
      return new Promise<Ran>((resolve) => child.on("close", (status) => resolve({ status, out })));
    });
    for (const one of await Promise.all(runs)) expect(one).toEqual(cold);
    expect(indexesIn(cache)).toHaveLength(1);
    expect(scan(folder, cache)).toEqual(cold);
  });
});
