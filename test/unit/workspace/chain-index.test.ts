/** Chains from what an earlier run kept against chains from nothing: whatever happens to the files, both say the same. */
import { describe, expect, it } from "vitest";
import type { Fix } from "../../../server/src/gates/judgement";
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

const engine = nodeEngine(new URL("../../../dist/", import.meta.url));

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
    engine: noting,
    disk,
    overlay: new Overlay(disk, log),
    folders: ["/app", "/lib"],
    target: "sm_120",
    ...(store === undefined ? {} : { index: { store, name: "w", log } }),
    settingsFor: (root) => ({
      target: "sm_120",
      macros: new Map(),
      assumeUndefined: false,
      followIncludes: true,
      root,
      severities: new Map(),
    }),
  });
  const workspace = await folders.open();
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
  return {
    told: answers,
    fixes,
    read: [...read].map((path) => path.slice(path.lastIndexOf("/") + 1)).sort(),
  };
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
