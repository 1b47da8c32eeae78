import { describe, expect, it } from "vitest";
import { keyOfUri, uriOfKey } from "../../../server/src/lsp/locations";
import { dirname, join } from "../../../server/src/text/paths";

describe("keys of documents", () => {
  it.each([
    ["file:///a/b%20c/x.cu", "/a/b c/x.cu"],
    ["vscode-vfs://github/owner/repo/x.cuh", "vscode-vfs://github/owner/repo/x.cuh"],
    ["vscode-vfs://github/owner/a%20b/x%23y.py", "vscode-vfs://github/owner/a b/x#y.py"],
    ["vscode-vfs://github/owner/a%20b/%C3%BC.py", "vscode-vfs://github/owner/a b/ü.py"],
    ["memfs:/folder/x.cu", "memfs:///folder/x.cu"],
    ["vscode-test-web://mount/", "vscode-test-web://mount"],
    ["untitled:Untitled-1", "untitled:Untitled-1"],
    ["git:/a/x.cu?%7B%22ref%22%3A%22HEAD%22%7D", "git:/a/x.cu?%7B%22ref%22%3A%22HEAD%22%7D"],
  ])("%s is %s, and comes back", (uri, key) => {
    expect(keyOfUri(uri)).toBe(key);
    expect(uriOfKey(key)).toBe(uri);
  });

  it("can be joined with what an include says", () => {
    const key = keyOfUri("vscode-vfs://github/owner/a%20b/x.cu");
    const included = join(dirname(key), "../c d/y.cuh");
    expect(uriOfKey(included)).toBe("vscode-vfs://github/owner/c%20d/y.cuh");
    expect(keyOfUri(uriOfKey(included))).toBe(included);
  });
});
