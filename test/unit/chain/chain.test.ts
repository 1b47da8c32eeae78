import { describe, expect, it } from "vitest";
import { chainIn, files, HEADER, told, workspaceOf } from "./library";

const ALL = [
  "engine.py:5 sets excludes",
  "engine.py:10 decides excludes",
  "norm.py:4 builds excludes",
  "aot.py:8 prebuilt excludes",
  "norm.cuh:5 launches excludes",
  "norm.cuh:10 same module excludes",
];

describe("a chain", () => {
  it("lists settings, application, extension, what is built ahead, guards, in the order in which they are met", async () => {
    const workspace = await workspaceOf(files("[9, 10]"));
    const chain = chainIn(workspace, "fused_norm");
    expect(told(workspace, chain)).toEqual(ALL);
    expect(chain.firstClosed).toBe(0);
    expect(chain.halfOpen).toEqual([]);
    expect(chain.noGate).toBe(false);
    expect(chain.unknown).toContain("norm: the source norm_*.cu is not at hand");
  });

  it("is the same where files cannot be read at once", async () => {
    const workspace = await workspaceOf(files("[9, 10]"), { immediate: false });
    expect(told(workspace, chainIn(workspace, "fused_norm"))).toEqual(ALL);
  });

  it.each(["wavekit.ops.fused_norm", "wavekit/ops.py:fused_norm", "ops.py:8"])(
    "is found by %s",
    async (entry) => {
      const workspace = await workspaceOf(files("[9, 10]"));
      expect(told(workspace, chainIn(workspace, entry))).toEqual(ALL);
    },
  );

  it("of an extension counts all its code, and finds who calls it", async () => {
    const workspace = await workspaceOf(files("[9, 10]"));
    const expected = ALL.map((line) => line.replace("same module", "launches"));
    expect(told(workspace, chainIn(workspace, "norm"))).toEqual(expected);
    expect(told(workspace, chainIn(workspace, "gen_norm_module"))).toEqual(expected);
  });

  it("of a kernel comes down from all that reaches it, and counts no other kernel", async () => {
    const workspace = await workspaceOf(files("[9, 10]"));
    const fused = ALL.filter((line) => !line.includes("same module"));
    expect(told(workspace, chainIn(workspace, "fused_kernel"))).toEqual(fused);
    expect(told(workspace, chainIn(workspace, "norm.cuh:6"))).toEqual(fused);
    const other = told(workspace, chainIn(workspace, "other_kernel"));
    expect(other).toContain("norm.cuh:10 launches excludes");
    expect(other).not.toContain("norm.cuh:5 launches excludes");
  });

  it("is closed at each guard that a file repeats, though it is told once", async () => {
    const kernel = (name: string): string =>
      `__global__ void ${name}() {\n#if __CUDA_ARCH__ == 900\n  asm volatile("wgmma.fence.sync.aligned;\\n");\n#endif\n}\n`;
    const workspace = await workspaceOf({
      "/app/twice.cu": kernel("first_kernel") + kernel("second_kernel"),
    });
    for (const [name, line] of [
      ["first_kernel", 2],
      ["second_kernel", 7],
    ] as const) {
      const chain = chainIn(workspace, name);
      expect(told(workspace, chain)).toEqual([`twice.cu:${line} launches excludes`]);
      expect(chain.firstClosed).not.toBeNull();
    }
  });

  it("says that there is no gate", async () => {
    const workspace = await workspaceOf(files("[9, 10]"));
    const chain = chainIn(workspace, "plain");
    expect(chain.noGate).toBe(true);
    expect(chain.firstClosed).toBeNull();
    expect(told(workspace, chain, true)).toContain("plain.cu:1 source none");
  });

  it("knows no name that nothing has", async () => {
    const workspace = await workspaceOf(files("[9, 10]"));
    for (const name of ["nothing_of_that_name", "x", "", "a.b.c", "gone.py:f", "ops.py:9999", "norm.cuh:0"])
      expect(workspace.maker.entries.find(name)).toBeNull();
  });

  it("ends where functions and includes go round in circles", async () => {
    const loop = `def first_function_here():\n    return second_function_here()\n\ndef second_function_here():\n    return first_function_here()\n`;
    const workspace = await workspaceOf({ ...files("[9, 10]"), "/app/loop.py": loop });
    expect(chainIn(workspace, "first_function_here").noGate).toBe(true);
  });

  it("answers the same each time", async () => {
    const make = async (): Promise<string[]> => {
      const workspace = await workspaceOf(files("[9, 10]"));
      return told(workspace, chainIn(workspace, "norm"), true);
    };
    expect(await make()).toEqual(await make());
  });
});

describe("a half-open chain", () => {
  it("is told where the extension is built for the target and its kernels are left empty", async () => {
    const workspace = await workspaceOf(files("[9, 10, 12]"));
    const chain = chainIn(workspace, "fused_norm");
    const lines = told(workspace, chain, true);
    expect(chain.halfOpen.map(([outer, inner]) => [lines[outer], lines[inner]])).toEqual([
      ["norm.py:4 builds admits", "norm.cuh:5 launches excludes"],
      ["norm.py:4 builds admits", "norm.cuh:10 same module excludes"],
    ]);
  });

  it("is none where the kernels are open, or the list is closed", async () => {
    const open = HEADER.replaceAll(" && (__CUDA_ARCH__ < 1200)", "");
    for (const contents of [files("[9, 10, 12]", open), files("[9, 10]")]) {
      expect(chainIn(await workspaceOf(contents), "norm").halfOpen).toEqual([]);
    }
  });

  it("is none for a target that is let in everywhere", async () => {
    const workspace = await workspaceOf(files("[9, 10]"), { target: "sm_100" });
    const chain = chainIn(workspace, "fused_norm");
    expect([chain.firstClosed, chain.halfOpen]).toEqual([null, []]);
  });
});
