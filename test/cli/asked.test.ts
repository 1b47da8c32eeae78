/** How a question is asked and how much of the answer is shown: targets by product, grave findings alone, headers. */
import { describe, expect, it } from "vitest";
import { files } from "../unit/chain/library";
import { json, run, tree } from "./harness";

const GUARDED = `__global__ void f(float* x) {
#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
  x[0] = 1;
#endif
}
`;

const FALLS_BACK = `__device__ void f(int* x) {
#if __CUDA_ARCH__ == 900
  x[0] = 1;
#else
  x[0] = 2;
#endif
}
`;

describe("a target", () => {
  it("can be named by the product", () => {
    const folder = tree({ "pyproject.toml": "", "a.cu": GUARDED });
    expect(run(folder, "scan", "a.cu", "--target", "RTX 5090").err).toContain("for sm_120:");
    expect(run(folder, "scan", "a.cu", "--target", "DGX Spark").err).toContain("for sm_121:");
    expect(run(folder, "matrix", ".", "--targets", "H100,RTX 5090").out).toContain("sm_90  sm_120");
    expect(run(folder, "scan", "a.cu", "--target", "RTX 5790")).toMatchObject({
      status: 2,
      err: "sm-lens: unknown target 'RTX 5790'; did you mean RTX 50xx (sm_120), RTX 20xx (sm_75), RTX 30xx (sm_86), RTX 40xx (sm_89)?\n",
    });
  });
});

describe("--min-severity", () => {
  const mixed = (): string => tree({ "pyproject.toml": "", "a.cu": GUARDED, "b.cu": FALLS_BACK });

  it("leaves out what is less grave, and says so", () => {
    const folder = mixed();
    const all = run(folder, "scan", ".");
    const grave = run(folder, "scan", ".", "--min-severity", "warning");
    expect(all.out.trimEnd().split("\n")).toHaveLength(2);
    expect(grave.out).toBe(all.out.split("\n").slice(0, 1).join("\n") + "\n");
    expect(grave.err).toContain("1 finding in 1 of 2 files for sm_120: ");
    expect(grave.err).toContain("; 1 less grave finding not shown\n");
    expect(grave.status).toBe(1);
    const { gates } = json(run(folder, "scan", ".", "--min-severity", "error", "--format", "json")) as {
      gates: { severity: string }[];
    };
    expect(gates.map(({ severity }) => severity)).toEqual(["error"]);
  });

  it("does not say that nothing is there", () => {
    expect(run(mixed(), "scan", "b.cu", "--min-severity", "error")).toMatchObject({
      status: 0,
      out: "nothing so grave in b.cu: 1 guard read; 1 less grave finding not shown\n",
    });
  });
});

describe("a source that is scanned alone", () => {
  const sources = {
    "pyproject.toml": "",
    "csrc/a.cu": '#include "a.cuh"\n#include <wave/b.cuh>\nvoid g() {}\n',
    "csrc/a.cuh": '#include "c.cuh"\n',
    "csrc/c.cuh": GUARDED,
    "include/wave/b.cuh": GUARDED + FALLS_BACK.replace("f(", "g("),
    "3rdparty/x/include/other.cuh": GUARDED,
    "csrc/with.cu": `#include "c.cuh"\n#include <other.cuh>\n${GUARDED}`,
  };

  it("comes with what its headers hold", () => {
    const folder = tree(sources);
    expect(run(folder, "scan", "csrc/a.cu")).toMatchObject({
      status: 0,
      out: "nothing excludes sm_120 in csrc/a.cu itself: 0 conditions read; headers that it includes have 3 findings: include/wave/b.cuh (2), csrc/c.cuh (1)\n",
      err: "",
    });
    const grave = run(folder, "scan", "csrc/a.cu", "--min-severity", "error");
    expect(grave.out).toContain("have 2 findings: include/wave/b.cuh (1), csrc/c.cuh (1)\n");
    expect(run(folder, "scan", "csrc/a.cu", "csrc/c.cuh").err).toContain(
      "headers that they include have 2 findings: include/wave/b.cuh (2)\n",
    );
  });

  it("has findings of its own beside theirs; other projects' headers are left out", () => {
    const folder = tree(sources);
    const { out, err } = run(folder, "scan", "csrc/with.cu", "-I", "3rdparty/x/include");
    expect(out).toMatch(/^csrc\/with\.cu:\d+:\d+: error: .+\n$/);
    expect(err).toContain("sm-lens: headers that it includes have 1 finding: csrc/c.cuh (1)\n");
  });

  it("is read alone where that is asked, and in a folder where the headers are read as well", () => {
    const folder = tree(sources);
    expect(run(folder, "scan", "csrc/a.cu", "--no-includes").out).not.toContain("headers");
    expect(run(folder, "scan", "csrc").err).not.toContain("headers");
  });
});

describe("what is no finding", () => {
  it("is said to be there for the asking", () => {
    const folder = tree({
      "pyproject.toml": "",
      "a.py": "import torch\n\ndef is_sm90():\n    return torch.cuda.get_device_capability()[0] == 9\n",
    });
    expect(run(folder, "scan", "a.py").out).toBe(
      "nothing excludes sm_120 in a.py: 1 condition read, 1 leaves it out but is no finding (see --all-gates)\n",
    );
    expect(run(folder, "scan", "a.py", "--all-gates").out).not.toContain("--all-gates");
  });
});

describe("a half-open chain", () => {
  const stack = (): string =>
    tree(
      Object.fromEntries(
        Object.entries(files("[9, 10, 12]")).flatMap(([name, text]) =>
          name.startsWith("/lib/") ? [[name.slice(5), text]] : [],
        ),
      ),
    );

  it("is told of where either end is explained, and where nothing is to be fixed", () => {
    const folder = stack();
    const outer =
      "Half-open: norm is built for sm_120, with 2 bodies behind it left empty. " +
      "What it then computes is wrong, and nothing says so: include/wavekit/norm.cuh:5, 10 (empty)\n";
    expect(run(folder, "explain", "wavekit/jit/norm.py:4").out).toContain(outer);
    expect(run(folder, "explain", "include/wavekit/norm.cuh:5").out).toContain(
      "wavekit/jit/norm.py:4: half-open: this lets sm_120 into norm\n",
    );
    const { status, err } = run(folder, "fix", "wavekit/jit/norm.py:4");
    expect(status).toBe(1);
    expect(err).toContain(outer);
  });

  it("is not told of where includes are not followed", () => {
    expect(run(stack(), "explain", "wavekit/jit/norm.py:4", "--no-includes").out).not.toContain("Half-open");
  });
});

describe("several fixes of one kind", () => {
  it("are told apart as --kind takes them", () => {
    const folder = tree({ "CMakeLists.txt": 'set(CMAKE_CUDA_ARCHITECTURES "80-real;90a-real")\n' });
    const { gates } = json(run(folder, "scan", ".", "--format", "json")) as {
      gates: { fixes: { kind: string; name: string }[] }[];
    };
    const fixes = gates[0]?.fixes ?? [];
    const twice = fixes.filter(({ kind }) => fixes.filter((other) => other.kind === kind).length > 1);
    expect(twice.length).toBeGreaterThan(1);
    expect(new Set(fixes.map(({ name }) => name)).size).toBe(fixes.length);
    const second = twice[1]?.name ?? "";
    expect(second).toMatch(/:2$/);
    expect(run(folder, "scan", ".", "--format", "markdown").out).toContain(`fix \`${second}\`:`);
    expect(run(folder, "scan", ".", "--format", "html").out).toContain(`--kind ${second}<`);
    expect(run(folder, "fix", "CMakeLists.txt:1", "--kind", second, "--dry-run").status).toBe(0);
  });
});

describe("an argument", () => {
  const folder = (): string =>
    tree({
      "pyproject.toml": "",
      "a.cu": GUARDED,
      "ops.py": "def fused_norm_reduce(x):\n    return x\n",
      "none/a.txt": "",
    });

  it("is not standard input", () => {
    for (const args of [["scan"], ["regions"], ["matrix"], ["chain", "f"]])
      expect(run(folder(), ...args, "-")).toMatchObject({
        status: 2,
        err: "sm-lens: standard input is not read; give a file\n",
      });
  });

  it("that is a slip of an entry's name is answered with the names that it may be", () => {
    expect(run(folder(), "chain", "fused_norm_redcue")).toMatchObject({
      status: 2,
      err: "sm-lens: nothing is called 'fused_norm_redcue' in .; did you mean fused_norm_reduce?\n",
    });
    expect(run(folder(), "chain", "unlike_all").err).toBe("sm-lens: nothing is called 'unlike_all' in .\n");
    expect(run(folder(), "chain", "f", "none").err).toBe("sm-lens: no file to read in none\n");
    expect(run(folder(), "matrix", "none")).toMatchObject({ status: 0, out: "no file to read in none\n" });
  });

  it("of --targets is a list, each column once", () => {
    expect(run(folder(), "matrix", ".", "--targets", "sm_90, sm_120,,H100").out).toContain(
      " sm_90  sm_120\n",
    );
    expect(run(folder(), "matrix", ".", "--targets", ",")).toMatchObject({
      status: 2,
      err: "sm-lens: --targets takes names of targets, separated by commas\n",
    });
  });

  it.each([["lsp", "--foo"], ["scan", "--targt", "sm_120"], ["scan", "--format", "xml"], ["fix"]])(
    "that is wrong usage is told of as all else is: %s %s",
    (...args) => {
      const ran = run(tree({ "a.cu": "" }), ...args);
      expect(ran).toMatchObject({ status: 2, out: "" });
      expect(ran.err).toMatch(/^sm-lens: (?!error)/);
    },
  );

  it("that is no baseline is told of as it was given", () => {
    const project = tree({ "a.cu": GUARDED, "bad.json": "{" });
    const err = (file: string): string => run(project, "scan", "a.cu", "--baseline", file).err;
    expect(err("bad.json")).toBe(
      "sm-lens: --baseline: bad.json is no baseline; --write-baseline makes one\n",
    );
    expect(err("nope.json")).toBe("sm-lens: --baseline: nope.json: no such file or folder\n");
  });
});

describe("a project's own file", () => {
  it.each(["H100", "9.0", "sm90", "90", "sm_90"])("names the target as the option does: %s", (target) => {
    const settings = JSON.stringify({ target });
    const own = run(tree({ "a.cu": GUARDED, ".sm-lens.json": settings }), "scan", "a.cu", "--format=json");
    const option = run(tree({ "a.cu": GUARDED }), "scan", "a.cu", "--format=json", "--target", target);
    expect(JSON.parse(own.out)).toMatchObject({ target: "sm_90" });
    expect(own).toEqual(option);
  });

  it("is told what it means where it says it otherwise", () => {
    const err = (settings: object): string =>
      run(tree({ "a.cu": GUARDED, ".sm-lens.json": JSON.stringify(settings) }), "scan", "a.cu").err;
    expect(err({ target: "RTX 5O90" })).toContain('.sm-lens.json:1: target: there is no target "RTX 5O90"\n');
    expect(err({ exclude: ["third\\party\\**"] })).toContain(
      '.sm-lens.json:1: exclude: separators are written \'/\': "third/party/**", not "third\\\\party\\\\**"\n',
    );
  });
});
