import { describe, expect, it } from "vitest";
import type { MemoryNode } from "../../../server/src/workspace/memory-files";
import { memoryFileSystem } from "../../../server/src/workspace/memory-files";
import type { FileSystem } from "../../../server/src/workspace/file-system";
import { FileProblem } from "../../../server/src/workspace/file-system";
import { walk } from "../../../server/src/workspace/walk";

async function walked(files: FileSystem, folder: string, exclude: readonly string[] = []): Promise<string[]> {
  const found: string[] = [];
  const accepts = (path: string): boolean => /\.(cu|cuh|py)$/.test(path);
  for await (const each of walk(files, folder, { exclude, root: "/r", accepts })) {
    found.push(each.kind === "file" ? each.path : `${each.path}: ${each.message}`);
  }
  return found;
}

const tree = (contents: Record<string, MemoryNode>): FileSystem => memoryFileSystem(contents);

describe("walking", () => {
  it("lists wanted files by name, folder by folder", async () => {
    const files = tree({ "/r/b.cu": "", "/r/a/z.py": "", "/r/a/note.txt": "", "/r/c.cuh": "" });
    expect(await walked(files, "/r")).toEqual(["/r/a/z.py", "/r/b.cu", "/r/c.cuh"]);
  });

  it("leaves out what .gitignore files leave out, the deepest deciding", async () => {
    const files = tree({
      "/r/.git/HEAD": "",
      "/r/.gitignore": "*.gen.cu\n/out/\ngen/*\n!gen/kept.cu\n",
      "/r/a.gen.cu": "",
      "/r/a.cu": "",
      "/r/out/b.cu": "",
      "/r/gen/kept.cu": "",
      "/r/gen/not.cu": "",
      "/r/sub/.gitignore": "!*.gen.cu\n",
      "/r/sub/b.gen.cu": "",
      "/r/sub/out/c.cu": "",
    });
    expect(await walked(files, "/r")).toEqual([
      "/r/a.cu",
      "/r/gen/kept.cu",
      "/r/sub/b.gen.cu",
      "/r/sub/out/c.cu",
    ]);
  });

  it("honours the rules above the folder it starts in, unless they leave out that folder itself", async () => {
    const files = tree({
      "/r/.git/HEAD": "",
      "/r/.gitignore": "/env/\n*.tmp.cu\n",
      "/r/src/a.cu": "",
      "/r/src/a.tmp.cu": "",
      "/r/env/lib/pkg/b.cu": "",
      "/r/env/lib/pkg/b.tmp.cu": "",
    });
    expect(await walked(files, "/r/src")).toEqual(["/r/src/a.cu"]);
    expect(await walked(files, "/r/env/lib/pkg")).toEqual(["/r/env/lib/pkg/b.cu", "/r/env/lib/pkg/b.tmp.cu"]);
  });

  it("leaves out build folders and environments by what is in them, not by their name", async () => {
    const files = tree({
      "/r/build/a.cu": "",
      "/r/made/CMakeCache.txt": "",
      "/r/made/b.cu": "",
      "/r/env/pyvenv.cfg": "",
      "/r/env/c.py": "",
      "/r/node_modules/d.cu": "",
      "/r/x/__pycache__/e.py": "",
    });
    expect(await walked(files, "/r")).toEqual(["/r/build/a.cu"]);
    expect(await walked(files, "/r/made")).toEqual(["/r/made/b.cu"]);
    expect(await walked(files, "/r/node_modules")).toEqual(["/r/node_modules/d.cu"]);
  });

  it("leaves out what the exclude globs match: names anywhere, paths from the start or from the root", async () => {
    const files = tree({ "/r/a/x.cu": "", "/r/a/deep/x.cu": "", "/r/b/x.cu": "", "/r/b/y_test.py": "" });
    expect(await walked(files, "/r", ["*_test.py", "a/deep/**"])).toEqual(["/r/a/x.cu", "/r/b/x.cu"]);
    expect(await walked(files, "/r/a", ["deep"])).toEqual(["/r/a/x.cu"]);
    expect(await walked(files, "/r/a", ["a/deep/**"])).toEqual(["/r/a/x.cu"]);
    expect(await walked(files, "/r", ["./a/"])).toEqual(["/r/b/x.cu", "/r/b/y_test.py"]);
  });

  it("follows links out of the tree once and never in circles", async () => {
    const files = tree({
      "/r/real/a.cu": "",
      "/r/again": { leadsTo: "real" },
      "/r/real/up": { leadsTo: ".." },
      "/r/self": { leadsTo: "self" },
      "/r/outside": { leadsTo: "/else" },
      "/r/outside2": { leadsTo: "/else" },
      "/r/one.cu": { leadsTo: "/file.cu" },
      "/r/broken.cu": { leadsTo: "nowhere" },
      "/else/b.cu": "",
      "/file.cu": "",
    });
    expect(await walked(files, "/r")).toEqual(["/r/real/a.cu", "/r/one.cu", "/r/outside/b.cu"]);
  });

  it("tells of a folder that refuses, says nothing of one that vanished, and goes on", async () => {
    const inner = memoryFileSystem({ "/r/a/x.cu": "", "/r/b/x.cu": "", "/r/c/x.cu": "" });
    const files: FileSystem = {
      ...inner,
      list(folder) {
        if (folder === "/r/a") return Promise.reject(new FileProblem("denied", "permission denied"));
        if (folder === "/r/b") return Promise.reject(new FileProblem("missing", "no such file or folder"));
        return inner.list(folder);
      },
    };
    expect(await walked(files, "/r")).toEqual(["/r/a: permission denied", "/r/c/x.cu"]);
  });

  it("tells of a start that is not there", async () => {
    expect(await walked(tree({ "/r/a.cu": "" }), "/nowhere")).toEqual(["/nowhere: no such file or folder"]);
  });
});
