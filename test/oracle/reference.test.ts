/** The reference itself: where it must find branches, where none, and that a wrong answer is noticed. */
import { describe, expect, it } from "vitest";
import { analyse, makeSession } from "./analysis";
import { compare } from "./compare";
import { passMask, passNames } from "./passes";
import { reference } from "./reference";

async function told(text: string): Promise<string[]> {
  const { branches } = await reference(text);
  return branches.map(({ word, passes }) => `${word}: ${passes === null ? "hidden" : passNames(passes)}`);
}

describe("the reference", () => {
  it.each([
    [
      "targets",
      "#if __CUDA_ARCH__ == 1200\n#else\n#endif\n",
      ["if: sm_120 sm_120a sm_120f", "else: everywhere but sm_120 sm_120a sm_120f"],
    ],
    ["the host", "#ifndef __CUDA_ARCH__\n#endif\n", ["ifndef: host"]],
    ["suffixes", "#ifdef __CUDA_ARCH_FEAT_SM120_ALL\n#endif\n", ["ifdef: sm_120a"]],
    ["pasted names", "#define F(x) defined(__CUDA_ARCH_FEAT_##x)\n#if F(SM90_ALL)\n#endif\n", ["if: sm_90a"]],
    ["no directive in a raw string", 'const char *s = R"(\n#if 0\n)";\n#if 1\n#endif\n', ["if: everywhere"]],
    ["no directive in a comment", "/*\n#if 0\n*/\n#if 0\n#endif\n", ["if: nowhere"]],
    [
      "an apostrophe that nothing closes",
      "#if 0\ndon't\n#else\n#endif\n#if 1\n#endif\n",
      ["if: nowhere", "else: everywhere", "if: everywhere"],
    ],
    ["two of them", "don't\n#if 0\n#endif\ncan't\n", ["if: nowhere"]],
    ["includes left out", '#include "nowhere.h"\n#if 1\n#error on purpose\n#endif\n', ["if: everywhere"]],
    ["an error and what follows", "#if (\n#elif 1\n#endif\n", ["if: nowhere", "elif: everywhere"]],
    ["no stray branches", "#else\n#endif\n#elif 1\n", []],
    ["the end of an open comment", "#if 1\n/* never closed\n", ["if: everywhere"]],
    ["nothing where nothing can be seen", "#if 1 /* never closed\n", ["if: hidden"]],
    [
      "line numbers",
      "#if __LINE__ == 1\n#elif __LINE__ == 2\n#endif\n#if __LINE__ == 4\n#endif\n",
      ["if: everywhere", "elif: nowhere", "if: everywhere"],
    ],
  ])("tells %s", async (_, text, expected) => {
    expect(await told(text)).toEqual(expected);
  });

  it("takes macros from outside", async () => {
    const { branches } = await reference("#if A > 1\n#endif\n", { given: { A: "2" } });
    expect(passNames(branches[0]?.passes ?? 0)).toBe("everywhere");
  });
});

describe("the comparison", () => {
  const text = "#if __CUDA_ARCH__ >= 900\n#elif defined(A)\n#endif\n";

  it("finds no fault with right answers, residuals settled", async () => {
    const answers = analyse(text, makeSession({ assumeUndefined: false }));
    for (const given of [{}, { A: "1" }, { A: null }]) {
      const { mismatches } = await compare(text, answers, await reference(text, { given }), given);
      expect(mismatches).toEqual([]);
    }
  });

  it("notices a target too many, a branch too few and a branch too many", async () => {
    const answers = analyse(text, makeSession({ assumeUndefined: true }));
    const standing = await reference(text);
    const first = answers[0];
    if (first === undefined) throw new Error("no answer to spoil");
    const wider = { ...first, admits: first.admits | passMask("sm_75") };
    const stray = { ...first, span: { start: 1, end: 2 } };
    expect((await compare(text, [wider, ...answers.slice(1)], standing)).mismatches).toHaveLength(1);
    expect((await compare(text, answers.slice(1), standing)).mismatches).toHaveLength(1);
    expect((await compare(text, [...answers, stray], standing)).mismatches).toHaveLength(1);
  });

  it("refuses a residual that is no condition", async () => {
    const spoilt = analyse(text, makeSession({ assumeUndefined: true })).map((answer) => ({
      ...answer,
      host: "A &&",
    }));
    await expect(compare(text, spoilt, await reference(text))).rejects.toThrow("refused");
  });
});
