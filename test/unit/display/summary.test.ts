import { describe, expect, it } from "vitest";
import { addCounts, namesDependedOn, readCounts, readInWords } from "../../../server/src/display/summary";
import type { ReadCounts } from "../../../server/src/display/summary";
import { createService } from "../../../server/src/service";
import { memoryFiles, neverCancelled } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";
import { pythonParser } from "../python/parser";
import { cudaReport, settingsFor } from "../support/report";

const guardOn = (...names: readonly string[]): string =>
  `#if __CUDA_ARCH__ < 1000 || (__CUDA_ARCH__ >= 1200 && ${names.map((name) => `defined(${name})`).join(" && ")})\nwork();\n#endif\n`;

function countsOf(...guards: readonly string[]): ReadCounts {
  return readCounts(cudaReport(`__device__ void f() {\n${guards.join("")}}\n`));
}

describe("what is not decided", () => {
  it("is counted by the names on which it depends, the most first", () => {
    const counts = countsOf(guardOn("B"), guardOn("A"), guardOn("A"), guardOn("A", "B"));
    expect(counts.undecided).toBe(4);
    expect(readInWords(counts, "cuda")).toBe("4 guards read, 2 depend on A, 1 on B, 1 on A and B");
    expect(namesDependedOn(counts).sort()).toEqual(["A", "B"]);
  });

  it("does not depend on a name of another condition, or on one that its name begins with", () => {
    const counts = countsOf(guardOn("A_MORE"), "#if __CUDA_ARCH__ >= 900 || defined(A)\nmore();\n#endif\n");
    expect(namesDependedOn(counts)).toEqual(["A_MORE"]);
    expect(readInWords(counts, "cuda")).toBe("2 guards read, 1 depends on A_MORE");
  });

  it("tells what has no name apart from what has one, over several files too", () => {
    const nameless = {
      conditions: 152,
      undecided: 152,
      dependsOn: [{ names: [], conditions: 152 }],
      exempt: 0,
    };
    const words = "153 conditions read, 1 depends on A, 152 on what is not known";
    for (const counts of [
      addCounts(nameless, countsOf(guardOn("A"))),
      addCounts(countsOf(guardOn("A")), nameless),
    ])
      expect(readInWords(counts, "mixed")).toBe(words);
    expect(readInWords(nameless, "mixed")).toBe("152 conditions read, 152 depend on what is not known");
  });

  it("names the most frequent names alone, and counts the rest", () => {
    const guards = ["A", "A", "B", "B", "C", "C", "D", "E"].map((name) => guardOn(name));
    expect(readInWords(countsOf(...guards), "cuda")).toBe(
      "8 guards read, 2 depend on A, 2 on B, 2 on C, 2 on other names",
    );
  });
});

describe("a condition", () => {
  async function python(text: string): Promise<ReadCounts> {
    const service = createService({ python: await pythonParser() });
    const source = makeSource("/w/a.py", text);
    return readCounts(
      service.analyse(source, "python", settingsFor("sm_120"), memoryFiles({}), neverCancelled),
    );
  }

  it.each([
    "flag() and major == 9",
    "flag() or major == 9",
    "not (flag() and major in [9, 10])",
    "major in [9, 10]",
  ])("is counted once with its operands: %s", async (condition) => {
    const counts = await python(
      `import torch\nmajor, _ = torch.cuda.get_device_capability()\ndef run(flag):\n    if ${condition}:\n        fast()\n    else:\n        slow()\n`,
    );
    expect(counts.conditions).toBe(1);
    expect(counts.undecided + counts.exempt).toBeLessThanOrEqual(1);
  });

  it("is not counted again with its #else", () => {
    const counts = countsOf("#if __CUDA_ARCH__ >= 800\nwork();\n#else\nolder();\n#endif\n");
    expect(counts).toMatchObject({ conditions: 1, undecided: 0, exempt: 0 });
  });
});
