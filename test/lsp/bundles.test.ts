import { readFileSync, readdirSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";

const DIST = path.resolve(process.env["SM_LENS_DIST"] ?? "dist");

describe("what is built", () => {
  it("is packed, all of it", () => {
    const packed = readFileSync(".vscodeignore", "utf8").match(/(?<=^!dist\/).+$/gm);
    const built = readdirSync(DIST).filter((name) => !name.endsWith(".map"));
    expect(packed?.sort()).toEqual(built.sort());
  });

  it("comes with the licences of all that was bundled or copied into it", () => {
    const notices = readFileSync(path.join(DIST, "third-party-notices.txt"), "utf8");
    const names = Array.from(
      notices.matchAll(/^-{80}\n\n(\S+) [\d.]+(?:-\S+)? \((.+)\)$/gm),
      ([, name]) => name,
    );
    expect(names).toEqual([...new Set(names)].sort());
    expect(names).toEqual(
      expect.arrayContaining([
        "@vscode/tree-sitter-wasm",
        "commander",
        "diff",
        "vscode-languageclient",
        "vscode-languageserver",
        "web-tree-sitter",
      ]),
    );
    // Every package that may be bundled is one of the lock file's; none that only builds or tests is told of.
    expect(names).not.toContain("esbuild");
    expect(names).not.toContain("mocha");
    for (const part of notices.split(/^-{80}$/m).slice(1))
      expect(part).toMatch(/Copyright[^]*(?:WITHOUT WARRANTY|AS IS|as is|AND THE AUTHOR DISCLAIMS)/);
  });
});

describe("the editor side's bundles", () => {
  it("leave what speaks to the server out of the file that activation waits for", () => {
    const first = readFileSync(path.join(DIST, "client.js"), "utf8");
    expect(first).not.toContain("textDocument/didOpen");
    expect(readFileSync(path.join(DIST, "connect-node.js"), "utf8")).toContain("textDocument/didOpen");
  });

  it("take the editor's API as it is, without a copy for every file", () => {
    for (const name of ["client.js", "connect-node.js", "client-browser.js"]) {
      const text = readFileSync(path.join(DIST, name), "utf8");
      expect(text.match(/require\("vscode"\)/g)?.length, name).toBeGreaterThan(10);
      expect(text, name).not.toMatch(/\w\(require\("vscode"\)/);
    }
  });
});
