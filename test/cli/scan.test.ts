import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, symlinkSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { CLEAN, HEADER, JIT_LIST } from "../lsp/inputs";
import { CLI, json, run, tree } from "./harness";

interface ScanJson {
  readonly target: string;
  readonly filesScanned: number;
  readonly gates: readonly {
    readonly file: string;
    readonly line: number;
    readonly rule: string | null;
    readonly excludesTarget: boolean | "depends";
    readonly admits: string[];
    readonly excludes: string[];
    readonly depends: { targets: string[] }[];
    readonly fixes: { kind: string; edits: object[] }[];
  }[];
}

const LINE = /^([^:]+):(\d+):(\d+): (error|warning|information|hint): .+ \[[a-z0-9-]+\]$/;

describe("scan", () => {
  it("prints findings as grep prints lines, and exits with 1", () => {
    const folder = tree({ "include/wait.cuh": HEADER, "include/clean.cuh": CLEAN });
    const { status, out, err } = run(folder, "scan", "include");
    expect(status).toBe(1);
    const lines = out.trimEnd().split("\n");
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(line).toMatch(LINE);
    expect(lines[0]).toMatch(/^include\/wait\.cuh:3:58: warning: /);
    expect(err).toMatch(/2 findings in 1 of 2 files for sm_120/);
  });

  it("writes paths the way they were given", () => {
    const folder = tree({ "include/wait.cuh": HEADER });
    const first = (...paths: string[]) => run(folder, "scan", ...paths).out.split(":")[0];
    expect(first()).toBe("include/wait.cuh");
    expect(first(".")).toBe("include/wait.cuh");
    expect(first("./include/")).toBe("include/wait.cuh");
    expect(first(path.join(folder, "include"))).toBe(path.join(folder, "include/wait.cuh"));
    expect(run(path.join(folder, "include"), "scan", "../include/wait.cuh").out.split(":")[0]).toBe(
      "../include/wait.cuh",
    );
  });

  it("says in words that nothing was found, and exits with 0", () => {
    const folder = tree({ "clean.cuh": CLEAN, "none/a.txt": "" });
    expect(run(folder, "scan", "clean.cuh")).toMatchObject({
      status: 0,
      out: "nothing excludes sm_120 in clean.cuh: 2 guards read, 1 depends on ENABLE_BF16\n",
      err: "",
    });
    expect(run(folder, "scan", "none")).toMatchObject({ status: 0, out: "no file to read in none\n" });
  });

  it("prints JSON as documented, each target once admitted, excluded or undecided", () => {
    const folder = tree({ "wait.cuh": HEADER, "clean.cuh": CLEAN, "jit.py": JIT_LIST });
    const findings = json(run(folder, "scan", "--format", "json", ".")) as ScanJson;
    expect(findings).toMatchObject({ target: "sm_120", filesScanned: 3 });
    expect(findings.gates.map(({ file, line }) => `${file}:${line}`)).toEqual([
      "jit.py:2",
      "wait.cuh:3",
      "wait.cuh:7",
    ]);
    expect(findings.gates.every(({ fixes }) => fixes.length > 0)).toBe(true);
    const all = json(run(folder, "scan", "--format", "json", "--all-gates", ".")) as ScanJson;
    expect(all.gates.length).toBeGreaterThan(findings.gates.length);
    for (const { admits, excludes, depends } of all.gates) {
      const names = [...admits, ...excludes, ...depends.flatMap(({ targets }) => targets)];
      expect(new Set(names).size).toBe(names.length);
    }
  });

  it("exits by the threshold", () => {
    const folder = tree({ "wait.cuh": HEADER });
    const status = (failOn: string) => run(folder, "scan", "--fail-on", failOn, "wait.cuh").status;
    expect([status("hint"), status("warning"), status("error"), status("never")]).toEqual([1, 1, 0, 0]);
  });

  it("asks about any target, however it is spelled, and lists near misses for one that is none", () => {
    const folder = tree({ "wait.cuh": HEADER });
    expect(run(folder, "scan", "--target", "sm_90a", "wait.cuh").status).toBe(0);
    expect(run(folder, "scan", "--target", "sm_121", "wait.cuh").status).toBe(1);
    expect(run(folder, "scan", "--target", "sm_89", "wait.cuh").status).toBe(0);
    for (const [name, meant] of [
      ["sm120", "sm_120"],
      ["12.0", "sm_120"],
      ["120", "sm_120"],
      ["RTX 5090", "sm_120"],
      ["compute_90a", "sm_90a"],
      ["SM_121F", "sm_121f"],
    ] as const) {
      const { status, out } = run(folder, "scan", "--target", name, "wait.cuh");
      const named = run(folder, "scan", "--target", meant, "wait.cuh");
      expect([status, out]).toEqual([named.status, named.out]);
    }
    for (const [name, meant] of [
      ["sm_12", "sm_120"],
      ["12", "sm_120"],
      ["12.2", "sm_121"],
      ["sm_120x", "sm_120"],
    ] as const) {
      const { status, err, out } = run(folder, "scan", "--target", name, "wait.cuh");
      expect([status, out]).toEqual([2, ""]);
      expect(err).toContain(`unknown target '${name}'; did you mean`);
      expect(err).toContain(meant);
    }
  });

  it("takes macros as given", () => {
    const folder = tree({ "x.cuh": CLEAN });
    const words = (...args: string[]) => run(folder, "scan", ...args, "x.cuh").out.trimEnd();
    expect(words()).toMatch(/1 depends on ENABLE_BF16$/);
    expect(words("--define", "ENABLE_BF16")).toMatch(/: 2 guards read$/);
    expect(words("--define", "ENABLE_BF16=0")).toMatch(/: 2 guards read$/);
    // Where the condition can never hold it tells no targets apart.
    expect(words("--undefine", "ENABLE_BF16")).toMatch(/: 1 guard read$/);
    expect(words("--assume-undefined")).toMatch(/: 1 guard read$/);
    expect(run(folder, "scan", "--define", "1X", "x.cuh").status).toBe(2);
    expect(run(folder, "scan", "--undefine", "X=1", "x.cuh").status).toBe(2);
  });

  it("reads a file named by the user whatever its extension, and walks folders by extension", () => {
    const folder = tree({ "kernel.txt": HEADER, script: JIT_LIST });
    expect(run(folder, "scan", "kernel.txt").status).toBe(1);
    expect(run(folder, "scan", "script").out).toMatch(/^script:2:/);
    expect(run(folder, "scan", ".")).toMatchObject({ status: 0, out: "no file to read in .\n" });
  });

  it("leaves out what is ignored or excluded", () => {
    const folder = tree({
      ".git/HEAD": "",
      ".gitignore": "gen/\n",
      "gen/a.cuh": HEADER,
      "keep/a.cuh": HEADER,
      "third/a.cuh": HEADER,
      "node_modules/a.cuh": HEADER,
    });
    const files = (...args: string[]) => [...new Set(run(folder, "scan", ...args).out.match(/^[^:\n]+/gm))];
    expect(files(".")).toEqual(["keep/a.cuh", "third/a.cuh"]);
    expect(files("--exclude", "third/**", ".")).toEqual(["keep/a.cuh"]);
    expect(files("gen")).toEqual(["gen/a.cuh"]);
  });

  it("reads each file once, whatever links lead to it", () => {
    const folder = tree({ "a/x.cuh": HEADER });
    symlinkSync("..", path.join(folder, "a/up"));
    symlinkSync("a", path.join(folder, "b"));
    symlinkSync("self", path.join(folder, "self"));
    symlinkSync("gone", path.join(folder, "gone.cuh"));
    const { out, err, status } = run(folder, "scan", ".", "a", "a/x.cuh");
    expect([out.trimEnd().split("\n").length, status]).toEqual([2, 1]);
    expect(err).toMatch(/^sm-lens: 2 findings in 1 of 1 file/);
  });

  it("tells what cannot be read, reads the rest, and exits with 2", () => {
    const folder = tree({ "wait.cuh": HEADER });
    mkdirSync(path.join(folder, "folder.cuh"));
    symlinkSync("loop.cuh", path.join(folder, "loop.cuh"));
    const { status, out, err } = run(folder, "scan", "missing.cuh", "loop.cuh", "/dev/null", "wait.cuh");
    expect(status).toBe(2);
    expect(out.trimEnd().split("\n")).toHaveLength(2);
    expect(err).toContain("sm-lens: missing.cuh: no such file or folder\n");
    expect(err).toContain("sm-lens: loop.cuh: no such file or folder\n");
    expect(err).toContain("sm-lens: /dev/null: is not a regular file\n");
    expect(run(folder, "scan", "folder.cuh").status).toBe(0);
  });

  it.skipIf(process.getuid?.() === 0)("tells of a file that may not be read", () => {
    const folder = tree({ "secret.cuh": HEADER });
    chmodSync(path.join(folder, "secret.cuh"), 0);
    expect(run(folder, "scan", ".")).toMatchObject({
      status: 2,
      err: "sm-lens: secret.cuh: permission denied\n",
    });
  });

  it("is quiet when its reader has seen enough", () => {
    const folder = tree(
      Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`f${index}.cuh`, HEADER])),
    );
    const command = `"${process.execPath}" "${CLI}" scan . | head -n 1; "${process.execPath}" "${CLI}" scan --format json . | head -c 10`;
    const { stderr, stdout } = spawnSync("sh", ["-c", command], { cwd: folder });
    expect(stdout.toString()).toMatch(/^f0\.cuh:3:/);
    expect(stderr.toString().replace(/^sm-lens: \d+ findings.*\n/gm, "")).toBe("");
  });

  it("answers usage errors with 2 and help with 0", () => {
    const folder = tree({});
    for (const args of [
      ["scan", "--format", "yaml"],
      ["nonsense"],
      ["scan", "--nonsense"],
      ["scan", "--fail-on", "x"],
    ]) {
      const { status, out, err } = run(folder, ...args);
      expect([status, out]).toEqual([2, ""]);
      expect(err).toMatch(/^sm-lens: /);
    }
    expect(run(folder).status).toBe(2);
    const help = run(folder, "--help");
    expect(help.status).toBe(0);
    for (const command of ["scan", "regions", "explain", "fix", "lsp"]) expect(help.out).toContain(command);
    expect(run(folder, "--version")).toMatchObject({
      status: 0,
      out: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) as string,
    });
  });
});

describe("odd bytes", () => {
  const scan = (content: Uint8Array | string) => run(tree({ "x.cuh": content }), "scan", "x.cuh");
  const utf16 = (text: string, mark: boolean) => Buffer.from((mark ? "\uFEFF" : "") + text, "utf16le");

  it("change nothing in what is found and where", () => {
    const plain = scan(HEADER).out;
    expect(scan(`\uFEFF${HEADER}`).out).toBe(plain);
    expect(scan(HEADER.replaceAll("\n", "\r\n")).out).toBe(plain);
    expect(scan(HEADER.replaceAll("\n", "\r")).out).toBe(plain);
    expect(scan(utf16(HEADER, true)).out).toBe(plain);
    expect(scan(utf16(HEADER, false)).out).toBe(plain);
    expect(scan(utf16(HEADER, true).swap16()).out).toBe(plain);
    expect(scan(Buffer.from(HEADER.replace("#pragma once", "// \xe9\xff"), "latin1")).out).toBe(plain);
    expect(scan(HEADER.replace("#pragma once", "// \0")).out).toBe(plain);
  });

  it("never end in a crash: whatever the bytes, an answer", () => {
    for (const text of ["", "\0", "/*", '"', 'R"x(', "#define A A\n#if A\n#endif"])
      expect(scan(text)).toMatchObject({ status: 0, err: "" });
    // Conditionals that do not fit together are told in a line, and are no success for `regions` either.
    expect(run(tree({ "x.cuh": "#endif" }), "regions", "x.cuh").status).toBe(2);
    for (const [text, told] of [
      ["#if", "#if without #endif"],
      ["#endif", "#endif without #if"],
      ["#if (", "#if without #endif"],
    ] as const) {
      const { status, err } = scan(text);
      expect([status, err.includes(`line 1: ${told}\n`)]).toEqual([2, true]);
    }
    const random = Uint8Array.from(
      { length: 50_000 },
      (_, index) => (index * 7919 + (index >> 3) * 104_729) & 0xff,
    );
    expect(scan(random).err).toBe("");
  });

  it("too long for a decision are no silence", () => {
    const guard = `#if __CUDA_ARCH__ < 1200 ${"&& 1 ".repeat(5000)}\n#endif\n`;
    const { status, out } = scan(guard);
    expect([status, out]).toEqual([
      0,
      "nothing excludes sm_120 in x.cuh: 1 guard read, 1 depends on condition_in_line_1\n",
    ]);
    const told = run(tree({ "x.cuh": guard }), "regions", "x.cuh").out;
    expect(told).toContain("; too long, or on too many unknown macros, to be decided");
    expect(told).not.toContain("rejects");
  });

  it("by the ten million are answered in a time that fits", () => {
    const block = `${HEADER}${"  int filler = 0; // nothing to see on this line at all\n".repeat(3000)}`;
    const big = block.repeat(Math.ceil(50_000_000 / block.length));
    const { status, out } = scan(big);
    expect([status, out.trimEnd().split("\n").length]).toEqual([1, 2 * Math.ceil(50_000_000 / block.length)]);
  });
});
