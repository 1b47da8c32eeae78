import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeOf } from "../../../../server/src/cuda/body/code";
import { scanDirectives } from "../../../../server/src/cuda/directives";
import { asmStatements, instructionsOf, isWhole } from "../../../../server/src/cuda/ptx/asm";

function read(source: string): { name: string; at: string; whole: boolean }[] {
  const code = codeOf(scanDirectives(source));
  return asmStatements(code.logical, code.tokens, code.macros).flatMap((statement) =>
    instructionsOf(statement).map(({ name, start, end }) => ({
      name,
      at: source.slice(start, end),
      whole: isWhole(statement),
    })),
  );
}

const names = (source: string): string[] => read(source).map((instruction) => instruction.name);

describe("asmStatements", () => {
  it.each([
    ['asm("griddepcontrol.wait;");'],
    ['asm volatile("griddepcontrol.wait;" ::: "memory");'],
    ['asm volatile ( "griddepcontrol.wait;" : : );'],
    ['__asm__ __volatile__("griddepcontrol.wait;\\n");'],
    ['asm(R"(griddepcontrol.wait;)");'],
    ['asm(R"x(\n  griddepcontrol.wait; // ")"\n)x");'],
    ['asm /* pdl */ volatile("griddep" "control"\n  ".wait;");'],
    ['asm volatile("griddep\\\ncontrol.wait;");'],
    ['#define WAIT "griddepcontrol.wait;"\nasm volatile(WAIT);'],
    ['#define CONTROL(what) "griddepcontrol." #what ";"\nasm volatile(CONTROL(wait));'],
    ['#define OUTER(x) INNER(x)\n#define INNER(x) "griddepcontrol." x\nasm volatile(OUTER("wait;"));'],
  ])("reads %s", (source) => {
    expect(names(source)).toEqual(["griddepcontrol.wait"]);
    expect(read(source)[0]?.whole).toBe(true);
  });

  it("places each instruction in the source", () => {
    const source =
      'asm volatile("{\\n\\t"\n  ".reg .pred p;\\n\\t"\n  "elect.sync _|p, %1;\\n\\t"\n  "selp.b32 %0, 1, 0, p;\\n\\t}"\n  : "=r"(a) : "r"(b));';
    expect(read(source).map(({ at }) => at)).toEqual(["elect.sync", "selp.b32"]);
  });

  it("places what a macro stands for at its use", () => {
    const [instruction] = read('#define W "griddepcontrol.wait;"\n  asm volatile(W ::: "memory");');
    expect(instruction?.at).toBe("W");
  });

  it("takes escaped percent signs and quotes out", () => {
    expect(
      names('asm("mov.u32 %0, %%clusterid.x;" : "=r"(x)); asm(".pragma \\"nounroll\\"; trap;");'),
    ).toEqual(["mov.u32", "trap"]);
  });

  it("leaves a hole where a macro is unknown or defined in two ways", () => {
    const [unknown] = read(
      'asm("mma.sync.aligned." SHAPE ".row.col.f32.f16.f16.f32 {%0}, {%1}, {%2}, {%3};");',
    );
    expect(unknown).toMatchObject({ whole: false, name: expect.stringContaining("…") as string });
    const twoWays = '#ifdef A\n#define W "a"\n#else\n#define W "b"\n#endif\nasm(W);';
    expect(read(twoWays)).toEqual([]);
  });

  it("ignores what only looks like it", () => {
    expect(
      names('int asm_count; // asm("trap;")\nconst char* s = "asm(\\"trap;\\")"; my_asm("trap;");'),
    ).toEqual([]);
  });

  it("is not led astray by what does not close", () => {
    expect(names('void f() { asm volatile("trap;" }\nvoid g() { asm("exit;"); }')).toEqual(["trap", "exit"]);
  });

  it("does not expand macros without end", () => {
    expect(names('#define A B B\n#define B A A\nasm(A "trap;");').at(-1)).toContain("trap");
  });

  it("takes any text", () => {
    const piece = fc.constantFrom(
      "asm",
      "(",
      ")",
      '"',
      "R",
      ":",
      "#define A ",
      "A",
      "\n",
      "\\",
      "x;",
      "{",
      "}",
      "%%",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const source = pieces.join("");
        for (const { at } of read(source)) expect(at.length).toBeGreaterThan(0);
      }),
    );
  });
});
