import { describe, expect, it } from "vitest";
import { dimmingOf } from "../../../server/src/display/dimming";
import { cudaReport } from "../support/report";

/** The text with `-` before lines that are excluded and `~` before those that are so in part. */
function shaded(text: string, targets: readonly string[]): string[] {
  const { excluded, partly } = dimmingOf(cudaReport(text, targets[0]), targets);
  const within = (ranges: readonly (readonly [number, number])[], line: number): boolean =>
    ranges.some(([first, last]) => first <= line && line <= last);
  return text.split("\n").map((content, line) => {
    const mark = within(excluded, line) ? "-" : within(partly, line) ? "~" : " ";
    return mark + content;
  });
}

const dimmed = (text: string, targets: readonly string[], mark = "-"): string[] =>
  shaded(text, targets)
    .filter((line) => line.startsWith(mark))
    .map((line) => line.slice(1));

const WAIT = `void before();
#if defined(__CUDA_ARCH__) && \\
    __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200
wait();
  now();
#else
  instead();
#endif
void after();`;

describe("dimming", () => {
  it("takes what the target does not compile, without the directives, continued ones too", () => {
    expect(dimmed(WAIT, ["sm_120"])).toEqual(["wait();", "  now();"]);
    expect(dimmed(WAIT, ["sm_90a"])).toEqual(["  instead();"]);
  });

  it("takes in part what one of several targets compiles", () => {
    expect(dimmed(WAIT, ["sm_120", "sm_90"])).toEqual([]);
    expect(dimmed(WAIT, ["sm_120", "sm_90"], "~")).toEqual(["wait();", "  now();", "  instead();"]);
    expect(dimmed(WAIT, ["sm_120", "sm_121"])).toEqual(["wait();", "  now();"]);
  });

  it("takes in part what depends on an unknown macro, and what a suffix is needed for", () => {
    const text = "#if defined(ENABLE_X) && __CUDA_ARCH__ >= 900\nx();\n#endif";
    expect(dimmed(text, ["sm_120"], "~")).toEqual(["x();"]);
    const suffix = "#ifdef __CUDA_ARCH_FEAT_SM120_ALL\nx();\n#endif";
    expect(dimmed(suffix, ["sm_120"], "~")).toEqual(["x();"]);
    expect(dimmed(suffix, ["sm_120a"], "~")).toEqual([]);
    expect(dimmed(suffix, ["sm_120f"])).toEqual(["x();"]);
  });

  it("takes in part what the host pass alone compiles, and whole what it compiles beside other targets", () => {
    const host = "#ifndef __CUDA_ARCH__\nhost();\n#else\ndevice();\n#endif";
    expect(dimmed(host, ["sm_120"], "~")).toEqual(["host();"]);
    expect(dimmed(host, ["sm_120"])).toEqual([]);
    const old = "#if __CUDA_ARCH__ < 800\nold();\n#endif";
    expect(dimmed(old, ["sm_120"])).toEqual(["old();"]);
  });

  it("dims what stands inside a dimmed branch with its directives, and takes the darker of two", () => {
    const text = `#if __CUDA_ARCH__ == 900
a();
#ifdef B
b();
#endif
#endif
#ifdef C
c();
#if __CUDA_ARCH__ < 900
d();
#endif
e();
#endif`;
    expect(dimmed(text, ["sm_120"])).toEqual(["a();", "#ifdef B", "b();", "#endif", "d();"]);
    expect(dimmed(text, ["sm_120"], "~")).toEqual(["c();", "#if __CUDA_ARCH__ < 900", "#endif", "e();"]);
  });

  it("leaves empty branches, include guards and unfinished text in peace", () => {
    expect(dimmed("#ifndef H\n#define H\nx();\n#endif", ["sm_120"])).toEqual([]);
    expect(dimmed("#if __CUDA_ARCH__ == 900\n#endif", ["sm_120"])).toEqual([]);
    expect(dimmed("#if __CUDA_ARCH__ == 900\nx();", ["sm_120"])).toEqual(["x();"]);
    expect(dimmed(WAIT, ["sm_7"])).toEqual([]);
  });
});
