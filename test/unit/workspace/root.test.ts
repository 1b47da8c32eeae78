import { describe, expect, it } from "vitest";
import { memoryFileSystem } from "../../../server/src/workspace/memory-files";
import { rootOf } from "../../../server/src/workspace/root";

describe("the root that names are resolved from", () => {
  const files = memoryFileSystem({
    "/r/.git/HEAD": "",
    "/r/python/pyproject.toml": "",
    "/r/python/pkg/a.py": "",
    "/r/csrc/a.cu": "",
    "/loose/a.cu": "",
  });

  it("is the nearest folder upwards that holds a mark", async () => {
    expect(await rootOf(files, "/r/csrc/a.cu", "/cwd")).toBe("/r");
    expect(await rootOf(files, "/r/python/pkg/a.py", "/cwd")).toBe("/r/python");
    expect(await rootOf(files, "/r", "/cwd")).toBe("/r");
  });

  it("is the fallback where there is none", async () => {
    expect(await rootOf(files, "/loose/a.cu", "/cwd")).toBe("/cwd");
    expect(await rootOf(files, "untitled:Untitled-1", "/cwd")).toBe("/cwd");
  });
});
