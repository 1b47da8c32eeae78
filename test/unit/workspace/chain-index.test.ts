/** Chains from what an earlier run kept against chains from nothing: whatever happens to the files, both say the same. */
import { describe, expect, it } from "vitest";
import type { Fix } from "../../../server/src/gates/judgement";
import type { ChainFolders, ChainWorkspace } from "../../../server/src/workspace/chain-files";
import { ChainFolderStore } from "../../../server/src/workspace/chain-files";
import { DependencyLog } from "../../../server/src/workspace/dependencies";
import type { Engine } from "../../../server/src/workspace/engine";
import type { IndexStore } from "../../../server/src/workspace/index-store";
import type { MemoryFileSystem } from "../../../server/src/workspace/memory-files";
import { memoryFileSystem } from "../../../server/src/workspace/memory-files";
import { nodeEngine } from "../../../server/src/workspace/node-engine";
import { Overlay } from "../../../server/src/workspace/overlay";
import { ScanIndex } from "../../../server/src/workspace/scan-index";
import { chainIn, CORE, files, HEADER, jit, told } from "../chain/library";

const DIST = new URL("../../../dist/", import.meta.url);
const engine = nodeEngine(DIST);

/** As it would lie on the disk. */
class TextStore implements IndexStore {
  text: string | null = null;
  saves = 0;
  load(): Promise<ScanIndex | null> {
    return Promise.resolve(this.text === null ? null : ScanIndex.read(this.text, "1"));
  }
  save(_: string, index: ScanIndex): Promise<void> {
    this.text = index.write("1");
    this.saves++;
    return Promise.resolve();
  }
}

interface Outcome {
  /** The steps of the chain, for each target. */
  readonly told: Readonly<Record<string, readonly string[]>>;
  readonly fixes: readonly (readonly Fix[])[];
  /** Files that were analysed rather than remembered, each once. */
  readonly read: readonly string[];
}

const TARGETS = ["sm_120", "sm_90", "sm_103"];

async function run(disk: MemoryFileSystem, store?: IndexStore): Promise<Outcome> {
  const read = new Set<string>();
  const log = new DependencyLog();
  const noting: Engine = {
    ...engine,
    service: {
      ...engine.service,
      read: (source, ...rest) => {
        read.add(source.path);
        return engine.service.read(source, ...rest);
      },
    },
  };
  const folders = new ChainFolderStore({
    ...partsOf(noting, disk, new Overlay(disk, log)),
    ...(store === undefined ? {} : { index: { store, name: "w", log } }),
  });
  const answers = await answersOf(await folders.open());
  return {
    ...answers,
    read: [...read].map((path) => path.slice(path.lastIndexOf("/") + 1)).sort(),
  };
}

function partsOf(engine: Engine, disk: MemoryFileSystem, overlay: Overlay): ChainFolders {
  return {
    engine,
    disk,
    overlay,
    folders: ["/app", "/lib"],
    target: "sm_120",
    settingsFor: (root) => ({
      target: "sm_120",
      macros: new Map(),
      assumeUndefined: false,
      followIncludes: true,
      root,
      severities: new Map(),
    }),
  };
}

async function answersOf(workspace: ChainWorkspace): Promise<Omit<Outcome, "read">> {
  const ofTarget = (target: string): readonly string[] => {
    const maker = workspace.forTarget(target);
    return told(workspace, chainIn({ ...workspace, maker }, "fused_norm"), true);
  };
  const answers = Object.fromEntries(TARGETS.map((target) => [target, ofTarget(target)]));
  const closed = chainIn(workspace, "fused_norm").steps.filter(
    ({ judged }) => (judged?.rule ?? null) !== null,
  );
  const fixes = closed.map(({ path, judged }) => (judged === null ? [] : workspace.fixesOf(path, judged)));
  await workspace.save();
  return JSON.parse(JSON.stringify({ told: answers, fixes })) as Omit<Outcome, "read">;
}

const bare = ({ told: answers, fixes }: Outcome): unknown => JSON.parse(JSON.stringify({ answers, fixes }));

describe("a chain with an index", () => {
  it("reads nothing a second time, and keeps edits as well", async () => {
    const [disk, store] = [memoryFileSystem(files("[9, 10]")), new TextStore()];
    const first = await run(disk, store);
    expect(first.read).toContain("norm.cuh");
    expect(first.fixes.some((all) => all.length > 0)).toBe(true);
    const again = await run(disk, store);
    expect(again.read).toEqual([]);
    expect(bare(again)).toEqual(bare(first));
    expect(bare(again)).toEqual(bare(await run(disk)));
    expect(store.saves).toBe(1);
  });

  it.each<[string, (disk: MemoryFileSystem) => void, readonly string[]]>([
    ["a list", (disk) => disk.set("/lib/wavekit/jit/norm.py", jit("[9, 10, 12]")), ["norm.py"]],
    [
      "a header",
      (disk) => disk.set("/lib/include/wavekit/norm.cuh", HEADER.replaceAll("1200", "1300")),
      ["norm.cuh"],
    ],
    [
      "an imported module",
      (disk) => disk.set("/lib/wavekit/jit/core.py", CORE.replace("in supported", "not in supported")),
      ["norm.py"],
    ],
    ["what a header includes", (disk) => disk.set("/lib/include/wavekit/limit.cuh", "\n"), []],
    ["a header that is gone", (disk) => disk.delete("/lib/include/wavekit/norm.cuh"), []],
    ["a whole folder", (disk) => disk.delete("/app/pyproject.toml"), []],
  ])("says the same as one from nothing after a change of %s", async (_, change, read) => {
    const [disk, store] = [memoryFileSystem(files("[9, 10]")), new TextStore()];
    await run(disk, store);
    change(disk);
    const warm = await run(disk, store);
    expect(bare(warm)).toEqual(bare(await run(disk)));
    for (const name of read) expect(warm.read).toContain(name);
    expect((await run(disk, store)).read).toEqual([]);
  });

  it("is made anew where the index is damaged", async () => {
    const [disk, store] = [memoryFileSystem(files("[9, 10]")), new TextStore()];
    const first = await run(disk, store);
    store.text = (store.text ?? "").slice(0, -10);
    const again = await run(disk, store);
    expect(again.read).toEqual(first.read);
    expect(bare(again)).toEqual(bare(first));
  });
});

describe("a process that lives long", () => {
  const PATHS = {
    list: "/lib/wavekit/jit/norm.py",
    header: "/lib/include/wavekit/norm.cuh",
    limit: "/lib/include/wavekit/limit.cuh",
    core: "/lib/wavekit/jit/core.py",
    compute: "/lib/wavekit/compute.py",
  };
  const contents = {
    ...files("[9, 10]"),
    [PATHS.header]: HEADER.replace("#pragma once", '#pragma once\n#include "limit.cuh"').replaceAll(
      "1200",
      "LIMIT",
    ),
    [PATHS.limit]: "#define LIMIT 1200\n",
  };
  type Step = (at: { disk: MemoryFileSystem; overlay: Overlay; changed: (path: string) => void }) => void;
  const write =
    (path: string, text: string): Step =>
    ({ disk, changed }) => {
      disk.set(path, text);
      changed(path);
    };
  const type =
    (path: string, text: string): Step =>
    ({ overlay, changed }) => {
      overlay.setOpen(path, text);
      changed(path);
    };
  const close =
    (path: string): Step =>
    ({ overlay, changed }) => {
      overlay.setClosed(path);
      changed(path);
    };
  const LIMIT = (value: number): string => `#define LIMIT ${value}\n`;

  it.each<[string, readonly Step[]]>([
    ["typing in a header", [1300, 1200, 1100].map((value) => type(PATHS.limit, LIMIT(value)))],
    [
      "typing, closing without saving",
      [type(PATHS.limit, LIMIT(1300)), close(PATHS.limit), type(PATHS.limit, LIMIT(1300))],
    ],
    [
      "typing, saving, closing",
      [type(PATHS.limit, LIMIT(1300)), write(PATHS.limit, LIMIT(1300)), close(PATHS.limit)],
    ],
    [
      "another program that writes",
      [
        write(PATHS.limit, LIMIT(1300)),
        write(PATHS.limit, LIMIT(1200)),
        write(PATHS.list, jit("[9, 10, 12]")),
      ],
    ],
    [
      "typing in an imported module",
      [
        type(PATHS.core, CORE.replace("in supported", "not in supported")),
        type(PATHS.core, CORE),
        close(PATHS.core),
        type(PATHS.compute, "def is_sm90_supported():\n    return True\n"),
      ],
    ],
    [
      "a header that goes and comes",
      [
        ({ disk, changed }) => {
          disk.delete(PATHS.limit);
          changed(PATHS.limit);
        },
        write(PATHS.limit, LIMIT(1300)),
      ],
    ],
  ])("says after each step what one from nothing says: %s", async (_, steps) => {
    const store = new TextStore();
    const disk = memoryFileSystem(contents);
    const log = new DependencyLog({ hashes: false });
    const overlay = new Overlay(disk, log);
    const living = new ChainFolderStore({
      ...partsOf(engine, disk, overlay),
      index: { store, name: "w", log, openText: (path) => overlay.openText(path) },
    });
    for (const step of [() => undefined, ...steps]) {
      step({ disk, overlay, changed: (path) => living.changed(path, true) });
      const found = await answersOf(await living.open());
      const bareOverlay = new Overlay(disk);
      for (const [path, text] of overlay.openTexts()) bareOverlay.setOpen(path, text);
      const fresh = new ChainFolderStore(partsOf(nodeEngine(DIST), disk, bareOverlay));
      expect(found).toEqual(await answersOf(await fresh.open()));
      // Another window, or the next start, comes to the same from what was written down.
      const next = await run(disk, store);
      expect(bare(next)).toEqual(bare(await run(disk)));
    }
    expect(store.saves).toBeGreaterThan(1);
  });
});
