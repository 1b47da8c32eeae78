import { describe, expect, it } from "vitest";
import { applyEdits } from "../../../server/src/gates/edits";
import { analyse, fixesOf } from "../support/markers";
import type { Options } from "../support/markers";

interface Said {
  readonly severity: string | null;
  readonly reason: string | undefined;
  readonly message: string;
}

function said(text: string, options: Options = {}): Said[] {
  return analyse(text, options)
    .gates.filter((one) => one.rule !== null)
    .map(({ severity, reason, message }) => ({ severity, reason: reason?.kind, message }));
}

/** A check in front of `rest`, in a file that holds `others` too. */
function checked(rest: string, others = "", condition = "sm == 100"): string {
  return `${others}\nvoid run(int n) {\n  int sm = getSMVersion();\n  CHECK(${condition}, "no");\n  ${rest}\n}\n`;
}

describe("the code behind a host check", () => {
  it("is a warning where nothing in sight tells for whom it is made", () => {
    expect(said(checked("launch(n);"))).toMatchObject([{ severity: "warning", reason: "not apparent" }]);
  });

  it.each([
    ["by a call", checked("sm100_gemm(n);"), "sm100_gemm, named for sm_100"],
    [
      "by a type that the file's function uses",
      checked("launch(n);", "void launch(int n) { GemmSm100<128> g; g.run(n); }"),
      "GemmSm100",
    ],
    [
      "in the arms of an if that follows",
      checked("if (sm == 100) sm100_gemm(n); else sm103_gemm(n);", "", "sm >= 100 && sm < 110"),
      "sm100_gemm, named for sm_100 (and 1 more)",
    ],
    [
      "by what the function takes",
      `struct Config { Config(TileSM100 tile, int sm) { CHECK(sm >= 100 && sm < 120, "10x"); } };`,
      "TileSM100, named for sm_100",
    ],
    [
      "by what it is compiled for",
      checked('compile({"-O3", "--gpu-architecture=sm_90a"}, n);', "", "sm == 90"),
      "sm_90a, which it is compiled for",
    ],
  ])("that is named for others is to be looked at first: %s", (_, text, words) => {
    const [finding] = said(text);
    expect(finding).toMatchObject({ severity: "information", reason: "not apparent" });
    expect(finding?.message).toContain(`What it opens: ${words}`);
  });

  it.each([
    ["that is named for the target as well", "if (sm == 100) sm100_gemm(n); else sm120_gemm(n);"],
    [
      "that is compiled for the target as well",
      'compile("-gencode=arch=compute_90a,code=sm_90a -gencode=arch=compute_120a,code=sm_120a");',
    ],
    ["that is named for older devices, whose code newer ones mostly run", "sm80_gemm(n); sm90_gemm(n);"],
  ])("%s is no reason", (_, rest) => {
    expect(said(checked(rest, "", "sm == 90 || sm == 100"))[0]).toMatchObject({ severity: "warning" });
  });

  const KERNEL =
    'template <int N> __global__ void kernel(int* x) { asm volatile("wgmma.fence.sync.aligned;"); }\n';
  it.each([
    [
      "an arm",
      `${KERNEL}void run(int sm) { if (sm == 90) { kernel<1><<<1, 1>>>(nullptr); } else { throw 1; } }`,
    ],
    [
      "a check, two calls away",
      checked("launch(n);", `${KERNEL}void launch(int n) { auto k = &kernel<4>; start(k, n); }`, "sm == 90"),
    ],
    ["a refusal", `${KERNEL}void run(int sm) { if (sm != 90) throw 1; kernel<1><<<1, 1>>>(nullptr); }`],
  ])("that uses what the target lacks is a reason: %s", (_, text) => {
    const [finding] = said(text);
    expect(finding).toMatchObject({ severity: "information", reason: "hardware" });
    expect(finding?.message).toContain("wgmma.fence.sync.aligned exists on sm_90a");
  });

  it("is no reason where a guard gives the target other code", () => {
    const kernel =
      '__global__ void kernel(int* x) {\n#if defined(__CUDA_ARCH_FEAT_SM90_ALL)\n  asm volatile("wgmma.fence.sync.aligned;");\n#else\n  compute(x);\n#endif\n}\n';
    const finding = said(checked("kernel<<<1, 1>>>(nullptr);", kernel, "sm == 90")).at(-1);
    expect(finding).toMatchObject({ severity: "warning", reason: "not apparent" });
  });

  it("is not looked for in arms that the target does not take", () => {
    const text = `${KERNEL}void run(int sm) { CHECK(sm >= 90 && sm < 120, "no"); if (sm == 90) { kernel<1><<<1, 1>>>(nullptr); } else { work(sm); } }`;
    expect(said(text)[0]).toMatchObject({ severity: "warning", reason: "not apparent" });
  });
});

describe("a stated reason", () => {
  it.each([
    [
      "in a message of several literals",
      'if (sm == 120) { throw E("this is not supported for " "the tiles of SM120"); }',
    ],
    [
      "a limit of the target's own",
      'if (sm >= 120) { CHECK(false, "SM120 kernels only support bfloat16, got ", type); }',
    ],
  ])("%s", (_, refusal) => {
    expect(said(`void run(int sm) { ${refusal} work(); }`)[0]).toMatchObject({ reason: "stated" });
  });

  it("is not that others are supported", () => {
    expect(said('void run(int sm) { CHECK(sm == 90, "only supports SM90"); work(); }')[0]?.reason).toBe(
      "not apparent",
    );
  });
});

describe("code that tries a library out", () => {
  const text = checked("launch(n);");
  it.each([
    ["/tests/gemm/run.cu", "information"],
    ["/benchmarks/run.cu", "information"],
    ["/csrc/test_run.cu", "information"],
    ["/csrc/run_test.cu", "information"],
    ["/examples/12_gemm/run.cu", "information"],
    ["/python/lib/test/kits/run.cu", "information"],
    ["/csrc/run.cu", "warning"],
    ["/csrc/latest/contest.cu", "warning"],
  ])("%s: %s", (path, severity) => {
    expect(said(text, { path })[0]).toMatchObject({ severity });
  });
});

describe("guards that are no findings", () => {
  const device = (inside: string): string => `__device__ int f(int x) {\n  int token{};\n${inside}}\n`;

  it("for a newer sibling alone: what works round its hardware", () => {
    expect(
      said(device("#if __CUDA_ARCH__ == 1210\n  __threadfence();\n#endif\n  return work(x);\n")),
    ).toEqual([]);
  });

  it.each([
    ["inline assembly", '  asm volatile("mov.u32 %0, 1;" : "=r"(token));\n  return token;\n'],
    ["a returned call", "  return work(x);\n"],
  ])("do not empty a body that does something else: %s", (_, rest) => {
    const text = device(`#if __CUDA_ARCH__ >= 900 && __CUDA_ARCH__ < 1200\n  work(x);\n#endif\n${rest}`);
    expect(said(text)).toMatchObject([{ severity: "warning" }]);
  });

  it("lower the rest of a chain that asks for specific features", () => {
    const text = device(
      '#if !defined(__CUDA_ARCH_FEAT_SM90_ALL)\n  printf("built without sm90a");\n#else\n  gemm(x);\n#endif\n',
    );
    expect(said(text)).toMatchObject([{ severity: "information" }]);
  });
});

describe("a guard that defines a macro", () => {
  const file = (guarded: string): string =>
    `#if defined(__CUDA_ARCH_FEAT_SM100_ALL) || defined(__CUDA_ARCH_FEAT_SM103_ALL)\n#define HAS_ROUNDING 1\n#endif\n__device__ void f(unsigned& y, float a, float b, unsigned r) {\n#ifdef HAS_ROUNDING\n${guarded}#else\n  y = work(a, b);\n#endif\n}\n`;
  it("is judged by what that macro opens", () => {
    const use = '  asm volatile("cvt.rs.f16x2.f32 %0, %1, %2, %3;" : "=r"(y) : "f"(a), "f"(b), "r"(r));\n';
    expect(said(file(use))).toMatchObject([{ severity: "information", reason: "hardware" }]);
    expect(said(file("  y = other(a, b);\n"))).toMatchObject([{ reason: "not apparent" }]);
  });
});

describe("the driver's version", () => {
  it("is that of the toolkit, and the answer says so", () => {
    const text = "#if CUDA_VERSION >= 12080 && __CUDA_ARCH__ >= 900\nint x;\n#endif\n";
    const { gates, regions } = analyse(text);
    expect(gates[0]?.gate.admission.depends).toEqual([]);
    expect(regions[0]?.assumed).toContain("CUDA_VERSION=13000");
    expect(analyse(text, { assumeUndefined: true }).regions[0]?.admits).toBe(0);
  });
});

describe("a lower bound that stands for an instruction", () => {
  const hopper = '__global__ void k(int* x) { asm volatile("wgmma.fence.sync.aligned;"); }';
  const umma = '__global__ void k(int* x) { asm volatile("tcgen05.fence::after_thread_sync;"); }';
  const text = (code: string, body: string): string =>
    `${code}\nvoid run(int* x, cudaDeviceProp p) {\n  int sm = getSMVersion();\n  ${body}\n}\n`;

  it.each([
    [
      hopper,
      "if (sm >= 90) k<<<1, 1>>>(x); else other(x);",
      "if (sm >= 90 && sm < 100) k<<<1, 1>>>(x); else other(x);",
    ],
    [hopper, "if (p.major >= 9) k<<<1, 1>>>(x);", "if (p.major == 9) k<<<1, 1>>>(x);"],
    [umma, "if (p.major >= 10) k<<<1, 1>>>(x);", "if (p.major >= 10 && p.major < 12) k<<<1, 1>>>(x);"],
    [umma, "CHECK(!(sm < 100)); k<<<1, 1>>>(x);", "CHECK(!(sm < 100 || sm >= 120)); k<<<1, 1>>>(x);"],
    [umma, "if (sm < 100) throw 1; k<<<1, 1>>>(x);", "if (sm < 100 || sm >= 120) throw 1; k<<<1, 1>>>(x);"],
  ])("is too wide, and is narrowed: %s %s", (code, body, narrowed) => {
    const found = analyse(text(code, body), { path: "/input.cu" });
    const judged = found.gates.find(({ rule }) => rule === "too-wide");
    expect(judged).toMatchObject({ severity: "warning" });
    const [fix] = judged === undefined ? [] : fixesOf(found, judged);
    expect(applyEdits(found.source.text, fix?.edits ?? [])).toBe(text(code, narrowed));
  });

  it.each([
    ["older devices get in as well", hopper, "if (sm >= 80) k<<<1, 1>>>(x);"],
    ["it has an upper bound", hopper, "if (sm >= 90 && sm < 100) k<<<1, 1>>>(x);"],
    [
      "the target has the instruction",
      '__global__ void k(int* x) { asm volatile("griddepcontrol.wait;"); }',
      "if (sm >= 90) k<<<1, 1>>>(x);",
    ],
    [
      "an arm of its own serves it",
      hopper,
      "if (sm >= 90) { if (sm >= 120) other(x); else k<<<1, 1>>>(x); }",
    ],
    [
      "guards give the target other code",
      '__global__ void k(int* x) {\n#ifdef __CUDA_ARCH_FEAT_SM90_ALL\n  asm volatile("wgmma.fence.sync.aligned;");\n#else\n  x[0] = f(x);\n#endif\n}',
      "if (sm >= 90) k<<<1, 1>>>(x);",
    ],
  ])("is right where %s", (_, code, body) => {
    const found = analyse(text(code, body), { path: "/input.cu" });
    const told = found.gates.filter(({ rule, gate }) => rule === "too-wide" && gate.layer === "cuda-host");
    expect(told).toEqual([]);
  });
});
