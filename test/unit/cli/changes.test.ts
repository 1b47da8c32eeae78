import { describe, expect, it } from "vitest";
import type { Change } from "../../../server/src/cli/fix/changes";
import { writeTogether } from "../../../server/src/cli/fix/changes";
import type { Io } from "../../../server/src/cli/io";
import { FileProblem } from "../../../server/src/workspace/file-system";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);

/** A disk with files `a`, `b` and `c`, some of which cannot be written, from the start or after so many writes. */
function disk(refused: Readonly<Record<string, number>>) {
  const texts = new Map(["a", "b", "c"].map((name) => [name, `old ${name}`]));
  const writes = new Map<string, number>();
  const io = {
    disk: { read: (path: string) => Promise.resolve(bytes(texts.get(path) ?? "")) },
    write(path: string, content: Uint8Array) {
      const before = writes.get(path) ?? 0;
      writes.set(path, before + 1);
      if (before >= (refused[path] ?? Infinity)) throw new FileProblem("other", "permission denied");
      texts.set(path, new TextDecoder().decode(content));
    },
  } as unknown as Io;
  return { io, now: () => [...texts.values()] };
}

const changes = (...names: string[]): Change[] =>
  names.map((path) => ({ path, before: bytes(`old ${path}`), after: bytes(`new ${path}`) }));
const together = (io: Io, names: string[]): Promise<void> =>
  writeTogether(io, changes(...names), (path) => `./${path}`);

describe("files that are changed together", () => {
  it("are all changed", async () => {
    const { io, now } = disk({});
    await together(io, ["a", "b", "c"]);
    expect(now()).toEqual(["new a", "new b", "new c"]);
  });

  it.each(["a", "b", "c"])("are all as they were when %s cannot be written", async (name) => {
    const { io, now } = disk({ [name]: 0 });
    await expect(together(io, ["a", "b", "c"])).rejects.toThrow(
      `./${name}: cannot be written: permission denied; nothing was changed`,
    );
    expect(now()).toEqual(["old a", "old b", "old c"]);
  });

  it("are named where they could not be put back", async () => {
    const { io, now } = disk({ a: 1, c: 0 });
    await expect(together(io, ["a", "b", "c"])).rejects.toThrow(
      "./c: cannot be written: permission denied; ./a could not be put back",
    );
    expect(now()).toEqual(["new a", "old b", "old c"]);
  });

  it("are not told of as several where there is one", async () => {
    const { io } = disk({ b: 0 });
    await expect(together(io, ["b"])).rejects.toThrow(/^\.\/b: cannot be written: permission denied$/);
  });
});
