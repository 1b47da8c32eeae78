import { describe, expect, it } from "vitest";
import { gateAnswer } from "../../../server/src/display/gate-answer";
import { plainText } from "../../../server/src/display/words";
import { createService } from "../../../server/src/service";
import { memoryFiles, neverCancelled } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";
import { pythonParser } from "../python/parser";
import { settingsFor } from "../support/report";

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
