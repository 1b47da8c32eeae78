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
