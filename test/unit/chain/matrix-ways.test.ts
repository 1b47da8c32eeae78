/** Cells of the support matrix: what speaks for a feature is what is on its way. */
import { describe, expect, it } from "vitest";
import { rowsOf } from "../../../server/src/chain/matrix";
import { CORE, workspaceOf } from "./library";
import type { ChainWorkspace } from "../../../server/src/workspace/chain-files";

const TARGETS = ["sm_80", "sm_90", "sm_120"];

const files = (code: Record<string, string>): Record<string, string> => ({
  "/lib/pyproject.toml": "",
  "/lib/wavekit/__init__.py": "",
  "/lib/wavekit/core.py": CORE,
  "/lib/wavekit/norm.py": `from .core import gen_jit_spec

def gen_norm_module():
    return gen_jit_spec("norm", ["csrc/norm.cu"])
`,
  ...code,
});

function cellsOf(workspace: ChainWorkspace): string[] {
  const makers = TARGETS.map((target) => workspace.forTarget(target));
  return rowsOf("/lib/wavekit/norm.py", "features", makers).flatMap(({ cells }) =>
    cells.map(({ state, consequence }) => (consequence === null ? state : `${state} ${consequence}`)),
  );
}

const EMPTY = (name: string): string =>
  `__device__ inline void ${name}(float* x) {\n#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200\n  x[0] = 1;\n#endif\n}\n`;
const SOURCE = (called: string): string => `#include "helpers.h"
__global__ void norm_kernel(float* x) { ${called}(x); }
void launch(float* x) { norm_kernel<<<1, 1>>>(x); }
TVM_FFI_DLL_EXPORT_TYPED_FUNC(run, launch);
`;

describe("a cell of the matrix", () => {
  it.each([
    ["that is called", "beside", ["excludes empty", "admits", "excludes empty"]],
    ["that nothing calls", "other", ["admits", "admits", "admits"]],
  ])("heeds a helper %s, or not", async (_, called, expected) => {
    const workspace = await workspaceOf(
      files({
        "/lib/include/helpers.h": `#pragma once\n${EMPTY("beside")}__device__ inline void other(float* x) {}\n`,
        "/lib/csrc/norm.cu": SOURCE(called),
      }),
      { folders: ["/lib"] },
    );
    expect(cellsOf(workspace)).toEqual(expected);
  });

  it("takes a helper that gives back a constant for a part", async () => {
    const helper = EMPTY("beside")
      .replace("void", "float*")
      .replace("x[0] = 1;", "return x + 1;")
      .replace("#endif", "#else\n  return nullptr;\n#endif");
    const workspace = await workspaceOf(
      files({ "/lib/include/helpers.h": `#pragma once\n${helper}`, "/lib/csrc/norm.cu": SOURCE("beside") }),
      { folders: ["/lib"] },
    );
    expect(cellsOf(workspace)).toEqual(["partly empty", "admits", "partly empty"]);
  });

  it.each([
    ["the nearest of those that take the same", "float* x", ["admits", "admits", "admits"]],
    [
      "any of those that take something else",
      "float* x, int n = 1",
      ["excludes empty", "admits", "excludes empty"],
    ],
  ])("means %s", async (_, takes, expected) => {
    const far = EMPTY("elect").replace("float* x", takes);
    const workspace = await workspaceOf(
      files({
        "/lib/include/helpers.h": `#pragma once\n#include "common/far.h"\n#include "near.h"\n`,
        "/lib/include/common/far.h": `#pragma once\nnamespace common {\n${far}}\n`,
        "/lib/include/near.h": `#pragma once\n#include "common/far.h"\nnamespace near {\n__device__ inline void elect(float* x) {}\n__device__ inline void work(float* x) { elect(x); }\n}\n`,
        "/lib/csrc/norm.cu": SOURCE("near::work"),
      }),
      { folders: ["/lib"] },
    );
    expect(cellsOf(workspace)).toEqual(expected);
  });
});

const capability = "import torch\ncap = torch.cuda.get_device_capability()\n";
const entry = (body: string): string => `${capability}def run(x, fast=False):\n${body}`;

describe("an entry", () => {
  it.each([
    [
      "is shut out by what it meets in any case",
      "    if cap[0] != 9:\n        raise ValueError\n    work()\n",
      "excludes raises",
    ],
    [
      "perhaps, by what stands in an arm",
      "    if fast:\n        if cap[0] != 9:\n            raise ValueError\n    work()\n",
      "partly raises",
    ],
    [
      "perhaps, by what stands in a loop",
      "    for one in x:\n        assert cap[0] == 9\n    work()\n",
      "partly raises",
    ],
    [
      "in part, where it skips something",
      "    out = [1]\n    if cap[0] == 9:\n        out.append(2)\n    return out\n",
      "partly skipped",
    ],
  ])("%s", async (_, body, expected) => {
    const workspace = await workspaceOf(
      { "/lib/pyproject.toml": "", "/lib/wavekit/norm.py": entry(body) },
      { folders: ["/lib"] },
    );
    expect(cellsOf(workspace)).toEqual([expected, "admits", expected]);
  });
});

describe("a kernel", () => {
  const kernel = (body: string): Record<string, string> => ({
    "/lib/pyproject.toml": "",
    "/lib/wavekit/norm.py": "",
    "/lib/csrc/norm.cu": `__global__ void norm_kernel(float* x) {\n${body}}\n`,
  });
  const guarded =
    "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200\n  x[0] = 1;\n#endif\n";
  it.each([
    ["whose body is left out does nothing", guarded, "excludes empty"],
    ["of which a statement is left out remains", `${guarded}  x[1] = 2;\n`, "partly skipped"],
    ["whose body hangs on a macro does nothing", "#ifdef FAST\n  x[0] = 1;\n#endif\n", "excludes empty"],
    [
      "that runs other code without a macro runs that",
      "#ifdef FAST\n  x[0] = 1;\n#else\n  x[0] = 2;\n#endif\n",
      "excludes falls back",
    ],
    [
      "of which a macro leaves a part out remains",
      "#ifdef FAST\n  x[0] = 1;\n#endif\n  x[1] = 2;\n",
      "partly skipped",
    ],
  ])("%s", async (_, body, expected) => {
    const code = kernel(body);
    const macro = "#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ / 100 == 9\n#define FAST 1\n#endif\n";
    code["/lib/csrc/norm.cu"] = `${macro}${code["/lib/csrc/norm.cu"] ?? ""}`;
    const workspace = await workspaceOf(code, { folders: ["/lib"] });
    const makers = TARGETS.map((target) => workspace.forTarget(target));
    const [row] = rowsOf("/lib/csrc/norm.cu", "features", makers);
    expect(
      row?.cells.map(({ state, consequence }) => (consequence === null ? state : `${state} ${consequence}`)),
    ).toEqual([expected, "admits", expected]);
  });
});

describe("an extension", () => {
  it("that is refused comes to no kernel; once it is let in its kernels speak", async () => {
    const built = (majors: string): Record<string, string> => ({
      ...files({ "/lib/csrc/norm.cu": SOURCE("beside"), "/lib/include/helpers.h": EMPTY("beside") }),
      "/lib/wavekit/norm.py": `from .core import gen_jit_spec, current_compilation_context

def gen_norm_module():
    flags = current_compilation_context.get_nvcc_flags_list(supported_major_versions=[${majors}])
    return gen_jit_spec("norm", ["csrc/norm.cu"], extra_cuda_cflags=flags)
`,
    });
    const told = async (majors: string): Promise<string | undefined> =>
      cellsOf(await workspaceOf(built(majors), { folders: ["/lib"] })).at(-1);
    expect(await told("9, 10")).toBe("excludes raises");
    expect(await told("9, 10, 12")).toBe("excludes empty");
  });
});

const PIECE = '(["fa3"] if cap[0] == 9 else [])';

describe("a list that is put together", () => {
  it.each([
    ["joined to another one", `    run(["fa2"] + ${PIECE})\n`],
    ["another one joined to it", `    run(${PIECE} + ["fa2"] + other)\n`],
    ["spread in a list", `    run(["fa2", *${PIECE}])\n`],
    ["spread among arguments", `    run("fa2", *${PIECE})\n`],
    ["joined in place", `    names = ["fa2"]\n    names += ${PIECE}\n    run(names)\n`],
    ["added by a method", `    names = ["fa2"]\n    names.extend(${PIECE})\n    run(names)\n`],
    ["made a tuple of", `    run(("fa2",) + tuple(${PIECE}))\n`],
    ["gone through", `    run(["fa2"] + [name for name in ${PIECE}])\n`],
    ["united with another one", `    run({"fa2"} | set(${PIECE}))\n`],
    ["kept under a name", `    more = ${PIECE}\n    run(["fa2"] + more)\n`],
    [
      "joined by a statement",
      `    names = ["fa2"]\n    if cap[0] == 9:\n        names += ["fa3"]\n    run(names)\n`,
    ],
  ])("is left out in part where a piece of it is: %s", async (_, body) => {
    const workspace = await workspaceOf({ "/lib/entry.py": entry(body) });
    const rows = rowsOf("/lib/entry.py", "features", [
      workspace.forTarget("sm_90"),
      workspace.forTarget("sm_120"),
    ]);
    expect(rows.map(({ cells }) => cells.map(({ state }) => state))).toEqual([["admits", "partly"]]);
  });

  it.each([
    ["nothing else is there", `    run(${PIECE})\n`],
    ["all of its pieces are left out", `    run(${PIECE} + (["fa4"] if cap[0] == 9 else []))\n`],
    ["the other piece is empty", `    run([] + ${PIECE})\n`],
    ["it is the only one that is spread", `    run([*${PIECE}])\n`],
    ["None takes its place", `    run(["fa2"] + (["fa3"] if cap[0] == 9 else None))\n`],
    ["an argument of extend is None", `    x.extend(["fa3"] if cap[0] == 9 else None)\n`],
    ["a flag is joined", `    mask = False\n    mask |= (True if cap[0] == 9 else False)\n    return mask\n`],
    ["it is kept under a name that is the whole", `    names = ${PIECE}\n    run(names)\n`],
  ])("is left out where %s", async (_, body) => {
    const workspace = await workspaceOf({ "/lib/entry.py": entry(body) });
    const [row] = rowsOf("/lib/entry.py", "features", [workspace.forTarget("sm_120")]);
    expect(row?.cells.map(({ state }) => state)).toEqual(["excludes"]);
  });
});
