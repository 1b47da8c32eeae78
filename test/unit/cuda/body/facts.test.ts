import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formNamed } from "../../../../server/src/arch/instructions";
import { CARRIED_FORMS, carriedBy } from "../../../../server/src/cuda/body/carriers";
import { bodyFacts, consequenceOf, readBodies } from "../../../../server/src/cuda/body/facts";
import type { BodyFacts } from "../../../../server/src/cuda/body/facts";
import { elsewhereIn, lackedBy, lackedByPlain } from "../../../../server/src/cuda/body/instructions";
import { tooMuchFor } from "../../../../server/src/cuda/body/shared-memory";
import type { SharedDemand } from "../../../../server/src/cuda/body/shared-memory";
import { scanDirectives } from "../../../../server/src/cuda/directives";
import { variantMask } from "../../../../server/src/logic/sets";

const SM120 = variantMask("sm_120");
const PLAIN = SM120 & ~variantMask("sm_120a") & ~variantMask("sm_120f");

/** The facts of each branch of the source's first outermost chain. */
function branches(source: string): BodyFacts[] {
  const scan = scanDirectives(source);
  const file = readBodies(scan);
  const starts: number[] = [];
  const ends: number[] = [];
  let depth = 0;
  let from = -1;
  let to = -1;
  for (const directive of scan.directives) {
    const opens = directive.keyword.startsWith("if");
    if (opens && depth++ > 0) continue;
    if (!opens && depth > 1) {
      if (directive.keyword === "endif") depth--;
      continue;
    }
    if (to >= 0 || !/^(?:if|el|endif)/.test(directive.keyword)) continue;
    if (from < 0) from = directive.start;
    else ends.push(directive.start);
    if (directive.keyword === "endif") to = directive.lineEnd;
    else starts.push(directive.lineEnd);
    if (directive.keyword === "endif") depth--;
  }
  const chain = { start: from, end: to };
  return starts.map((start, index) => bodyFacts(file, { start, end: ends[index] ?? start }, chain));
}

function only(source: string): BodyFacts {
  const [facts] = branches(source);
  if (facts === undefined) throw new Error("no branch");
  return facts;
}

const consequence = (source: string): string | null => {
  const [excluded, instead] = branches(source);
  return excluded === undefined ? null : consequenceOf(excluded, instead?.effect.effect ?? "nothing");
};

const names = (facts: BodyFacts): string[] => facts.instructions.map((use) => use.name);

describe("whole bodies", () => {
  it.each([
    ["__global__ void k(int* p) {\n#if A\n  p[0] = 1;\n#endif\n}", true],
    [
      "__global__ void k(int* p) {\n  int i = threadIdx.x;\n  extern __shared__ char smem[];\n#if A\n  p[i] = 1;\n#endif\n  return;\n}",
      true,
    ],
    ["__device__ int f(int x) {\n  int r = 0;\n#if A\n  r = g(x);\n#endif\n  return r;\n}", true],
    ["__device__ void f(int x) {\n  (void)x; // unused\n#if A\n  g(x);\n#else\n  __trap();\n#endif\n}", true],
    ["__global__ void k(int* p) {\n  p[1] = 0;\n#if A\n  p[0] = 1;\n#endif\n}", false],
    ["__global__ void k(int* p) {\n#if A\n  g();\n#endif\n  h(p);\n}", false],
    ["__global__ void k(int* p) {\n#if A\n  g();\n#endif\n  for (int i = 0; i < 4; i++) p[i] = i;\n}", false],
    ["#if A\nvoid f() { g(); }\n#endif\n", false],
  ])("%s", (source, whole) => {
    expect(only(source).wholeBody).toBe(whole);
  });
});

describe("consequences", () => {
  const kernel = (inside: string, after = ""): string =>
    `__global__ void k(int* p) {\n${inside}\n${after}\n}`;

  it.each([
    ["empty", kernel("#if A\n  p[0] = 1;\n#endif")],
    ["empty", "__device__ int f() {\n#if A\n  return g();\n#else\n  return 0;\n#endif\n}"],
    ["skipped", kernel("#if A\n  wait();\n#endif", "p[0] = 1;")],
    ["traps", kernel("#if A\n  p[0] = 1;\n#else\n  __trap();\n#endif")],
    ["traps", kernel('#if A\n  p[0] = 1;\n#else\n  if (threadIdx.x == 0) printf("needs A\\n");\n#endif')],
    ["returns false", kernel("#if A\n  p[0] = 1;\n#else\n  return false;\n#endif", "p[1] = 2;")],
    ["falls back", kernel("#if A\n  p[0] = 1;\n#else\n  p[0] = 2;\n#endif")],
    [null, kernel("#if A\n  __trap();\n#else\n  p[0] = 2;\n#endif")],
    [null, "#if A\n#define HAS_A 1\n#endif\n"],
    [null, kernel("#if A\n#endif", "p[1] = 2;")],
  ])("%s", (expected, source) => {
    expect(consequence(source)).toBe(expected);
  });
});

describe("instructions", () => {
  const guarded = (code: string, rest = ""): BodyFacts =>
    only(`${rest}\n__global__ void k(float* p) {\n#if A\n${code}\n#endif\n}\n`);

  it("come from inline assembly, intrinsics and names, in order", () => {
    const facts = guarded(
      'cudaGridDependencySynchronize();\nasm volatile("wgmma.fence.sync.aligned;");\ncutlass::arch::warpgroup_reg_alloc<232>();',
    );
    expect(names(facts)).toEqual([
      "cudaGridDependencySynchronize (griddepcontrol.wait)",
      "wgmma.fence.sync.aligned",
      "warpgroup_reg_alloc (setmaxnreg.inc)",
    ]);
    expect(lackedBy(facts.instructions, SM120).map((use) => use.name)).toEqual(["wgmma.fence.sync.aligned"]);
    expect(lackedByPlain(facts.instructions, SM120, PLAIN).map((use) => use.name)).toEqual([
      "warpgroup_reg_alloc (setmaxnreg.inc)",
    ]);
    expect(facts.instructions.map((use) => use.approximate)).toEqual([true, false, true]);
  });

  it("are looked for one call away in the same file", () => {
    const helper =
      'template <int N> __device__ void mm(float* p) { asm volatile("wgmma.commit_group.sync.aligned;"); }';
    const [use] = guarded("mm<4>(p);", helper).instructions;
    expect(use?.name).toBe("wgmma.commit_group.sync.aligned");
    expect(use?.via).toBe("mm");
  });

  it("are looked for in macros of the file", () => {
    const facts = guarded("COMMIT();", '#define COMMIT() asm volatile("wgmma.commit_group.sync.aligned;")');
    expect(facts.instructions.map((use) => use.via)).toEqual(["COMMIT"]);
  });

  it("are no evidence where an overload does without them", () => {
    const helpers =
      'struct New { void mm() { asm("wgmma.fence.sync.aligned;"); } };\nstruct Old { void mm() { g(); } };';
    expect(guarded("x.mm();", helpers).instructions).toEqual([]);
  });

  it("tell the guard of their own that they stand under", () => {
    const source =
      '__global__ void k() {\n#if A\n  f();\n#if B\n  asm("wgmma.fence.sync.aligned;");\n#endif\n  asm("griddepcontrol.wait;");\n#endif\n}';
    const guards = only(source).instructions.map((use) => use.guard);
    expect(guards.map((guard) => (guard === null ? null : source.slice(guard.start, guard.end)))).toEqual([
      "#if B",
      null,
    ]);
  });

  it("come from included files when those are given", () => {
    const source = "__global__ void k() {\n#if A\n  far();\n#endif\n}";
    const included = 'inline __device__ void far() { asm volatile("wgmma.fence.sync.aligned;"); }';
    const span = { start: source.indexOf("far"), end: source.indexOf("#endif") };
    const elsewhere = elsewhereIn([
      { path: "near.h", callees: readBodies(scanDirectives("void near() { f(); }")).callees },
      { path: "far.h", callees: readBodies(scanDirectives(included)).callees },
    ]);
    const { instructions } = bodyFacts(readBodies(scanDirectives(source)), span, span, elsewhere);
    expect(instructions).toMatchObject([{ file: "far.h", via: "far", name: "wgmma.fence.sync.aligned" }]);
    const [use] = instructions;
    expect(included.slice(use?.span.start, use?.span.end)).toBe("wgmma.fence.sync.aligned");
    expect(source.slice(use?.at.start, use?.at.end)).toBe("far");
  });

  it("that nothing is known of are named apart", () => {
    const facts = guarded('asm("frobnicate.b32 %0, %1;" : "=r"(x) : "r"(y));');
    expect(facts.instructions).toEqual([]);
    expect(facts.unknownInstructions).toEqual(["frobnicate.b32"]);
  });
});

describe("names that carry instructions", () => {
  it("all stand for a measured form", () => {
    expect(CARRIED_FORMS.filter((form) => (formNamed(form)?.targets ?? 0) === 0)).toEqual([]);
  });

  it.each([
    ["SM90_64x128x16_F32BF16BF16_SS", false],
    ["MMA_64x64x32_F32E4M3E4M3_SS_TN", false],
    ["SM100_MMA_F16BF16_2x1SM_SS", false],
    ["SM100_TMEM_LOAD_32dp32b32x", false],
    ["tcgen05_before_thread_sync", false],
    ["umma_arrive_multicast_2x1SM", false],
    ["SM100_TMA_2SM_LOAD_MULTICAST", false],
    ["SM90_TMA_LOAD_MULTICAST_3D", true],
    ["SM90_TMA_STORE", true],
    ["SM80_16x8x16_F32F16F16F32_TN", true],
    ["SM90_U32x4_STSM_N", true],
    ["cudaTriggerProgrammaticLaunchCompletion", true],
    ["SM120_16x8x32_TN", true],
    ["elect_one_sync", true],
  ])("%s", (name, has) => {
    expect(((carriedBy(name)?.targets ?? 0) & SM120) !== 0).toBe(has);
  });

  it.each([
    "warpgroup_fence_operand",
    "Allocator",
    "reduce",
    "UMMA",
    "cluster",
    "__nv_cvt_float_to_fp8",
    "SM90",
  ])("%s carries none", (name) => {
    expect(carriedBy(name)).toBeNull();
  });
});

describe("shared memory", () => {
  it.each([
    ["__shared__ float x[128][33];", [[16896, "static"]]],
    ["__shared__ __align__(16) uint8_t x[64 * 1024];", [[65536, "static"]]],
    ["#define N 1000\n__shared__ half x[N];", [[2000, "static"]]],
    ["extern __shared__ char smem[]; __shared__ T y[4]; __shared__ int z[n];", []],
    [
      "cudaFuncSetAttribute(k, cudaFuncAttributeMaxDynamicSharedMemorySize, 227 * 1024);",
      [[232448, "opt-in"]],
    ],
    ["constexpr int limit = 232448;", [[232448, "opt-in"]]],
    ["constexpr int kSmemBytes = 160 * 1024u;", [[163840, "opt-in"]]],
    ["int hidden = 163840; int smem = 1024;", []],
  ])("%s", (code, expected) => {
    const scan = scanDirectives(code);
    const facts = bodyFacts(readBodies(scan), { start: 0, end: code.length });
    expect(facts.shared.map(({ bytes, kind }) => [bytes, kind])).toEqual(expected);
  });
});

describe("shared memory against a target's limit", () => {
  const demanded = (bytes: number, kind: "static" | "opt-in"): SharedDemand => ({
    span: { start: 0, end: 0 },
    bytes,
    kind,
  });

  it("tells what no variant can give", () => {
    const demands = [demanded(232448, "opt-in"), demanded(101376, "opt-in"), demanded(49153, "static")];
    expect(tooMuchFor(demands, SM120)).toEqual([demands[0]]);
    expect(tooMuchFor(demands, PLAIN)).toEqual([demands[0], demands[2]]);
    expect(tooMuchFor(demands, variantMask("sm_90a"))).toEqual([]);
  });
});

describe("remarks", () => {
  it("are the comments above and at the top, and the messages", () => {
    const source = [
      "// far away", "", "", "", "", "",
      "/* Not on SM120:", " * no TMEM there. */",
      "#if A // datacenter only", "  // uses TMEM", "  f();", "#else",
      '  assert(false && "needs sm_100");', "#endif", "",
    ].join("\n"); // prettier-ignore
    const [first, second] = branches(source);
    expect(first?.remarks.map((remark) => remark.text)).toEqual([
      "Not on SM120: no TMEM there.",
      "datacenter only",
      "uses TMEM",
    ]);
    expect(second?.remarks.map((remark) => remark.text)).toContain("needs sm_100");
  });
});

describe("any text", () => {
  it("is answered", () => {
    const piece = fc.constantFrom(
      "{", "}", "(", ")", "[", "]", ";", "if", "void f", "return", '"', "'", "#if A\n", "#else\n", "#endif\n", "asm", "__shared__",
      "x", "=", "/*", "*/", "//", "\n", "1024", "*", "\\\n", "template<", "struct S",
    ); // prettier-ignore
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const source = pieces.join(" ");
        const facts = bodyFacts(readBodies(scanDirectives(source)), { start: 0, end: source.length });
        expect(facts.enclosing).toBeNull();
      }),
    );
  });
});
