import { describe, expect, it } from "vitest";
import { functionsWithFindings } from "../../../server/src/display/functions";
import { lineText, sliceOf } from "../../../server/src/text/source";
import { cudaReport } from "../support/report";

const CUT = "#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200\n  wait();\n#endif";
const TEXT = `void clean() { work(); }

template <typename T>
__global__ void __launch_bounds__(128)
kernel(T* out) {
${CUT}
  work();
${CUT}
}

__device__ void other() {
  work();
${CUT}
}
${CUT.replace("wait", "at_file_scope")}
`;

describe("functions with findings", () => {
  it("are told above their header, with all that they leave out", () => {
    const report = cudaReport(TEXT);
    const found = functionsWithFindings(report);
    expect(found.map(({ name, closed }) => [name, closed.length])).toEqual([
      ["kernel", 2],
      ["other", 1],
    ]);
    expect(found.map(({ line }) => lineText(report.source, line))).toEqual([
      "template <typename T>",
      "__device__ void other() {",
    ]);
    for (const { nameAt, name } of found)
      expect(sliceOf(report.source, { start: nameAt, end: nameAt + name.length })).toBe(name);
  });

  it("are none where the target is not left out", () => {
    expect(functionsWithFindings(cudaReport(TEXT, "sm_90"))).toEqual([]);
  });
});
