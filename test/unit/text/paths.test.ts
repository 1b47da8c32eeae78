import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { basename, dirname, extension, join } from "../../../server/src/text/paths";

/** The plain way: resolve every part. */
function resolved(base: string, relative: string): string {
  if (relative.startsWith("/")) return relative;
  const scheme = /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(base)?.[0] ?? "";
  const parts: string[] = [];
  for (const part of `${base.slice(scheme.length)}/${relative}`.split("/")) {
    if (part === "..") parts.pop();
    else if (part !== "" && part !== ".") parts.push(part);
  }
  return scheme + (scheme !== "" || base.startsWith("/") ? "/" : "") + parts.join("/");
}

describe("paths", () => {
  it("are joined and resolved, on URIs as on paths", () => {
    expect(join("/a/b", "c/d.h")).toBe("/a/b/c/d.h");
    expect(join("/a/b", "../c.h")).toBe("/a/c.h");
    expect(join("/a/b", "./.git")).toBe("/a/b/.git");
    expect(join("/", "a")).toBe("/a");
    expect(join("/a", "../../../x")).toBe("/x");
    expect(join("vscode-vfs://github/o/r", "../s/x.cu")).toBe("vscode-vfs://github/o/s/x.cu");
    expect(join("C:/a", "b.h")).toBe("C:/a/b.h");
    expect(join("/a", "/b")).toBe("/b");
  });

  it("come out the same whether they had to be resolved or not", () => {
    const part = fc.constantFrom("a", "b.h", ".", "..", "", ".git", "x y");
    const path = fc.array(part, { maxLength: 5 }).map((parts) => parts.join("/"));
    const base = fc.tuple(fc.constantFrom("/", "", "vfs://h/"), path).map(([start, rest]) => start + rest);
    fc.assert(
      fc.property(base, path, (from, relative) => {
        expect(join(from, relative)).toBe(resolved(from, relative));
      }),
    );
  });

  it("have a folder, a name, an extension", () => {
    expect([dirname("/a/b.cu"), dirname("/a"), dirname("/"), dirname("a")]).toEqual(["/a", "/", "/", ""]);
    expect([basename("/a/b.cu"), extension("/a/B.CU"), extension("/a/.cu"), extension("/a.b/c")]).toEqual([
      "b.cu",
      "cu",
      "",
      "",
    ]);
  });
});
