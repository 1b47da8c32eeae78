import { describe, expect, it } from "vitest";
import { shortGate } from "../../../server/src/display/short-gate";
import { cudaReport } from "../support/report";

function titles(text: string): string[] {
  const report = cudaReport(text);
  return report.gates.filter(({ rule }) => rule !== null).map((judged) => shortGate(judged, report.source));
}

const guarded = (condition: string): string => `__global__ void k() {\n${condition}\n  work();\n#endif\n}\n`;

describe("a gate in a few words", () => {
  it("is the whole condition where that is short", () => {
    expect(titles(guarded("#if __CUDA_ARCH__ == 900"))).toEqual(["#if __CUDA_ARCH__ == 900"]);
  });

  it("is the part that leaves the target out where it is long, without its brackets", () => {
    const long = "#if (defined(__CUDA_ARCH__) && (__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200))";
    expect(titles(guarded(long))).toEqual(["__CUDA_ARCH__ < 1200"]);
  });

  it("keeps brackets that are not one pair, stands on one line, and is cut in the end", () => {
    const both = "#if defined(NOBODY_KNOWS_THIS) || \\\n  ((__CUDA_ARCH__ >= 900) && (__CUDA_ARCH__ < 1200))";
    for (const title of titles(guarded(both.replace("defined(NOBODY_KNOWS_THIS) || \\\n  ", ""))))
      expect(title).toMatch(/^__CUDA_ARCH__ < 1200$/);
    const names = Array.from({ length: 20 }, (_, index) => `__CUDA_ARCH__ == ${300 + index}`).join(" || ");
    for (const title of titles(guarded(`#if ${names}`))) {
      expect(title.length).toBeLessThanOrEqual(80);
      expect(title).toMatch(/^#if __CUDA_ARCH__ == 300 .*…$/);
    }
  });
});
