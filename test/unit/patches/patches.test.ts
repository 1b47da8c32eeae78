import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../server/src/gates/edits";
import { exportedPatch } from "../../../server/src/patches/export";
import { hunksBetween } from "../../../server/src/patches/hunks";
import { locate } from "../../../server/src/patches/locate";
import { reapply } from "../../../server/src/patches/reapply";
import type { PatchStore } from "../../../server/src/patches/store";
import { EMPTY_STORE, isForeign, readStore, remember, writeStore } from "../../../server/src/patches/store";

const GUARD = "#if (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200)";
const OPENED = "#if (__CUDA_ARCH__ >= 900)";

/** Four guards in four functions, alike but for the functions' names. */
const functions = ["wait", "trigger", "load", "store"].map(
  (name) => `__device__ void ${name}() {\n${GUARD}\n  work();\n#endif\n}\n`,
);
const ORIGINAL = `#pragma once\n\n${functions.join("\n")}`;
/** The guard of the n-th function opened. */
function openedAt(text: string, n: number): string {
  let seen = 0;
  return text.replaceAll(GUARD, (guard) => (seen++ === n ? OPENED : guard));
}
const PATCHED = openedAt(ORIGINAL, 2);

function kept(before: string, after: string, store: PatchStore = EMPTY_STORE): PatchStore {
  return remember(store, {
    file: "x.cuh",
    title: "Open",
    target: "sm_120",
    rule: "guard-skips",
    before,
    after,
  });
}
const hunksOf = (store: PatchStore) => store.patches.flatMap(({ hunks }) => hunks);
const states = (text: string) => locate(text, hunksOf(kept(ORIGINAL, PATCHED))).map(({ state }) => state);
const reapplied = (text: string) =>
  applyEdits(text, reapply(text, locate(text, hunksOf(kept(ORIGINAL, PATCHED)))));

describe("a change that is kept", () => {
  it("is in place where it was made", () => {
    expect(states(PATCHED)).toEqual(["in place"]);
    expect(reapplied(PATCHED)).toBe(PATCHED);
  });

  it("is lost after a reinstall, and comes back to the byte", () => {
    expect(states(ORIGINAL)).toEqual(["lost"]);
    expect(reapplied(ORIGINAL)).toBe(PATCHED);
  });

  it("is found in a newer version whose lines have moved", () => {
    const newer = ORIGINAL.replace("#pragma once\n", `#pragma once\n${"// a longer licence\n".repeat(40)}`);
    expect(states(newer)).toEqual(["lost"]);
    expect(reapplied(newer)).toBe(openedAt(newer, 2));
    expect(states(openedAt(newer, 2))).toEqual(["in place"]);
  });

  it("is found where the lines around it have changed in part", () => {
    const newer = ORIGINAL.replaceAll("work();", "work(1);");
    expect(states(newer)).toEqual(["lost"]);
    expect(reapplied(newer)).toBe(openedAt(newer, 2));
  });

  it("takes the neighbours that look like it for others", () => {
    expect(states(openedAt(ORIGINAL, 1))).toEqual(["lost"]);
    expect(states(openedAt(openedAt(ORIGINAL, 0), 1))).toEqual(["in place"]); // the third guard is the second left
  });

  it("is neither where the newer version has opened it in its own way", () => {
    const upstream = ORIGINAL.replaceAll(GUARD, "#if __CUDA_ARCH__ >= 900 && ARCH_HAS_PDL");
    expect(states(upstream)).toEqual(["changed"]);
    expect(reapplied(upstream)).toBe(upstream);
  });

  it("counts no line ends, and keeps those of the file", () => {
    const windows = ORIGINAL.replaceAll("\n", "\r\n");
    expect(states(windows)).toEqual(["lost"]);
    expect(reapplied(windows)).toBe(PATCHED.replaceAll("\n", "\r\n"));
  });

  it("is put back by no larger edit than it takes", () => {
    const edits = reapply(ORIGINAL, locate(ORIGINAL, hunksOf(kept(ORIGINAL, PATCHED))));
    expect(edits.map(({ span, newText }) => [ORIGINAL.slice(span.start, span.end), newText])).toEqual([
      [" && (__CUDA_ARCH__ < 1200)", ""],
    ]);
  });

  it.each([
    ["a\nb\nc\n", "a\nx\ny\nb\nc\n"],
    ["a\nb\nc\n", "a\nc\n"],
    ["a\nb\nc\n", "new\na\nb\nc\nlast\n"],
    ["a\nb\nc", "a\nb\nc\nd"],
    ["a\nb\nc", "x"],
    ["a\nb\nc", "b\nc"],
    ["a\nb\nc\nd\ne\nf\ng\nh\ni\nj\n", "a\nB\nc\ne\nf\ng\nh\ni\nk\nj\n"],
  ])("comes back whether lines come, go or change: %j, %j", (before, after) => {
    const hunks = hunksOf(kept(before, after));
    expect(applyEdits(before, reapply(before, locate(before, hunks)))).toBe(after);
    const windows = before.replaceAll("\n", "\r\n");
    expect(applyEdits(windows, reapply(windows, locate(windows, hunks)))).toBe(
      after.replaceAll("\n", "\r\n"),
    );
  });

  it("is found by its own lines alone where nothing around it is left, if they stand once", () => {
    expect(states(`int a;\n${GUARD}\nint b;\n`)).toEqual(["lost"]);
    expect(states(`${GUARD}\nint a;\n${GUARD}\nint b;\n`)).toEqual(["changed"]);
  });

  it("tells lines that were only taken out, or only put in, at an end of the file", () => {
    const whole = "a\nb\nc\nd\ne\nf\ng\nh\n";
    const shorter = {
      start: "c\nd\ne\nf\ng\nh\n",
      end: "a\nb\nc\nd\ne\nf\n",
    };
    for (const [where, short] of Object.entries(shorter)) {
      for (const [before, after] of [
        [whole, short],
        [short, whole],
      ] as const) {
        const hunks = hunksBetween(before, after);
        const statesIn = (text: string): string[] => locate(text, hunks).map(({ state }) => state);
        expect([where, statesIn(before), statesIn(after)]).toEqual([where, ["lost"], ["in place"]]);
      }
    }
  });

  it("answers about any text", () => {
    for (const text of ["", "\n", "\r\n\r\n", "\u0000\ud800"]) expect(states(text)).toEqual(["changed"]);
  });
});

describe("the store", () => {
  it("comes back from its text", () => {
    const store = kept(ORIGINAL, PATCHED);
    expect(readStore(writeStore(store))).toEqual(store);
  });

  it("holds a change once, and no more when it is undone", () => {
    const store = kept(ORIGINAL, PATCHED);
    expect(kept(ORIGINAL, PATCHED, store)).toEqual(store);
    expect(kept(PATCHED, ORIGINAL, store).patches).toEqual([]);
    expect(kept(ORIGINAL, ORIGINAL).patches).toEqual([]);
  });

  it.each(["", "{", "[]", '{"schemaVersion":2,"patches":[]}', '{"schemaVersion":1,"patches":[{}]}'])(
    "is refused in words: %s",
    (text) => expect(() => readStore(text)).toThrow(/^(is|does)/),
  );

  it("knows what is not the project's own", () => {
    expect(isForeign("/home/me/project/src/x.cu", "/home/me/project")).toBe(false);
    expect(isForeign("/home/me/project2/x.cu", "/home/me/project")).toBe(true);
    expect(isForeign("/home/me/project/.venv/lib/site-packages/flashinfer/x.py", "/home/me/project")).toBe(
      true,
    );
  });
});

describe("an exported patch", () => {
  it.each([ORIGINAL, PATCHED])("is taken by patch(1), whatever state the file is in", (now) => {
    const both = kept(PATCHED, openedAt(PATCHED, 0), kept(ORIGINAL, PATCHED));
    const text = now === ORIGINAL ? ORIGINAL : openedAt(PATCHED, 0);
    const patch = exportedPatch([{ name: "x.cuh", located: locate(text, hunksOf(both)) }]);
    const folder = mkdtempSync(path.join(tmpdir(), "sm-lens-patch-"));
    try {
      mkdirSync(folder, { recursive: true });
      writeFileSync(path.join(folder, "x.cuh"), ORIGINAL);
      execFileSync("patch", ["-p1", "--fuzz=0"], { cwd: folder, input: patch });
      expect(readFileSync(path.join(folder, "x.cuh"), "utf8")).toBe(openedAt(PATCHED, 0));
    } finally {
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
