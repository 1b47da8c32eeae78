import { describe, expect, it } from "vitest";
import { analyse, fixesOf } from "../support/markers";

/** The same thing said by a guard and by a macro of `<nv/target>`: code for some, and code for the others. */
interface Pair {
  readonly guard: string;
  readonly selector: string;
  readonly then: string;
  readonly otherwise: string | null;
  readonly before?: string;
  readonly after?: string;
}

const HEAD = "__device__ void work(float* p);\n__global__ void kernel(float* p) {\n";

function byGuard({ guard, then, otherwise, before = "", after = "" }: Pair): string {
  const rest = otherwise === null ? "" : `#else\n${otherwise}\n`;
  return `${HEAD}${before}\n#if ${guard}\n${then}\n${rest}#endif\n${after}\n}\n`;
}

function bySelector({ selector, then, otherwise, before = "", after = "" }: Pair): string {
  const rest = otherwise === null ? "" : `, (${otherwise})`;
  return `#include <nv/target>\n${HEAD}${before}\nNV_IF_TARGET(${selector}, (${then})${rest})\n${after}\n}\n`;
}

function told(text: string): string[] {
  return analyse(text)
    .gates.filter(({ rule, gate: { form } }) => rule !== null && (form === "guard" || form === "target-arm"))
    .map(({ rule, consequence, severity }) => `${severity} ${rule} ${consequence}`);
}

const NEWEST = { guard: "__CUDA_ARCH__ >= 1200", selector: "NV_PROVIDES_SM_120" };
const FROM_HOPPER = { guard: "__CUDA_ARCH__ >= 900", selector: "NV_PROVIDES_SM_90" };
const HOPPER = { guard: "__CUDA_ARCH__ == 900", selector: "NV_IS_EXACTLY_SM_90" };
const EMPTY = ["error guard-empties-body empty"];
const SKIPPED = ["warning guard-excludes-target skipped"];

describe("who is turned away", () => {
  it.each<[string, Pair, string[]]>([
    ["the work is in the other branch", { ...NEWEST, then: "return;", otherwise: "work(p);" }, EMPTY],
    ["the work comes behind", { ...NEWEST, then: "return;", otherwise: null, after: "work(p);" }, EMPTY],
    [
      "some has been done before",
      { ...NEWEST, then: "return;", otherwise: "work(p);", before: "p[0] = 1;" },
      SKIPPED,
    ],
    ["all newer ones are", { ...FROM_HOPPER, then: "return;", otherwise: "work(p);" }, []],
    ["there was nothing to do", { ...NEWEST, then: "return;", otherwise: ";" }, []],
    ["another one is turned away", { ...HOPPER, then: "return;", otherwise: "work(p);" }, []],
    ["another one traps", { ...HOPPER, then: "__trap();", otherwise: "work(p);" }, []],
    ["another one gets work, this one none", { ...HOPPER, then: "work(p);", otherwise: "return;" }, EMPTY],
    ["both work", { ...NEWEST, then: "work(p);", otherwise: "work(p + 1);" }, []],
  ])("is told alike of guards and selectors: %s", (_, pair, expected) => {
    expect(told(byGuard(pair))).toEqual(expected);
    expect(told(bySelector(pair))).toEqual(expected);
  });

  it.each(["return;", "__trap();", ";"])("is not made more of by an edit: %s", (then) => {
    for (const text of [byGuard, bySelector].map((make) =>
      make({ ...HOPPER, then, otherwise: "work(p);" }),
    )) {
      const found = analyse(text);
      expect(found.gates.flatMap((gate) => fixesOf(found, gate).map(({ title }) => title))).toEqual([]);
    }
  });

  it("is told once where several branches return", () => {
    const text = `${HEAD}#if __CUDA_ARCH__ == 900\nwork(p);\n#elif __CUDA_ARCH__ >= 1200\nreturn;\n#else\nreturn;\n#endif\n}\n`;
    expect(analyse(text).gates.filter(({ rule }) => rule !== null)).toHaveLength(1);
  });
});
