import { execFileSync, spawnSync } from "node:child_process";
import { chmodSync, cpSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CLEAN, HEADER, JIT_LIST, OPENED } from "../lsp/inputs";
import { json, run, tree } from "./harness";

interface RegionsJson {
  readonly file: string;
  readonly regions: readonly {
    line: number;
    endLine: number;
    parent: number | null;
    targets: string[];
    host: unknown;
    assumed: string[];
  }[];
}

describe("regions", () => {
  it("lists every branch with the targets that compile it", () => {
    const folder = tree({ "x.cuh": `${CLEAN}#if 1\n#if 0\n#else\n#endif\n#endif\n` });
    const { file, regions } = json(run(folder, "regions", "--format", "json", "x.cuh")) as RegionsJson;
    expect(file).toBe("x.cuh");
    expect(regions.map(({ line, endLine, parent }) => [line, endLine, parent])).toEqual([
      [2, 3, null],
      [5, 6, null],
      [8, 11, null],
      [9, 9, 8],
      [10, 10, 8],
    ]);
    expect(regions[0]).toMatchObject({ host: false });
    expect(regions[0]?.targets).toContain("sm_120f");
    expect(regions[0]?.targets).not.toContain("sm_89");
    expect(regions[3]).toMatchObject({ targets: [], host: false });
  });

  it("say what they assume", () => {
    const text = "#if CUDA_VERSION >= 12090\n#endif\n#ifdef __HIP__\n#endif\n#if 1\n#endif\n";
    const folder = tree({
      "x.cuh": text,
      "y.cuh": `#include "cuda.h"\n${text}`,
      "cuda.h": "#define CUDA_VERSION 1\n",
    });
    expect(run(folder, "regions", "x.cuh").out).toBe(
      [
        "x.cuh:1: #if CUDA_VERSION >= 12090 → every target; host; assuming CUDA_VERSION=13000\n",
        "x.cuh:3: #ifdef __HIP__ → no target; assuming __HIP__ not defined\n",
        "x.cuh:5: #if 1 → every target; host\n",
      ].join(""),
    );
    expect(run(folder, "regions", "y.cuh").out).toContain("y.cuh:2: #if CUDA_VERSION >= 12090 → no target\n");
    const own = tree({
      "x.cuh": `#ifndef CUDA_VERSION\n#define CUDA_VERSION 1\n#endif\n${text}#undef __HIP__\n`,
    });
    expect(run(own, "regions", "x.cuh").out).toContain(
      "x.cuh:4: #if CUDA_VERSION >= 12090 → every target; host; assuming",
    );
    const { regions } = json(run(folder, "regions", "--format", "json", "x.cuh")) as RegionsJson;
    expect(regions.map(({ assumed }) => assumed)).toEqual([
      ["CUDA_VERSION=13000"],
      ["__HIP__ not defined"],
      [],
    ]);
  });

  it("are readable as text, and said to be none where there are none", () => {
    const folder = tree({ "x.cuh": CLEAN, "y.cuh": "int x;\n" });
    expect(run(folder, "regions", "x.cuh").out.split("\n")[0]).toBe(
      "x.cuh:2: #if defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) → sm_90–sm_121 (all variants)",
    );
    expect(run(folder, "regions", "y.cuh").out).toBe("no conditional branch in y.cuh: 0 guards read\n");
    expect(run(folder, "regions", "z.cuh")).toMatchObject({
      status: 2,
      err: "sm-lens: z.cuh: no such file or folder\n",
    });
    expect(run(folder, "regions", ".")).toMatchObject({ status: 2 });
  });
});

describe("explain", () => {
  it("answers for a line: branch, gates, instructions, fixes", () => {
    const folder = tree({ "wait.cuh": HEADER, "jit.py": JIT_LIST });
    const text = run(folder, "explain", "wait.cuh:4").out;
    expect(text).toMatch(/^wait\.cuh:4\n/);
    expect(text).toContain("sm_120 does not compile this.");
    expect(text).toMatch(/fix \(drop-upper-bound\)/);
    const parsed = json(run(folder, "explain", "--format", "json", "wait.cuh:4")) as {
      gates: { line: number }[];
      regions: { line: number }[];
    };
    expect([parsed.gates.map(({ line }) => line), parsed.regions.map(({ line }) => line)]).toEqual([
      [3],
      [3],
    ]);
    expect(run(folder, "explain", "jit.py:2").out).toContain("supported_major_versions=[9, 10]");
  });

  it("answers for a column of it, where several conditions stand on the line", () => {
    const line = "def tile(cc):\n    return 64 if cc.major == 9 else (128 if cc.major == 10 else 32)\n";
    const folder = tree({ "tile.py": line });
    const gates = (place: string): string[] =>
      (json(run(folder, "explain", "--format", "json", place)) as { gates: { text: string }[] }).gates.map(
        ({ text }) => text,
      );
    const all = gates("tile.py:2");
    const inner = gates(`tile.py:2:${line.split("\n")[1]?.indexOf("== 10") ?? 0}`);
    const none = gates("tile.py:2:1");
    expect(inner.length).toBeGreaterThan(0);
    expect(all).toEqual(expect.arrayContaining(inner));
    expect(gates(`tile.py:2:${line.split("\n")[1]?.indexOf("== 9") ?? 0}`)).not.toEqual(inner);
    expect(none).toEqual(all);
  });

  it("says so where there is nothing, and refuses a line that is not there", () => {
    const folder = tree({ "x.cuh": CLEAN });
    expect(run(folder, "explain", "x.cuh:1").out).toContain(
      "no condition on the architecture stands here or around it; nothing excludes sm_120",
    );
    expect(run(folder, "explain", "x.cuh:99").err).toContain("there is no line 99");
    for (const place of ["x.cuh", "x.cuh:0", "x.cuh:99", "y.cuh:1"])
      expect(run(folder, "explain", place).status).toBe(2);
  });
});

describe("fix", () => {
  it("writes the edit and nothing else: encoding, line ends, mode", () => {
    const windows = Buffer.concat([
      Buffer.from([0xef, 0xbb, 0xbf]),
      Buffer.from(HEADER.replaceAll("\n", "\r\n")),
      Buffer.from([0xff, 0xe9]),
    ]);
    const folder = tree({ "wait.cuh": windows });
    const file = path.join(folder, "wait.cuh");
    chmodSync(file, 0o750);
    const { status, out, err } = run(folder, "fix", "wait.cuh:3");
    expect([status, out]).toEqual([0, ""]);
    expect(err).toMatch(/wait\.cuh:3: applied: Drop the upper bound/);
    const expected = Buffer.from(
      windows.toString("latin1").replace(" && (__CUDA_ARCH__ < 1200)", ""),
      "latin1",
    );
    expect(readFileSync(file).equals(expected)).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o750);
  });

  it("applies the only edit of what is named for others where it is asked for by its kind alone", () => {
    const text = `import torch\n\nhas_sm120 = torch.cuda.get_device_capability() == (12, 0)\nhas_sm121 = torch.cuda.get_device_capability() == (12, 1)\n\ndef ahead(specs):\n    if has_sm121:\n        specs.append(gen_quant_sm121_module())\n`;
    const folder = tree({ "aot.py": text });
    const { status, out, err } = run(folder, "fix", "aot.py:7", "--dry-run");
    expect([status, out]).toEqual([1, ""]);
    expect(err).toMatch(/what this opens is named for other architectures[^\n]*\n {2}--kind [\w-]+: /);
    const [, kind = ""] = /--kind ([\w-]+)/.exec(err) ?? [];
    expect(run(folder, "fix", "aot.py:7", "--dry-run", "--kind", kind).out).toContain("+    if has_sm121 or");
  });

  it("applies all of a kind, or all preferred ones, and leaves nothing to find", () => {
    for (const args of [["--all"], ["--all", "--kind", "drop-upper-bound"]]) {
      const folder = tree({ "wait.cuh": HEADER });
      expect(run(folder, "fix", "wait.cuh", ...args).status).toBe(0);
      expect(readFileSync(path.join(folder, "wait.cuh"), "utf8")).toBe(OPENED);
      expect(run(folder, "scan", "wait.cuh").status).toBe(0);
    }
  });

  it("prints with --dry-run a diff that patch takes, to the byte, in any encoding", () => {
    const contents: Record<string, Buffer> = {
      "plain.cuh": Buffer.from(HEADER),
      "no newline.cuh": Buffer.from(HEADER.trimEnd()),
      "windows.cuh": Buffer.from(`\uFEFF${HEADER.replaceAll("\n", "\r\n")}`),
      "latin.cuh": Buffer.from(HEADER.replace("wait()", "wait() /* \xe9\xff */"), "latin1"),
      'od"d.cuh': Buffer.from(HEADER),
      "sub/late.cuh": Buffer.from(`${"// line\n".repeat(500)}${HEADER}`),
    };
    for (const [name, content] of Object.entries(contents)) {
      const folder = tree({ [name]: content });
      const { status, bytes } = run(folder, "fix", name, "--all", "--dry-run");
      expect(status).toBe(0);
      expect(readFileSync(path.join(folder, name)).equals(content)).toBe(true);
      const copy = tree({});
      cpSync(folder, copy, { recursive: true });
      const patched = spawnSync("patch", ["-p1", "--binary"], { cwd: copy, input: bytes });
      expect([patched.status, patched.stdout.toString()]).toEqual([
        0,
        expect.stringContaining("patching file"),
      ]);
      run(folder, "fix", name, "--all");
      expect(readFileSync(path.join(copy, name)).equals(readFileSync(path.join(folder, name)))).toBe(true);
    }
  });

  it("is taken by git apply too", () => {
    const folder = tree({ "wait.cuh": HEADER });
    const { bytes } = run(folder, "fix", "wait.cuh:3", "--dry-run");
    execFileSync("git", ["apply"], { cwd: folder, input: bytes });
    expect(readFileSync(path.join(folder, "wait.cuh"), "utf8")).toBe(
      HEADER.replace(" && (__CUDA_ARCH__ < 1200)", ""),
    );
  });

  it("prints JSON as documented, and offers other kinds by name", () => {
    const folder = tree({ "wait.cuh": HEADER });
    const result = json(
      run(folder, "fix", "wait.cuh:3", "--kind", "add-target", "--dry-run", "--format", "json"),
    ) as { edits: { newText: string }[]; diff: string; admitsAfter: string[] };
    expect(result.edits).toHaveLength(1);
    expect(result.admitsAfter).toContain("sm_120");
    expect(result.admitsAfter).not.toContain("sm_121");
    expect(result.diff).toMatch(/^--- a\/wait\.cuh/);
  });

  it("says why where none is offered", () => {
    const folder = tree({ "wait.cuh": HEADER });
    expect(run(folder, "fix", "wait.cuh:1")).toMatchObject({ status: 1, out: "" });
    expect(run(folder, "fix", "wait.cuh:3", "--kind", "nonsense").err).toMatch(
      /there are:\n {2}--kind drop-upper-bound: /,
    );
    expect(run(folder, "fix", "wait.cuh").status).toBe(2);
    json(run(folder, "fix", "wait.cuh:1", "--format", "json"));
  });

  it("extends a Python list", () => {
    const folder = tree({ "jit.py": JIT_LIST });
    expect(run(folder, "fix", "jit.py:2").status).toBe(0);
    expect(readFileSync(path.join(folder, "jit.py"), "utf8")).toBe(
      JIT_LIST.replace("[9, 10]", "[9, 10, 12]"),
    );
  });

  it("tells when the file cannot be written", () => {
    const folder = tree({ "wait.cuh": HEADER });
    writeFileSync(path.join(folder, "other.cuh"), HEADER);
    if (process.getuid?.() === 0) return; // the superuser may write anything
    chmodSync(path.join(folder, "other.cuh"), 0o444);
    expect(run(folder, "fix", "other.cuh:3")).toMatchObject({
      status: 2,
      err: "sm-lens: other.cuh: cannot be written: permission denied\n",
    });
  });
});
