/** The gates that a line of a body stands under, as somebody asks who has its number from a traceback. */
import { describe, expect, it } from "vitest";
import { gatesAround } from "../../../server/src/display/around";
import { createService, type Language } from "../../../server/src/service";
import { memoryFiles, neverCancelled } from "../../../server/src/text/files";
import { makeSource, lineAt } from "../../../server/src/text/source";
import { pythonParser } from "../python/parser";
import { settingsFor } from "../support/report";

/** For each line (from 1) that is asked about: the lines of the gates around it. */
async function around(
  language: Language,
  text: string,
  asked: readonly number[],
): Promise<Record<number, number[]>> {
  const service = createService({ python: await pythonParser() });
  const source = makeSource(language === "python" ? "/w/a.py" : "/w/a.cpp", text);
  const report = service.analyse(source, language, settingsFor("sm_120"), memoryFiles({}), neverCancelled);
  return Object.fromEntries(
    asked.map((line) => {
      const lines = gatesAround(report, line - 1).map(({ gate }) => lineAt(source, gate.span.start) + 1);
      return [line, [...new Set(lines)]];
    }),
  );
}

const PYTHON = `import torch
major, minor = torch.cuda.get_device_capability()
def run(x):
    if not (
        major in (9, 10)
    ):
        text = "no"
        raise ValueError(
            text
        )
    elif x:
        return 2
    else:
        return 1
    return x
class A:
    def go(self):
        y = 0
        if major == 9:
            for i in range(3):
                y += i

        return y
assert (
    major == 9
), "no"
`;

const HOST = `int run(int sm) {
  if (sm == 90) {
    int a = 0;
    return a;
  } else if (sm == 100) {
    while (a) {
      a--;
    }
  }
  TORCH_CHECK(sm == 90 || sm == 100,
              "no ",
              sm);
  return 0;
}
`;

describe("a line of a body stands under", () => {
  it("the conditions of Python's blocks, those of the arms before its own included", async () => {
    expect(await around("python", PYTHON, [3, 7, 9, 12, 14, 15, 18, 20, 21, 23, 25, 26])).toEqual({
      3: [],
      7: [4],
      9: [4],
      12: [4],
      14: [4],
      15: [],
      18: [],
      20: [19],
      21: [19],
      23: [],
      25: [24],
      26: [24],
    });
  });

  it("the checks before it that answer others, but in which nobody else is refused", async () => {
    const text = `import torch
major, minor = torch.cuda.get_device_capability()
def one(x):
    if major < 8:
        x = 0
    if major == 9:
        x = x + 1
        return x
    y = x

    raise ValueError(
        "none")
def ladder(x):
    if major == 9: return x
    if major == 10: return x + 2
    raise ValueError("none")
def refuses(x):
    if major not in (9, 10):
        raise ValueError("none")
    return x
def answers(x):
    if major != 9:
        return None
    return x
`;
    expect(await around("python", text, [7, 9, 12, 16, 19, 20, 24])).toEqual({
      7: [6],
      9: [6],
      12: [6],
      16: [15],
      19: [18],
      20: [],
      24: [],
    });
  });

  it("the conditions of blocks in C++, and in the statement that it is a part of", async () => {
    expect(await around("cuda", HOST, [1, 3, 4, 6, 7, 9, 11, 12, 13])).toEqual({
      1: [],
      3: [2],
      4: [2],
      6: [2, 5],
      7: [2, 5],
      9: [2, 5],
      11: [10],
      12: [10],
      13: [],
    });
  });

  it("nothing where there is no such line, or no gate", async () => {
    expect(await around("python", PYTHON, [0, 99])).toEqual({ 0: [], 99: [] });
    expect(await around("python", "x = (\n\n", [1, 2, 3])).toEqual({ 1: [], 2: [], 3: [] });
    expect(await around("cuda", "int a = 0;\n", [1])).toEqual({ 1: [] });
  });
});
