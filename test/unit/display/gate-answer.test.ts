import { describe, expect, it } from "vitest";
import { gateAnswer } from "../../../server/src/display/gate-answer";
import { plainText } from "../../../server/src/display/words";
import { createService } from "../../../server/src/service";
import { memoryFiles, neverCancelled } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";
import { pythonParser } from "../python/parser";
import { cudaReport, settingsFor } from "../support/report";

/** The form of each gate on the line, and what is said first of it. */
async function headlines(line: number, text: string): Promise<Record<string, string>> {
  const service = createService({ python: await pythonParser() });
  const source = makeSource("/w/module.py", text);
  const report = service.analyse(source, "python", settingsFor("sm_120"), memoryFiles({}), neverCancelled);
  const start = source.lineStarts[line - 1] ?? 0;
  const end = source.lineStarts[line] ?? text.length;
  return Object.fromEntries(
    report.gates
      .filter(({ gate: { span } }) => start <= span.start && span.start < end)
      .map((judged) => [
        judged.gate.form,
        plainText(gateAnswer(report, judged, "sm_120", () => null).headline),
      ]),
  );
}

const DEVICE = "import torch\nmajor, minor = torch.cuda.get_device_capability()\n";

describe("the first line about a gate", () => {
  it("tells an arm from the ladder that ends with it, and each of the other", async () => {
    const text = `${DEVICE}def f():\n    if major == 12:\n        return g()\n    elif major == 9:\n        return h()\n    raise ValueError()\n`;
    expect(await headlines(6, text)).toEqual({
      ladder: "The ladder as a whole: 12.0 (sm_120) gets in here.",
      comparison: "This arm: 12.0 (sm_120) does not get in here; by the ladder as a whole it gets in here.",
    });
  });

  it("says nothing of the ladder where both answer the same", async () => {
    const text = `${DEVICE}def f():\n    if major == 10:\n        return g()\n    elif major == 9:\n        return h()\n    raise ValueError()\n`;
    expect(await headlines(6, text)).toEqual({
      ladder: "The ladder as a whole: 12.0 (sm_120) does not get in here.",
      comparison: "This arm: 12.0 (sm_120) does not get in here.",
    });
  });

  it("tells a part of a condition from the condition", async () => {
    const text = `${DEVICE}def f(n):\n    if n > 3 and major == 10:\n        raise ValueError()\n`;
    expect(await headlines(4, text)).toEqual({
      comparison: "12.0 (sm_120) gets in here.",
      operand: "This part of the condition: 12.0 (sm_120) gets in here.",
    });
  });
});

/** What is said first of the gate of that form, then who gets in and what the host does. */
function told(form: string, text: string): string[] {
  const report = cudaReport(text);
  return report.gates
    .filter(({ gate }) => gate.form === form)
    .flatMap((judged) => {
      const { headline, details } = gateAnswer(report, judged, "sm_120", () => null);
      const rest = details.filter(({ role }) => role === "in" || role === "host");
      return [headline, ...rest.map(({ sentence }) => sentence)].map(plainText);
    });
}

describe("of a condition that the compiler settles", () => {
  const kernel = (body: string): string => `__global__ void k(int* p) { ${body} }\n`;
  const some = "Admits sm_100 (all variants).";

  it("is told what it comes to, and nothing of a host that compiles the line too", () => {
    const constant = "static constexpr bool kFast = __CUDA_ARCH__ == 1000;\n";
    expect(told("definition", constant + kernel("p[0] = kFast;"))).toEqual([
      "The condition is false for sm_120.",
      some,
    ]);
    expect(told("if", kernel("if constexpr (__CUDA_ARCH__ == 1000) { p[0] = 1; }"))).toEqual([
      "The condition is false for sm_120.",
      some,
    ]);
    expect(told("if", kernel("if constexpr (__CUDA_ARCH__ != 1000) { p[0] = 1; }"))[0]).toBe(
      "The condition is true for sm_120.",
    );
  });

  it("is told as it stands where it refuses those for whom it is true", () => {
    expect(told("refusal", kernel("if (__CUDA_ARCH__ != 1000) { __trap(); } p[0] = 1;"))).toEqual([
      "The condition is true for sm_120.",
      some,
    ]);
  });

  it("is not compiled where a guard around it leaves the target out", () => {
    const guarded = `#if __CUDA_ARCH__ < 1200\n${kernel("if constexpr (__CUDA_ARCH__ == 1000) { p[0] = 1; }")}#endif\n`;
    expect(told("if", guarded)[0]).toBe("sm_120 does not compile this.");
  });

  it("lets in or does not, as an arm of several", () => {
    const arms =
      "if constexpr (__CUDA_ARCH__ == 1000) { p[0] = 1; } else if (__CUDA_ARCH__ == 900) { p[0] = 2; }";
    expect(told("arm", kernel(arms))[0]).toBe("sm_120 does not get in here.");
  });
});
