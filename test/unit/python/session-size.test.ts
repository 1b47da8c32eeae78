import { describe, expect, it } from "vitest";
import { PythonSession } from "../../../server/src/python/modules/session";
import { pythonParser } from "./parser";

const LINE = "value = 1\n";

/** Text of that many units, of which nothing is parsed before it is asked for. */
const textOf = (units: number): string => LINE.repeat(Math.ceil(units / LINE.length));

describe("what analyses share", () => {
  it("is kept for several roots while it is little, and of the roots asked last when it is much", async () => {
    const session = new PythonSession(await pythonParser());
    const shared = (root: string) => session.sharedFor([root]);
    const import_ = (root: string, units: number): void =>
      void shared(root).library.open(`${root}/m.py`, textOf(units), true);
    const roots = ["/a", "/b", "/c"];
    roots.forEach((root) => import_(root, 100_000));
    const before = roots.map(shared);
    expect(roots.map(shared)).toEqual(before);
    import_("/c", 1_950_000);
    import_("/b", 1_950_000);
    import_("/c", 1_960_000);
    const [a, b, c] = before;
    // Asked about longest ago, and more than enough without it.
    expect(shared("/c")).toBe(c);
    expect(shared("/b")).toBe(b);
    expect(shared("/a")).not.toBe(a);
    expect(shared("/c")).toBe(c);
  });

  it("begins anew where one root has gathered too much", async () => {
    const session = new PythonSession(await pythonParser());
    const first = session.sharedFor(["/a"]);
    expect(session.sharedFor(["/a"])).toBe(first);
    first.library.open("/a/m.py", textOf(2_100_000), true);
    const second = session.sharedFor(["/a"]);
    expect(second).not.toBe(first);
    expect(second.library.size).toBe(0);
    expect(session.sharedFor(["/a"])).toBe(second);
  });

  it("stays with every letter, however much one file imports", async () => {
    const session = new PythonSession(await pythonParser());
    const type = () => {
      const shared = session.sharedFor(["/a"]);
      shared.library.open("/a/m.py", textOf(5_000_000), true);
      return shared;
    };
    const first = type();
    for (let letter = 0; letter < 5; letter++) expect(type()).toBe(first);
    first.library.open("/a/n.py", textOf(2_100_000), true);
    expect(session.sharedFor(["/a"])).not.toBe(first);
  });
});
