/** The editor's task: how the command line is started, and that the problem matcher takes what it prints. */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { scanArguments } from "../../client/src/task-arguments";
import { run, tree } from "./harness";

interface Contributes {
  readonly problemPatterns: readonly [Pattern];
  readonly problemMatchers: readonly [{ readonly name: string; readonly pattern: string }];
}

interface Pattern {
  readonly name: string;
  readonly regexp: string;
  readonly file: number;
  readonly line: number;
  readonly column: number;
  readonly severity: number;
  readonly message: number;
  readonly code: number;
}

const { contributes } = JSON.parse(readFileSync("package.json", "utf8")) as {
  readonly contributes: Contributes;
};
const [pattern] = contributes.problemPatterns;
const GUARD = `__global__ void k(float* out) {
#if (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200)
  out[0] = 1.f;
#endif
}
`;

/** What the matcher makes of each line; throws where it takes one not. */
function problems(output: string): Record<"file" | "line" | "severity" | "code", string | undefined>[] {
  return output
    .trimEnd()
    .split("\n")
    .map((line) => {
      const match = new RegExp(pattern.regexp).exec(line);
      if (match === null) throw new Error(`not taken: ${line}`);
      const { file, line: row, column, severity, message, code } = pattern;
      expect(match[message]).not.toBe("");
      expect(Number(match[column])).toBeGreaterThan(0);
      return { file: match[file], line: match[row], severity: match[severity], code: match[code] };
    });
}

describe("the editor's task", () => {
  it("has every line of a scan taken by the problem matcher, in each severity", () => {
    const cwd = tree({ "a b (1):2.cu": GUARD, "include/k.cuh": GUARD });
    for (const severity of ["error", "warning", "information", "hint"]) {
      const [scan = "", ...rest] = scanArguments({ type: "smLens" }, "sm_120");
      const { status, out } = run(cwd, scan, "--rule", `guard-empties-body=${severity}`, ...rest);
      expect(status).toBe(0);
      expect(problems(out)).toEqual([
        { file: "a b (1):2.cu", line: "2", severity, code: "guard-empties-body" },
        { file: "include/k.cuh", line: "2", severity, code: "guard-empties-body" },
      ]);
    }
  });

  it("takes nothing of the sentence that there is nothing to find", () => {
    const cwd = tree({ "k.cu": GUARD });
    const { out } = run(cwd, ...scanArguments({ type: "smLens" }, "sm_90"));
    expect(out).not.toBe("");
    expect(out.split("\n").filter((line) => new RegExp(pattern.regexp).test(line))).toEqual([]);
  });

  it("scans the paths for the target of its definition, and fails from its severity on", () => {
    const cwd = tree({ "a.cu": GUARD, "-b.cu": GUARD, "c.cu": GUARD });
    const definition = { type: "smLens", target: "sm_121", paths: ["-b.cu", "c.cu"], failOn: "error" };
    const { status, out } = run(cwd, ...scanArguments(definition, "sm_90"));
    expect(status).toBe(1);
    expect(problems(out).map(({ file }) => file)).toEqual(["-b.cu", "c.cu"]);
    expect(out).toContain("sm_121");
  });
});
