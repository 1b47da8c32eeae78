/** Scans with an index against scans from nothing: whatever happens to the files, both find the same. */
import { describe, expect, it } from "vitest";
import { createService } from "../../../server/src/service";
import type { Settings } from "../../../server/src/service";
import type { Engine } from "../../../server/src/workspace/engine";
import { scanIndexed } from "../../../server/src/workspace/indexed-scan";
import type { IndexStore } from "../../../server/src/workspace/index-store";
import type { MemoryFileSystem, MemoryNode } from "../../../server/src/workspace/memory-files";
import { memoryFileSystem } from "../../../server/src/workspace/memory-files";
import type { ScanJob, Scanned } from "../../../server/src/workspace/scan";
import { ScanIndex } from "../../../server/src/workspace/scan-index";
import type { OpenTexts } from "../../../server/src/workspace/scanner";
import { scannerHere } from "../../../server/src/workspace/scanner";
import { pythonParser } from "../python/parser";

const service = createService({ python: await pythonParser() });
const engine: Engine = { service, ready: () => Promise.resolve() };

const settings: Settings = {
  target: "sm_120",
  macros: new Map(),
  assumeUndefined: false,
  followIncludes: true,
  root: "/w",
  severities: new Map(),
};

const GUARD =
  "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200\nvoid f();\n#endif\n";

const FILES: Readonly<Record<string, MemoryNode>> = {
  "/w/a.cu": `#include "limit.h"\n#if __CUDA_ARCH__ < LIMIT && __CUDA_ARCH__ >= 900\nvoid f() { g(); }\n#endif\n`,
  "/w/limit.h": "#define LIMIT 1200\n",
  "/w/b.cuh": GUARD,
  "/w/use.py": "from sup import MAJORS\n\ndef gen():\n    return flags(supported_major_versions=MAJORS)\n",
  "/w/sup.py": "MAJORS = [9, 10]\n",
  "/w/plain.cu": "int x;\n",
};

/** An index store of one index, kept as the text that would be on the disk. */
class TextStore implements IndexStore {
  text: string | null = null;
  load(): Promise<ScanIndex | null> {
    return Promise.resolve(this.text === null ? null : ScanIndex.read(this.text, "1"));
  }
  save(_: string, index: ScanIndex): Promise<void> {
    this.text = index.write("1");
    return Promise.resolve();
  }
}

interface Outcome {
  readonly results: Readonly<Record<string, Scanned | undefined>>;
  /** The files that were analysed rather than remembered. */
  readonly read: readonly string[];
}

interface Options {
  readonly store?: IndexStore;
  readonly open?: OpenTexts;
  readonly onDone?: (path: string) => void;
  readonly cancelled?: () => boolean;
}

async function scan(
  disk: MemoryFileSystem,
  paths: readonly string[],
  options: Options = {},
): Promise<Outcome> {
  const jobs = paths.flatMap((path): ScanJob[] => {
    const language = service.languageOf(path);
    return language === null ? [] : [{ path, language, settings, mayPass: true, fixes: "none" }];
  });
  const results: Record<string, Scanned | undefined> = {};
  const read: string[] = [];
  const here = scannerHere(engine, disk, () => undefined);
  const request = {
    jobs,
    open: options.open ?? new Map<string, string>(),
    cancellation: { cancelled: options.cancelled ?? (() => false) },
    news: () => undefined,
    done: (index: number, scanned: Scanned) => {
      const path = jobs[index]?.path ?? "";
      results[path] = scanned;
      options.onDone?.(path);
    },
  };
  const { store } = options;
  if (store === undefined) await here.scan(request);
  else {
    const noting = {
      scan: (inner: typeof request) => {
        read.push(...inner.jobs.map(({ path }) => path));
        return here.scan(inner);
      },
    };
    await scanIndexed({ store, disk, name: "w" }, noting, request);
  }
  return { results, read };
}

function byPath([a]: readonly [string, unknown], [b]: readonly [string, unknown]): number {
  return a < b ? -1 : 1;
}

/** Verdicts without what tells one reading from another. */
function verdicts({ results }: Outcome): unknown {
  return JSON.parse(
    JSON.stringify(
      Object.entries(results)
        .sort(byPath)
        .map(([path, one]) => [path, one?.kind === "report" ? one.packed : one?.kind]),
    ),
  );
}

const PATHS = Object.keys(FILES);

describe("a scan with an index", () => {
  const changes: readonly [string, (disk: MemoryFileSystem) => void, readonly string[]][] = [
    ["nothing", () => undefined, []],
    ["a file", (disk) => disk.set("/w/b.cuh", GUARD.replace("1200", "1300")), ["/w/b.cuh"]],
    ["a header", (disk) => disk.set("/w/limit.h", "#define LIMIT 1300\n"), ["/w/a.cu", "/w/limit.h"]],
    [
      "an imported module",
      (disk) => disk.set("/w/sup.py", "MAJORS = [9, 10, 12]\n"),
      ["/w/use.py", "/w/sup.py"],
    ],
    ["a header that is gone", (disk) => disk.delete("/w/limit.h"), ["/w/a.cu", "/w/limit.h"]],
    ["a file that is gone", (disk) => disk.delete("/w/b.cuh"), ["/w/b.cuh"]],
    [
      "a file that was only touched",
      (disk) => disk.set("/w/limit.h", "#define LIMIT 1200\n"),
      ["/w/limit.h"],
    ],
    ["a file that became unreadable", (disk) => disk.set("/w/b.cuh", { problem: "no" }), ["/w/b.cuh"]],
    ["a truncated file", (disk) => disk.set("/w/a.cu", ""), ["/w/a.cu"]],
  ];
  it.each(changes)("finds after a change of %s what one from nothing finds", async (_, change, again) => {
    const disk = memoryFileSystem(FILES, { immediate: true });
    const store = new TextStore();
    const first = await scan(disk, PATHS, { store });
    expect(first.read).toEqual(PATHS);
    expect(verdicts(first)).toEqual(verdicts(await scan(disk, PATHS)));
    change(disk);
    const second = await scan(disk, PATHS, { store });
    expect(verdicts(second)).toEqual(verdicts(await scan(disk, PATHS)));
    // What can hold no gate is read again rather than remembered by its text.
    expect([...second.read].sort()).toEqual([...again].sort());
  });

  it("notices a header that appears before the one that was found", async () => {
    const disk = memoryFileSystem(
      { "/w/a.cu": FILES["/w/a.cu"] ?? "", "/w/include/limit.h": "#define LIMIT 1200\n" },
      { immediate: true },
    );
    const store = new TextStore();
    await scan(disk, ["/w/a.cu"], { store });
    expect((await scan(disk, ["/w/a.cu"], { store })).read).toEqual([]);
    disk.set("/w/limit.h", "#define LIMIT 1300\n");
    const after = await scan(disk, ["/w/a.cu"], { store });
    expect(after.read).toEqual(["/w/a.cu"]);
    expect(verdicts(after)).toEqual(verdicts(await scan(disk, ["/w/a.cu"])));
  });

  it("keeps nothing of a text that only the editor has", async () => {
    const disk = memoryFileSystem(FILES, { immediate: true });
    const store = new TextStore();
    const open = new Map([["/w/limit.h", "#define LIMIT 1300\n"]]);
    await scan(disk, PATHS, { store, open });
    expect(verdicts(await scan(disk, PATHS, { store }))).toEqual(verdicts(await scan(disk, PATHS)));
  });

  it("is right after one that was cut short in the middle of a change", async () => {
    const disk = memoryFileSystem(FILES, { immediate: true });
    const store = new TextStore();
    await scan(disk, PATHS, { store });
    disk.set("/w/limit.h", "#define LIMIT 1300\n");
    for (const stopAfter of [0, 1, 2]) {
      let done = 0;
      await scan(disk, [...PATHS].reverse(), {
        store,
        onDone: () => done++,
        cancelled: () => done > stopAfter,
      });
    }
    expect(verdicts(await scan(disk, PATHS, { store }))).toEqual(verdicts(await scan(disk, PATHS)));
  });

  it("answers for other settings anew", async () => {
    const disk = memoryFileSystem(FILES, { immediate: true });
    const store = new TextStore();
    await scan(disk, PATHS, { store });
    const index = await store.load();
    const job: ScanJob = { path: "/w/b.cuh", language: "cuda", settings, mayPass: true, fixes: "none" };
    const now = (path: string): string => disk.immediate?.stat(path)?.version ?? "";
    const asked = (changed: Partial<ScanJob>): boolean =>
      index?.get({ ...job, ...changed }, now, () => 0) !== null;
    expect(asked({})).toBe(true);
    expect(asked({ fixes: "all" })).toBe(false);
    expect(asked({ settings: { ...settings, target: "sm_90" } })).toBe(false);
    expect(asked({ settings: { ...settings, macros: new Map([["LIMIT", "1"]]) } })).toBe(false);
  });
});

describe("an index on the disk", () => {
  it("is as good as none when it is cut, damaged or another version's", async () => {
    const disk = memoryFileSystem(FILES, { immediate: true });
    const store = new TextStore();
    await scan(disk, PATHS, { store });
    const whole = store.text ?? "";
    expect(ScanIndex.read(whole, "1")).not.toBeNull();
    expect(ScanIndex.read(whole, "2")).toBeNull();
    for (const text of [
      "",
      "x",
      whole.slice(0, 10),
      whole.slice(0, -1),
      `${whole}x`,
      whole.replace("{", "["),
    ])
      expect(ScanIndex.read(text, "1"), text.slice(0, 40)).toBeNull();
    // One damaged report: that file is read again.
    store.text = whole.replace('"form":"guard"', '"form" "guard"');
    store.text = store.text.replace(
      /^(.* )\d+\n/,
      (_, head: string) => `${head}${(store.text ?? "").split("\n").slice(1).join("\n").length}\n`,
    );
    const after = await scan(disk, PATHS, { store });
    expect(after.read).toHaveLength(1);
    expect(verdicts(after)).toEqual(verdicts(await scan(disk, PATHS)));
  });

  it("keeps what a file includes and which extensions it describes", async () => {
    const module = `def gen_norm_module():\n    flags = nvcc_flags(supported_major_versions=[9, 10])\n    return gen_jit_spec("norm", ["norm.cu"], extra=flags)\n`;
    const plain = `#include "b.cuh"\n#include <vector>\nvoid f() {}\n`;
    const disk = memoryFileSystem({ "/w/plain.cu": plain, "/w/jit.py": module }, { immediate: true });
    const store = new TextStore();
    const paths = ["/w/plain.cu", "/w/jit.py"];
    const linksOf = ({ results }: Outcome): unknown[] =>
      paths.map((path) => {
        const one = results[path];
        return one?.kind === "report" || one?.kind === "nothing" ? one.links : null;
      });
    const first = await scan(disk, paths, { store });
    expect(linksOf(first)).toEqual([
      { includes: ['"b.cuh"', "<vector>"], extensions: [] },
      {
        includes: [],
        extensions: [{ name: "norm", span: { start: 0, end: module.length }, sources: ["norm.cu"] }],
      },
    ]);
    const again = await scan(disk, paths, { store });
    expect(again.read).toEqual([]);
    expect(linksOf(again)).toEqual(linksOf(first));
  });
});

describe("a scan while files change", () => {
  it("goes on when files vanish, shrink or become unreadable under it, and is right afterwards", async () => {
    const many = Object.fromEntries(Array.from({ length: 9 }, (_, index) => [`/w/f${index}.cuh`, GUARD]));
    const disk = memoryFileSystem(many, { immediate: true });
    const store = new TextStore();
    const paths = Object.keys(many);
    const { results } = await scan(disk, paths, {
      store,
      onDone: (path) => {
        if (path !== "/w/f2.cuh") return;
        disk.delete("/w/f4.cuh");
        disk.set("/w/f5.cuh", "");
        disk.set("/w/f6.cuh", { problem: "permission denied" });
      },
    });
    expect(paths.map((path) => results[path]?.kind)).toEqual([
      "report",
      "report",
      "report",
      "report",
      "vanished",
      "nothing",
      "problem",
      "report",
      "report",
    ]);
    for (const path of paths) disk.set(path, GUARD);
    expect(verdicts(await scan(disk, paths, { store }))).toEqual(verdicts(await scan(disk, paths)));
  });

  it("says of a header of 200 MB that it is not read", async () => {
    const disk = memoryFileSystem({ "/w/big.h": GUARD, "/w/a.cu": GUARD }, { immediate: true });
    const stat = (path: string) => {
      const one = disk.immediate?.stat(path) ?? null;
      return one === null || path !== "/w/big.h" ? one : { ...one, size: 200 * 1024 * 1024 };
    };
    const big: MemoryFileSystem = {
      ...disk,
      stat: (path) => Promise.resolve(stat(path)),
      immediate: { read: (path) => disk.immediate?.read(path) ?? new Uint8Array(), stat },
    };
    const { results } = await scan(big, ["/w/big.h", "/w/a.cu"]);
    expect(results["/w/big.h"]).toEqual({
      kind: "problem",
      message: "has 200 MB; files over 64 MB are not read",
    });
    expect(results["/w/a.cu"]?.kind).toBe("report");
  });

  it("takes 100,000 files", async () => {
    const paths = Array.from({ length: 100_000 }, (_, index) => `/w/d${index % 997}/f${index}.cu`);
    const bytes = new TextEncoder().encode("int x;\n");
    const none = memoryFileSystem({});
    const disk: MemoryFileSystem = {
      ...none,
      immediate: { read: () => bytes, stat: () => ({ kind: "file", size: bytes.length, version: "1" }) },
    };
    const store = new TextStore();
    const first = await scan(disk, paths, { store });
    expect(Object.values(first.results).every((one) => one?.kind === "nothing")).toBe(true);
    expect(Object.keys(first.results)).toHaveLength(100_000);
    expect((await scan(disk, paths, { store })).read).toEqual([]);
  });
});
