import { describe, expect, it } from "vitest";
import { memoryFileSystem } from "../../../server/src/workspace/memory-files";
import { Overlay } from "../../../server/src/workspace/overlay";

describe("the overlay", () => {
  it("answers open documents first, then the disk, and null where nothing is", () => {
    const overlay = new Overlay(memoryFileSystem({ "/a.h": "disk", "/d/x.h": "" }));
    overlay.setOpen("/a.h", "open");
    expect(overlay.startRound().read("/a.h")).toBe("open");
    overlay.setClosed("/a.h");
    expect(overlay.startRound().read("/a.h")).toBe("disk");
    expect(overlay.startRound().read("/b.h")).toBeNull();
    expect(overlay.startRound().read("/d")).toBeNull();
  });

  it("sees one state of the disk within a round, and the new one in the next", () => {
    const disk = memoryFileSystem({ "/a.h": "one" });
    const overlay = new Overlay(disk);
    const first = overlay.startRound();
    expect([first.read("/a.h"), first.read("/b.h")]).toEqual(["one", null]);
    disk.set("/a.h", "two");
    disk.set("/b.h", "new");
    expect([first.read("/a.h"), first.read("/b.h")]).toEqual(["one", null]);
    const second = overlay.startRound();
    expect([second.read("/a.h"), second.read("/b.h")]).toEqual(["two", "new"]);
    expect([...second.reads]).toEqual(["/a.h", "/b.h"]);
  });

  it("reads a file again only when it changed", () => {
    const inner = memoryFileSystem({ "/a.h": "one" });
    let reads = 0;
    const now = inner.immediate;
    if (now === undefined) throw new Error("the twin reads at once");
    const read = (path: string): Uint8Array => (reads++, now.read(path));
    const overlay = new Overlay({ ...inner, immediate: { ...now, read } });
    for (let round = 0; round < 5; round++) overlay.startRound().read("/a.h");
    expect(reads).toBe(1);
    inner.set("/a.h", "two");
    expect(overlay.startRound().read("/a.h")).toBe("two");
    expect(reads).toBe(2);
  });

  it("answers undefined until a file is loaded, where the disk cannot answer at once", async () => {
    const overlay = new Overlay(memoryFileSystem({ "/a.h": "one" }, { immediate: false }));
    const round = overlay.startRound();
    expect(round.read("/a.h")).toBeUndefined();
    await overlay.load(["/a.h", "/b.h"]);
    expect([round.read("/a.h"), round.read("/b.h")]).toEqual(["one", null]);
    overlay.forget("/a.h");
    expect(round.read("/a.h")).toBeUndefined();
  });

  it("gives up the texts that were read longest ago, and remembers where nothing is", () => {
    const inner = memoryFileSystem({
      "/a.h": "a".repeat(60),
      "/b.h": "b".repeat(60),
      "/c.h": "c".repeat(500),
    });
    const now = inner.immediate;
    if (now === undefined) throw new Error("the twin reads at once");
    const asked: string[] = [];
    const stat: typeof now.stat = (path) => (asked.push(path), now.stat(path));
    const round = new Overlay({ ...inner, immediate: { ...now, stat } }, null, 100).startRound();
    const paths = ["/none.h", "/a.h", "/b.h"];
    expect(paths.map((path) => round.read(path)?.length)).toEqual([undefined, 60, 60]);
    expect(paths.toReversed().map((path) => round.read(path)?.length)).toEqual([60, 60, undefined]);
    expect(asked).toEqual(["/none.h", "/a.h", "/b.h", "/a.h"]);
    // What is larger than all that is kept is kept as long as nothing else comes.
    expect([round.read("/c.h")?.length, round.read("/c.h")?.length]).toEqual([500, 500]);
    expect(asked).toEqual(["/none.h", "/a.h", "/b.h", "/a.h", "/c.h"]);
  });
});
