import { describe, expect, it } from "vitest";
import { memoryFileSystem } from "../../../server/src/workspace/memory-files";
import { nearestRoots, outermostRoots } from "../../../server/src/workspace/projects";
import { APP, chainIn, files, HEADER, told, workspaceOf } from "../chain/library";

const OPEN_HEADER = HEADER.replaceAll(" && (__CUDA_ARCH__ < 1200)", "");

/** A runner that asks an object for what both projects have a method of that name for. */
const RUNNER = `from serving.engine import _may_fuse

class Runner:
    def step(self, args, x, residual):
        if _may_fuse(args, x.shape[0]) and hasattr(self.layer, "forward_fused_residual"):
            return self.layer.forward_fused_residual(args, x, residual)
        return x
`;

/** Two checkouts that have names in common: of functions, and of headers by the way they are spelled. */
function checkouts(below: string): Record<string, string> {
  const all = {
    ...files("[9, 10]"),
    "/app/serving/__init__.py": "",
    "/app/serving/engine.py": APP.replaceAll("forward_fused(", "forward_fused_residual("),
    "/app/serving/runner.py": RUNNER,
    "/lib/wavekit/layers.py": "class Norm:\n    def forward_fused_residual(self, x):\n        return x\n",
    "/app/include/wavekit/norm.cuh": OPEN_HEADER,
  };
  return Object.fromEntries(Object.entries(all).map(([path, text]) => [below + path, text]));
}

describe("checkouts", () => {
  it("below one folder are linked as they are where each is a folder of its own", async () => {
    const apart = await workspaceOf(checkouts("/src"), { folders: ["/src/app", "/src/lib"] });
    const together = await workspaceOf(checkouts("/src"), { folders: ["/src"] });
    const expected = told(apart, chainIn(apart, "fused_norm"), true);
    expect(expected).toContain("engine.py:10 decides excludes");
    expect(expected).toContain("norm.cuh:5 launches excludes");
    expect(told(together, chainIn(together, "fused_norm"), true)).toEqual(expected);
  });
});

describe("roots", () => {
  const disk = memoryFileSystem({
    "/src/app/pyproject.toml": "",
    "/src/app/vendor/lib/setup.py": "",
    "/src/app/vendor/lib/a.py": "",
    "/src/app/b.py": "",
    "/src/lib/deep/.git": "",
    "/src/lib/deep/c.py": "",
    "/src/d.py": "",
  });
  const paths = ["/src/app/vendor/lib/a.py", "/src/app/b.py", "/src/lib/deep/c.py", "/src/d.py"];

  it("are the given ones and the outermost projects inside one that begins none", async () => {
    expect(await outermostRoots(disk, paths, ["/src"])).toEqual(["/src", "/src/app", "/src/lib/deep"]);
    expect(await outermostRoots(disk, paths, ["/src/app", "/src/lib"])).toEqual([
      "/src/app",
      "/src/lib",
      "/src/lib/deep",
    ]);
  });

  it("are no folders above what was given", async () => {
    expect(await outermostRoots(disk, ["/src/app/b.py"], ["/src/app/b.py"])).toEqual(["/src/app/b.py"]);
    expect(await outermostRoots(disk, paths, ["/src/app/vendor"])).toEqual([
      "/src/app/vendor",
      "/src/app/vendor/lib",
    ]);
  });

  it("of a file is the nearest project upwards", async () => {
    const nearest = await nearestRoots(disk, paths, ["/src"]);
    expect([...nearest]).toEqual([
      ["/src/app/vendor/lib", "/src/app/vendor/lib"],
      ["/src/app", "/src/app"],
      ["/src/lib/deep", "/src/lib/deep"],
      ["/src", "/src"],
    ]);
  });
});
