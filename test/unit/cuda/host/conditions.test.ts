import { describe, expect, it } from "vitest";
import { deviceNames } from "../../../../server/src/logic/sets";
import { admitted, check, gatesOf } from "./helpers";

const BLACKWELL = ["10.0", "10.3"];

const FROM_HOPPER = ["9.0", "10.0", "10.3", "11.0", "12.0", "12.1"];

describe("a condition on the device", () => {
  it.each([
    ["sm == 100 || sm == 103", BLACKWELL],
    ["sm >= 100 && sm < 110", BLACKWELL],
    ["not (sm < 100 or sm > 103)", BLACKWELL],
    ["sm / 10 == 10", BLACKWELL],
    ["100 <= sm && 110 > sm", BLACKWELL],
    ["prop.major == 10", BLACKWELL],
    ["prop.major == 10 && (prop.minor == 0 || prop.minor == 3)", BLACKWELL],
    ["prop.major * 10 + prop.minor >= 120", ["12.0", "12.1"]],
    ["prop.major * 100 + prop.minor * 10 == 1210", ["12.1"]],
    ["arch >= 1000 && arch < 1100", BLACKWELL],
    ["(sm == 120 ? true : false)", ["12.0"]],
    ["static_cast<int>(sm) == 0x5a", ["9.0"]],
    ["sm == 100u || (int)sm == 103", BLACKWELL],
    ['sm == 90 && "only on this one"', ["9.0"]],
    ["getSMVersion() == 90", ["9.0"]],
    ["sm == kSM_100 || sm == kSM_103", BLACKWELL],
    ["arch >= GGML_CUDA_CC_BLACKWELL", ["12.0", "12.1"]],
  ])("%s", (condition, expected) => {
    expect(admitted(check(condition))).toEqual(expected);
  });

  it.each([
    ["a local", "const bool is_new = prop.major >= 12;", "is_new", ["12.0", "12.1"]],
    ["locals", "int major = prop.major; int minor = prop.minor;", "major == 12 && minor == 1", ["12.1"]],
    [
      "a query",
      "int m; cudaDeviceGetAttribute(&m, cudaDevAttrComputeCapabilityMajor, 0);",
      "m == 9",
      ["9.0"],
    ],
    ["a call", "const int version_num = get_sm_version_num();", "version_num == 90", ["9.0"]],
    ["several", "int a = 1, v = getSMVersion();", "v == 90", ["9.0"]],
    ["a constant", "constexpr int kNew = 120;", "arch >= kNew", ["12.0", "12.1"]],
  ])("follows %s", (_, before, condition, expected) => {
    expect(admitted(check(condition, before))).toEqual(expected);
  });

  it("follows functions of one return, macros and enumerators of the file", () => {
    const text = `
      #define NEWEST 120
      enum Arch { HOPPER_CC = 90 };
      bool fits(int cc) { return cc >= NEWEST || cc == HOPPER_CC; }
      void f(int sm) { CHECK(fits(sm)); }`;
    const gate = gatesOf(text).find(({ form }) => form === "check");
    expect(admitted(gate)).toEqual(["9.0", "12.0", "12.1"]);
  });

  it("keeps what is not known as a residual", () => {
    const gate = check("sm == 90 || (sm == 120 && has_kernels)");
    expect(admitted(gate)).toEqual(["9.0"]);
    expect(gate?.admission.depends.map(({ mask, when }) => [deviceNames(mask), when])).toEqual([
      [["12.0"], "has_kernels"],
    ]);
  });

  it("takes a condition with #if in its middle both ways", () => {
    const text =
      "void f(int sm) { if (sm == 100\n#if CUDA_VERSION >= 12090\n || sm == 103\n#endif\n) { run(); } else throw 1; }";
    const [gate] = gatesOf(text);
    expect(admitted(gate)).toEqual(["10.0"]);
    expect(gate?.admission.depends.map(({ mask, when }) => [deviceNames(mask), when])).toEqual([
      [["10.3"], "CUDA_VERSION >= 12090"],
    ]);
  });

  it("names the operand that excludes", () => {
    const text = "void f(int sm, int n) { CHECK(n > 3 && sm >= 90 && sm < 120); }";
    const [gate] = gatesOf(text);
    const span = gate?.operandFor(gate.admission.excludes & (1 << 10));
    expect(span && text.slice(span.start, span.end)).toBe("sm < 120");
  });

  it.each([
    "num_sms == 120",
    "sm_count >= 100",
    "tile_m == 120",
    "sm == 132",
    "arch == 3",
    "version.major >= 12",
    "cudnn_version >= 90",
    "smem_size >= 100",
    "kernelMeta.mSM == 100",
    "Major == 10",
  ])("%s is none", (condition) => {
    expect(check(condition, "")).toBeUndefined();
  });

  it.each([
    ["int sm = std::min(getSMVersion(), 90);", "sm == 90", FROM_HOPPER],
    ["int sm = std::clamp(getSMVersion(), 80, 100);", "sm >= 100", ["10.0", "10.3", "11.0", "12.0", "12.1"]],
    ["int sm = getSMVersion(); sm = std::min(sm, 90);", "sm == 90", FROM_HOPPER],
    ["int sm = MAX(90, getSMVersion());", "sm == 90", ["7.5", "8.0", "8.6", "8.7", "8.8", "8.9", "9.0"]],
  ])("follows a number that is clamped: %s %s", (before, condition, expected) => {
    expect(admitted(check(condition, before))).toEqual(expected);
  });

  it.each(["int sm = std::min(getSMVersion(), newest());", "int sm = getSMVersion(); if (sm > 90) sm = 90;"])(
    "is none where it is not known what the number was clamped to: %s",
    (before) => {
      expect(check("sm == 90", before)).toBeUndefined();
    },
  );

  it("is none where major is a toolkit's", () => {
    expect(
      check("major >= 12", "int version; cudaRuntimeGetVersion(&version); int major = version / 1000;"),
    ).toBeUndefined();
  });
});
