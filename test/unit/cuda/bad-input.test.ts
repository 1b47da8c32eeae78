/** Any text gives a result, in time linear in its length: twice the text may take little more than twice as long. */
import { describe, expect, it } from "vitest";
import { CudaSession, readCudaFile } from "../../../server/src/cuda/file";
import { regionsOf, type Region } from "../../../server/src/cuda/regions";
import { neverCancelled } from "../../../server/src/text/files";
import { makeSource } from "../../../server/src/text/source";
import { LINEAR, growth } from "../support/growth";

function analyse(text: string, assumeUndefined = false): Region[] {
  const session = new CudaSession({ macros: new Map(), assumeUndefined });
  return regionsOf(readCudaFile(makeSource("bad.cuh", text), session, null, neverCancelled));
}

const block = (i: number): string =>
  `#if defined(__CUDA_ARCH__) && __CUDA_ARCH__ >= 900 /* ${i} */\n#ifdef ENABLE_${i % 7}\nint a${i} = 1'000;\n#else\nconst char *s = "//";\n#endif\n#endif\n`;

function times(count: number, piece: string | ((i: number) => string)): string {
  if (typeof piece === "string") return piece.repeat(count);
  return Array.from({ length: count }, (_, i) => piece(i)).join("");
}

/** Texts of any size, each of a kind that has brought some analysis down. */
const KINDS: Readonly<Record<string, (size: number) => string>> = {
  "ordinary blocks": (n) => times(n, block),
  "conditionals that never end": (n) => times(n, "#if __CUDA_ARCH__ >= 900\n"),
  "nested conditionals": (n) => times(n, "#if __CUDA_ARCH__ >= 900\n") + times(n, "#else\n#endif\n"),
  "nested unknown macros": (n) => times(n, (i) => `#ifdef A_${i}\n`) + times(n, "#endif\n"),
  "stray ends": (n) => times(n, "#endif\n#else\n#elif 1\n"),
  "a long chain": (n) => `#if 0\n${times(n, (i) => `#elif __CUDA_ARCH__ == ${i}\n`)}#endif\n`,
  "a long chain of unknown macros": (n) => `#if 0\n${times(n, (i) => `#elif defined(A_${i})\n`)}#endif\n`,
  "a long chain of values": (n) => `#if 0\n${times(n, (i) => `#elif LEVEL == ${i}\n`)}#endif\n`,
  "many else": (n) => `#if __CUDA_ARCH__\n${times(n, "#else\n")}#endif\n`,
  "nested parentheses": (n) => `#if ${times(n, "(")}__CUDA_ARCH__${times(n, ")")} >= 900\n#endif\n`,
  "open parentheses": (n) => `#if ${times(n, "(")}1\n#endif\n`,
  signs: (n) => `#if ${times(n, "!")}__CUDA_ARCH__\n#endif\n`,
  "a long sum": (n) => `#if 0${times(n, " + 1")}\n#endif\n`,
  "a long disjunction of unknown macros": (n) => `#if 0${times(n, (i) => ` || defined(A_${i})`)}\n#endif\n`,
  "a long conditional expression": (n) => `#if ${times(n, (i) => `A_${i} ? ${i} : `)} 0\n#endif\n`,
  "a long name": (n) => `#if ${times(n, "a")}\n#endif\n`,
  "a long number": (n) => `#if ${times(n, "9")}\n#endif\n`,
  "digit separators": (n) => `int a = 1${times(n, "'1")};\n#if 1${times(n, "'1")}\n#endif\n`,
  "one long line of code": (n) => `${times(n, "a + b; ")}\n#if 1\n#endif\n`,
  "a long comment in a condition": (n) => `#if 1 /*${times(n, "\n*")}*/\n#endif\n`,
  "comments that never end": (n) => times(n, "#if 1 /* \n"),
  "comments and slashes": (n) => times(n, "/*/ / //* */ /"),
  quotes: (n) => times(n, `"'`),
  apostrophes: (n) => times(n, "'"),
  backslashes: (n) => times(n, "\\"),
  splices: (n) => `#if 1 ${times(n, "\\\n")}\n#endif\n`,
  "splices with blanks": (n) => `#if 1 ${times(n, "\\ \t")}\n#endif\n`,
  "blanks before a hash": (n) => `${times(n, " ")}#if 1\n#endif\n`,
  "raw strings": (n) => times(n, 'R"(\n#if 0\n)"\n'),
  "raw strings that never end": (n) => times(n, 'R"x(\n'),
  hashes: (n) => times(n, "#"),
  "empty directives": (n) => times(n, "#\n"),
  "NUL bytes": (n) => `${times(n, "\0")}#if 1\0\n${times(n, "\0\n")}#endif\n`,
  "carriage returns": (n) => times(n, "#if 1\r#endif\r\r"),
  "lone surrogates": (n) => times(n, "\ud800#if \udfff\n"),
  "definitions of one macro": (n) => times(n, (i) => `#define X ${i}\n#if X > ${i}\n#endif\n`),
  "definitions of many macros": (n) => times(n, (i) => `#define X_${i} X_${i - 1}\n#if X_${i}\n#endif\n`),
  "a chain of definitions": (n) => `${times(n, (i) => `#define X_${i} X_${i + 1}\n`)}#if X_0\n#endif\n`,
  "definitions under guards": (n) =>
    times(n, (i) => `#ifdef A_${i % 9}\n#define X ${i}\n#endif\n#if X >= ${i}\n#endif\n`),
  "conditions on many macros": (n) =>
    times(n, (i) => `#if A_${i} > ${i}\n#define B_${i} A_${i}\n#endif\n#if B_${i}\n#endif\n`),
  arguments: (n) => `#define F(x, ...) x\n#if F(1${times(n, ", 2")})\n#endif\n`,
  "nested calls": (n) => `#define F(x) x\n#if ${times(n, "F(")}1${times(n, ")")}\n#endif\n`,
  parameters: (n) => `#define F(a${times(n, (i) => `, a${i}`)}) a\n#if F(1)\n#endif\n`,
  "saved macros": (n) => `${times(n, '#pragma push_macro("X")\n')}${times(n, '#pragma pop_macro("X")\n')}`,
  "macros that double": (n) =>
    times(n, (i) => `#define D_${i} D_${i + 1} + D_${i + 1}\n`) + "#if D_0\n#endif\n",
  "calls that double": (n) =>
    times(n, (i) => `#define E_${i}(x) E_${i + 1}(x) + E_${i + 1}(x)\n`) + "#if E_0(1)\n#endif\n",
  "arguments that double": (n) => `#define T(x) x + x\n#if ${times(n, "T(")}1${times(n, ")")}\n#endif\n`,
  "pasted names": (n) => `#define P(a, b) a##b\n${times(n, (i) => `#if P(A_, ${i})\n#endif\n`)}`,
};

const analysed = (text: string) => () => void analyse(text);

describe.each(Object.entries(KINDS))("%s", (_, kind) => {
  it("give a result at any size", () => {
    for (const size of [0, 1, 2, 3, 500]) {
      for (const assumeUndefined of [true, false]) {
        const regions = analyse(kind(size), assumeUndefined);
        expect(regions.every(({ span }) => span.start < span.end)).toBe(true);
        expect(regions.every(({ line, endLine }) => line <= endLine)).toBe(true);
      }
    }
  });

  it("take time in proportion to their length", () => {
    expect(growth((size) => analysed(kind(size)))).toBeLessThan(LINEAR);
  });
});

describe("a macro that expands into itself", () => {
  it.each([
    ["by name", "#define X X\n#if X\n#endif\n"],
    ["in a circle", "#define X Y\n#define Y Z\n#define Z X\n#if X + Y + Z\n#endif\n"],
    ["as a call", "#define F(x) F(F(x))\n#if F(F(1))\n#endif\n"],
    ["across two calls", "#define F(x) G(x)(x)\n#define G(x) F(x) G\n#if F(1)(2)(3)\n#endif\n"],
    ["under a guard", "#ifdef A\n#define X X + 1\n#endif\n#if X\n#endif\n"],
  ])("%s ends", (_, text) => {
    expect(analyse(text, true)).toHaveLength(text.split("#endif").length - 1);
    expect(analyse(text)).toHaveLength(text.split("#endif").length - 1);
  });
});
