/** Fixes that are remembered: a package that is reinstalled, upgraded, or fixed upstream. */
import { existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { describe, expect, it } from "vitest";
import { json, run, tree } from "./harness";

const GUARD = "#if (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200)";
const header = (guard: string): string => `#pragma once
__global__ void first(float* out) {
${guard}
  cudaGridDependencySynchronize();
#endif
  out[0] = 1.f;
}
`;
const PACKAGE = "venv/lib/python3.12/site-packages/tilefuse/wait.cuh";

/** A project, beside whose sources a package is installed; its fix applied. */
function project(): { cwd: string; file: string; original: string; fixed: string } {
  const original = header(GUARD);
  const cwd = tree({ "setup.py": "", "src/wait.cuh": original, [PACKAGE]: original });
  const file = path.join(cwd, PACKAGE);
  const { status, err } = run(cwd, "fix", `${PACKAGE}:3`, "--kind", "drop-upper-bound");
  expect(err).toContain(`${PACKAGE}: remembered in .sm-lens/patches.json`);
  expect(status).toBe(0);
  return { cwd, file, original, fixed: readFileSync(file, "utf8") };
}

describe("sm-lens patches", () => {
  it("keeps what is applied to a package, and nothing of the project's own unless it is told to", () => {
    const { cwd } = project();
    expect(run(cwd, "patches", "list").out).toMatch(
      new RegExp(`^${PACKAGE.replaceAll(".", "\\.")}:\\d+: in place: .+\n$`),
    );
    rmSync(path.join(cwd, ".sm-lens"), { recursive: true });
    run(cwd, "fix", "src/wait.cuh:3", "--kind", "drop-upper-bound");
    expect(existsSync(path.join(cwd, ".sm-lens"))).toBe(false);
    expect(run(cwd, "patches", "list")).toMatchObject({ status: 0, out: "" });
    writeFileSync(path.join(cwd, "src/wait.cuh"), header(GUARD));
    run(cwd, "fix", "src/wait.cuh:3", "--kind", "drop-upper-bound", "--remember", "--store", "kept.json");
    expect(run(cwd, "patches", "list", "--store", "kept.json").out).toMatch(/^src\/wait\.cuh:\d+: in place/);
  });

  it("keeps what opening a whole chain changes in a package, as a single fix does", () => {
    const { cwd, file, original, fixed } = project();
    rmSync(path.join(cwd, ".sm-lens"), { recursive: true });
    writeFileSync(file, original);
    const opened = run(cwd, "chain", `${PACKAGE}:first`, path.dirname(PACKAGE), "--open");
    expect(opened.err).toContain(`${PACKAGE}: remembered in .sm-lens/patches.json`);
    expect(opened.status).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(fixed);
    writeFileSync(file, original);
    expect(run(cwd, "patches", "apply").status).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(fixed);
    writeFileSync(file, original);
    rmSync(path.join(cwd, ".sm-lens"), { recursive: true });
    run(cwd, "chain", `${PACKAGE}:first`, path.dirname(PACKAGE), "--open", "--no-remember");
    expect(existsSync(path.join(cwd, ".sm-lens"))).toBe(false);
  });

  it("tells that a reinstall undid it, and puts it back", () => {
    const { cwd, file, original, fixed } = project();
    expect(run(cwd, "patches", "verify").status).toBe(0);
    writeFileSync(file, original);
    const verified = run(cwd, "patches", "verify");
    expect(json(run(cwd, "patches", "verify", "--format", "json"))).toMatchObject({
      patches: [{ state: "lost", line: expect.any(Number) as number }],
    });
    expect(verified).toMatchObject({ status: 1 });
    expect(verified.out).toContain(": lost: ");
    expect(verified.err).toContain("`sm-lens patches apply` puts back what is lost");
    expect(run(cwd, "patches", "apply", "--dry-run").out).toContain(`+++ b/${PACKAGE}`);
    expect(readFileSync(file, "utf8")).toBe(original);
    expect(run(cwd, "patches", "apply").status).toBe(0);
    expect(readFileSync(file, "utf8")).toBe(fixed);
    expect(run(cwd, "patches", "verify").status).toBe(0);
  });

  it("finds its place in a newer version whose lines have moved", () => {
    const { cwd, file, original, fixed } = project();
    const licence = "// licence\n".repeat(30);
    writeFileSync(file, licence + original);
    expect(run(cwd, "patches", "verify").out).toMatch(/:3\d: lost: /);
    run(cwd, "patches", "apply");
    expect(readFileSync(file, "utf8")).toBe(licence + fixed);
  });

  it("knows a version that was opened upstream from one that must be looked at", () => {
    const { cwd, file } = project();
    writeFileSync(file, header("#if __CUDA_ARCH__ + 0 >= 900"));
    expect(run(cwd, "patches", "verify")).toMatchObject({ status: 0 });
    expect(run(cwd, "patches", "list").out).toContain(": opened otherwise: ");
    writeFileSync(file, header("#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ <= 1099"));
    const { status, out } = run(cwd, "patches", "verify");
    expect(out).toContain(": changed: ");
    expect(status).toBe(1);
    rmSync(file);
    expect(run(cwd, "patches", "verify").out).toContain(": missing: ");
    expect(json(run(cwd, "patches", "list", "--format", "json"))).toMatchObject({
      patches: [{ state: "missing", line: null }],
    });
  });

  it("answers as JSON, and exports a patch", () => {
    const { cwd } = project();
    const { patches } = json(run(cwd, "patches", "list", "--format", "json")) as {
      patches: { file: string; state: string; target: string }[];
    };
    expect(patches).toMatchObject([{ file: PACKAGE, state: "in place", target: "sm_120" }]);
    expect(run(cwd, "patches", "export").out).toMatch(
      /^--- a\/venv.*\n\+\+\+ b\/venv.*\n@@ -\d+,\d+ \+\d+,\d+ @@\n/,
    );
  });

  it("forgets what it is told to, and leaves the files alone", () => {
    const { cwd, file, fixed } = project();
    run(cwd, "fix", "src/wait.cuh:3", "--kind", "drop-upper-bound", "--remember");
    expect(run(cwd, "patches", "forget").status).toBe(2);
    expect(run(cwd, "patches", "forget", "--all", "src/wait.cuh").status).toBe(2);
    expect(run(cwd, "patches", "forget", "src/other.cuh")).toMatchObject({
      status: 2,
      err: "sm-lens: src/other.cuh: no fix is kept there\n",
    });
    const [, line = ""] = /^src\/wait\.cuh:(\d+): /m.exec(run(cwd, "patches", "list").out) ?? [];
    expect(run(cwd, "patches", "forget", "src/wait.cuh:1").status).toBe(2);
    const forgotten = run(cwd, "patches", "forget", `src/wait.cuh:${line}`);
    expect(forgotten).toMatchObject({ status: 0, out: "" });
    expect(forgotten.err).toContain("src/wait.cuh: forgotten: ");
    expect(run(cwd, "patches", "list").out.trim().split("\n")).toHaveLength(1);
    expect(run(cwd, "patches", "forget", PACKAGE).status).toBe(0);
    expect(run(cwd, "patches", "list")).toMatchObject({ status: 0, out: "" });
    expect(readFileSync(file, "utf8")).toBe(fixed);
    expect(run(cwd, "patches", "forget", "--all")).toMatchObject({ status: 0 });
  });

  it("says what is wrong with a store", () => {
    const cwd = tree({ ".sm-lens/patches.json": "{}", "setup.py": "" });
    expect(run(cwd, "patches", "list")).toMatchObject({
      status: 2,
      err: "sm-lens: .sm-lens/patches.json: is no store of kept fixes\n",
    });
  });
});
