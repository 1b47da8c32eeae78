import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { files } from "../unit/chain/library";
import { json, run, tree } from "./harness";

interface ChainJson {
  readonly entry: string;
  readonly target: string;
  readonly steps: {
    gate: { excludesTarget: unknown; fixes: unknown[] } | null;
    file: string;
    line: number;
    via: string;
  }[];
  readonly firstClosed: number | null;
  readonly halfOpen: [number, number][];
  readonly noGate: boolean;
}

/** The application and the library side by side, below one folder. */
function stack(majors: string): string {
  const all = Object.entries(files(majors)).map(([name, text]) => [name.slice(1), text] as const);
  return tree(Object.fromEntries(all));
}

describe("chain", () => {
  it("says the same from what it kept, after an edit too, and keeps nothing where that is not wanted", () => {
    const folder = stack("[9, 10]");
    const ask = (...more: string[]): unknown => {
      const { out } = run(folder, "chain", "fused_norm", "app", "lib", "--format", "json", ...more);
      return JSON.parse(out);
    };
    const cold = ask("--no-cache");
    expect([ask(), ask(), ask("--target", "sm_120f"), ask()]).toEqual([
      ...[cold, cold],
      ask("--target", "sm_120f", "--no-cache"),
      cold,
    ]);
    const list = path.join(folder, "lib/wavekit/jit/norm.py");
    writeFileSync(list, readFileSync(list, "utf8").replace("[9, 10]", "[9, 10, 12]"));
    const edited = ask();
    expect(edited).toEqual(ask("--no-cache"));
    expect((edited as ChainJson).halfOpen).not.toEqual([]);
  });

  it("lists the gates of several folders as JSON, in the order in which they are met", () => {
    const result = run(stack("[9, 10]"), "chain", "fused_norm", "app", "--root", "lib", "--format", "json");
    expect(result.status).toBe(1);
    const chain = json(result) as ChainJson;
    expect(chain).toMatchObject({ target: "sm_120", noGate: false, halfOpen: [] });
    const gates = chain.steps.filter(({ gate }) => gate !== null);
    expect(gates.map(({ file, line, via }) => `${file}:${line} ${via}`)).toEqual([
      "app/serving/engine.py:5 sets",
      "app/serving/engine.py:10 decides",
      "lib/wavekit/jit/norm.py:4 builds",
      "lib/wavekit/aot.py:8 prebuilt",
      "lib/include/wavekit/norm.cuh:5 launches",
      "lib/include/wavekit/norm.cuh:10 same module",
    ]);
    expect(gates.every(({ gate }) => gate?.excludesTarget === true)).toBe(true);
    expect(chain.steps[chain.firstClosed ?? -1]?.via).toBe("sets");
  });

  it("tells of a half-open one in words, and in Markdown", () => {
    const folder = stack("[9, 10, 12]");
    const { out, status } = run(folder, "chain", "norm", "lib");
    expect(status).toBe(1);
    expect(out).toContain(
      "half-open: lib/wavekit/jit/norm.py:4 lets sm_120 in, and lib/include/wavekit/norm.cuh:5, 10 leaves an empty body: its results are garbage",
    );
    expect(run(folder, "chain", "norm", "lib", "--format", "markdown").out).toMatch(
      /^### `norm`\n\n.+\n\n\| \|/,
    );
  });

  it("says that there is no gate, and that there is no such entry", () => {
    const folder = stack("[9, 10]");
    const none = run(folder, "chain", "plain", "lib");
    expect([none.status, none.out.split("\n")[0]]).toEqual([
      0,
      "No gate on this path: nothing between plain and its code decides by architecture.",
    ]);
    expect(run(folder, "chain", "nothing_here", "lib")).toMatchObject({
      status: 2,
      err: "sm-lens: nothing is called 'nothing_here' in lib\n",
    });
    expect(run(folder, "chain", "norm", "gone")).toMatchObject({
      status: 2,
      err: "sm-lens: gone: no such file or folder\n",
    });
  });

  it.each(["Engine", "app/engine.py", "app/engine.py:9"])(
    "takes a class and a file for what their methods do: %s in the sample",
    (entry) => {
      const sample = path.join(import.meta.dirname, "..", "sample");
      const gatesOf = (name: string): string[] => {
        const result = run(sample, "chain", name, ".", "--format", "json");
        expect(result.status).toBe(1);
        return (json(result) as ChainJson).steps
          .filter(({ gate }) => gate !== null)
          .map(({ file, line }) => `${file}:${line}`);
      };
      expect(gatesOf(entry)).toContain("app/engine.py:13");
      expect(gatesOf(entry)).toEqual(gatesOf("Engine.__init__"));
    },
  );

  it("opens all of it: with a diff first, then in the files, and nothing is closed any more", () => {
    const folder = stack("[9, 10]");
    const read = (name: string): string => readFileSync(path.join(folder, name), "utf8");
    const dry = run(folder, "chain", "norm", "lib", "--open", "--dry-run");
    expect(dry.out).toContain("+    flags = nvcc_flags(supported_major_versions=[9, 10, 12])");
    expect(dry.out).toContain("+    if has_sm100 or has_sm120:");
    expect(dry.out.match(/^\+#if \(defined\(__CUDA_ARCH__\) && \(__CUDA_ARCH__ >= 900\)\)$/gm)).toHaveLength(
      2,
    );
    expect(read("lib/wavekit/jit/norm.py")).toContain("[9, 10])");
    const done = run(folder, "chain", "norm", "lib", "--open");
    expect(done.status).toBe(0);
    // What was opened is told by the lines of the files as they were: the same that the diff was told with.
    expect(done.err).toBe(dry.err.replaceAll("would apply", "applied"));
    expect(read("lib/wavekit/jit/norm.py")).toContain("[9, 10, 12])");
    const after = json(run(folder, "chain", "norm", "lib", "--format", "json")) as ChainJson;
    expect([after.firstClosed, after.halfOpen]).toEqual([null, []]);
  });
});

interface Found {
  readonly file: string;
  readonly line: number;
  readonly rule: string | null;
  readonly severity: string | null;
  readonly message: string;
  readonly related: { readonly file: string; readonly line: number; readonly text: string }[];
}

describe("gates of one extension", () => {
  const scanned = (folder: string, ...options: string[]): Found[] =>
    (json(run(folder, "scan", "lib", "--format", "json", ...options)) as { gates: Found[] }).gates;
  const LIST = "lib/wavekit/jit/norm.py";
  const HEADER = "lib/include/wavekit/norm.cuh";

  it("are half-open for a scan where the list is open and the kernels are not", () => {
    const gates = scanned(stack("[9, 10, 12]"));
    const outer = gates.filter(({ rule }) => rule === "half-open-chain");
    expect(outer.map(({ file, line, severity, related }) => [file, line, severity, related.length])).toEqual([
      [LIST, 4, "error", 2],
    ]);
    expect(outer[0]?.message).toContain("norm is built for sm_120, with 2 bodies behind it left empty");
    const inner = gates.filter(({ file }) => file === HEADER);
    expect(inner.map(({ severity, related }) => [severity, related.map(({ file }) => file)])).toEqual([
      ["error", [LIST]],
      ["error", [LIST]],
    ]);
    expect(run(stack("[9, 10, 12]"), "scan", "lib").status).toBe(1);
  });

  it("are told once with every gate, and not where the rule is off or the finding is known", () => {
    const folder = stack("[9, 10, 12]");
    const all = scanned(folder, "--all-gates").filter(({ file, line }) => file === LIST && line === 4);
    expect(all.map(({ rule }) => rule)).toEqual(["half-open-chain"]);
    const off = scanned(folder, "--rule", "half-open-chain=off");
    expect(off.filter(({ file }) => file === LIST)).toEqual([]);
    expect(run(folder, "scan", "lib", "--write-baseline", "known.json").err).toContain("findings written");
    const known = run(folder, "scan", "lib", "--baseline", "known.json");
    expect([known.status, known.out]).toMatchObject([0, expect.stringContaining("nothing new excludes")]);
  });

  it("tell of each other where both are closed", () => {
    const gates = scanned(stack("[9, 10]"));
    expect(gates.some(({ rule }) => rule === "half-open-chain")).toBe(false);
    const list = gates.find(({ file, line }) => file === LIST && line === 4);
    const behind = list?.related.filter(({ text }) => text.startsWith("closed behind it: empty")) ?? [];
    expect(behind.map(({ file, line }) => [file, line])).toEqual([
      [HEADER, 5],
      [HEADER, 10],
    ]);
    const guard = gates.find(({ file, line }) => file === HEADER && line === 5);
    expect(guard?.related.map(({ text }) => text)).toContain(
      "closed before it: supported_major_versions=[9, 10] keeps sm_120 out of norm",
    );
  });

  it("are those of their own checkout where a folder holds several", () => {
    const folder = stack("[9, 10, 12]");
    const open = readFileSync(path.join(folder, HEADER), "utf8").replaceAll(" && (__CUDA_ARCH__ < 1200)", "");
    mkdirSync(path.join(folder, "app/include/wavekit"), { recursive: true });
    writeFileSync(path.join(folder, "app/include/wavekit/norm.cuh"), open);
    const { gates } = json(run(folder, "scan", ".", "--format", "json")) as { gates: Found[] };
    const [outer] = gates.filter(({ rule }) => rule === "half-open-chain");
    expect(outer?.related.map(({ file, line }) => [file, line])).toEqual([
      [HEADER, 5],
      [HEADER, 10],
    ]);
  });

  it("are told of in Markdown with what each is to the other", () => {
    const { out } = run(stack("[9, 10]"), "scan", "lib", "--format", "markdown");
    expect(out).toContain(`\n  - \`${HEADER}:5\` closed behind it: empty`);
    expect(out).toContain(`\n  - \`${LIST}:4\` closed before it: `);
    expect(out).not.toContain("of the same kind");
  });

  it("are the same from the index, and change with the file", () => {
    const folder = stack("[9, 10, 12]");
    expect(scanned(folder)).toEqual(scanned(folder));
    const header = path.join(folder, HEADER);
    writeFileSync(header, readFileSync(header, "utf8").replaceAll(" && (__CUDA_ARCH__ < 1200)", ""));
    expect(scanned(folder).some(({ rule }) => rule === "half-open-chain")).toBe(false);
  });

  it.each([
    ["the list that an extension is built by", `${LIST}:4`, "2 gates behind it stay closed"],
    ["the condition under which it is built ahead", "lib/wavekit/aot.py:8", "3 gates behind it stay closed"],
  ])("that stay closed are named by the fix of %s, and by its explanation", (_, place, text) => {
    const folder = stack("[9, 10]");
    const fixed = run(folder, "fix", place, "--kind", "add-family", "--dry-run");
    expect(fixed.err).toContain(text);
    expect(fixed.err).toContain(`${HEADER}:5, 10 (empty)`);
    expect(run(folder, "explain", place).out).toContain(text);
    const { behind } = json(
      run(folder, "fix", place, "--kind", "add-family", "--dry-run", "--format", "json"),
    ) as { behind: { file: string; line: number; consequence: string }[] };
    expect(behind).toContainEqual({ file: HEADER, line: 5, consequence: "empty" });
    const { gates } = json(run(folder, "explain", place, "--format", "json")) as { gates: Found[] };
    expect(gates.flatMap(({ related }) => related)).toContainEqual({
      file: HEADER,
      line: 5,
      text: "closed behind it: empty",
    });
    expect(run(folder, "fix", place, "--kind", "add-family", "--dry-run", "--no-includes").err).not.toContain(
      "stay closed",
    );
  });
});

describe("matrix", () => {
  it("shows who gets what: extensions and kernels by targets, files too", () => {
    const folder = stack("[9, 10]");
    const { rows, targets } = json(
      run(folder, "matrix", "lib", "--targets", "sm_90,sm_120", "--format", "json"),
    ) as {
      rows: {
        name: string;
        kind: string;
        cells: { state: string; consequence: string | null; text: string }[];
      }[];
      targets: string[];
    };
    expect(targets).toEqual(["sm_90", "sm_120"]);
    const row = (name: string): unknown =>
      rows.find((one) => one.name === name)?.cells.map(({ state }) => state);
    expect(row("norm")).toEqual(["admits", "excludes"]);
    expect(row("plain")).toEqual(["admits", "admits"]);
    expect(row("fused_kernel")).toEqual(["admits", "excludes"]);
    const kernel = rows.find(({ name }) => name === "fused_kernel");
    expect(kernel?.cells[1]).toMatchObject({
      consequence: "empty",
      text: "fused_kernel leaves sm_120 out: empty body (lib/include/wavekit/norm.cuh:5).",
    });
    expect(run(folder, "matrix", "lib", "--by", "files").out).toContain("file lib/include/wavekit/norm.cuh");
  });

  it("makes a page that asks for nothing from elsewhere", () => {
    const { out } = run(stack("[9, 10]"), "matrix", "lib", "--format", "html");
    expect(out).toMatch(/^<!DOCTYPE html>/);
    expect(out).not.toMatch(/https?:|<script|<link|@import|url\(/);
    expect(out).toContain("default-src 'none'");
    expect(out.match(/<th scope="row"/g)?.length).toBeGreaterThan(2);
  });
});
