import { describe, expect, it } from "vitest";
import { whoLine } from "../../../server/src/display/who-line";
import { cudaReport } from "../support/report";

function line(condition: string, ...targets: string[]): string {
  const [region] = cudaReport(`#if ${condition}\nx();\n#endif`).regions;
  if (region === undefined) throw new Error("no region");
  return whoLine({ admits: region.admits, excludes: 0, depends: region.depends }, "targets", targets);
}

describe("who gets in, on one line", () => {
  it("names the asked targets that do not", () => {
    const bounded = "__CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200";
    expect(line(bounded, "sm_120")).toBe("sm_90–sm_110 · not sm_120");
    expect(line(bounded, "sm_120", "sm_90", "sm_121")).toBe("sm_90–sm_110 · not sm_120, sm_121");
    expect(line(bounded, "sm_90")).toBe("sm_90–sm_110");
  });

  it("says which variant alone gets in", () => {
    expect(line("defined(__CUDA_ARCH_FEAT_SM120_ALL)", "sm_120")).toBe("sm_120a · sm_120 only as sm_120a");
    expect(line("defined(__CUDA_ARCH_FEAT_SM120_ALL)", "sm_120f")).toBe("sm_120a · not sm_120f");
  });

  it("gives the condition that it depends on, not at length, and once", () => {
    expect(line("__CUDA_ARCH__ >= 900 && defined(FAST)", "sm_120")).toBe("sm_90–sm_121 if defined(FAST)");
    expect(line("__CUDA_ARCH__ >= 900 && defined(FAST)", "sm_80")).toBe(
      "sm_90–sm_121 if defined(FAST) · not sm_80",
    );
    expect(line("__CUDA_ARCH__ == 900 || (__CUDA_ARCH__ >= 1000 && defined(FAST))", "sm_120")).toBe(
      "sm_90 · sm_120 if defined(FAST)",
    );
    const long = line(`__CUDA_ARCH__ >= 900 && defined(${"LONG_".repeat(20)})`, "sm_120");
    expect(long.length).toBeLessThan(70);
    expect(long).toMatch(/…$/);
  });

  it("says in words that nobody does", () => {
    expect(line("__CUDA_ARCH__ > 9000", "sm_120")).toBe("no target · not sm_120");
  });
});
