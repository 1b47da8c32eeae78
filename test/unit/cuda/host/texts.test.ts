import { describe, expect, it } from "vitest";
import { mayHoldHostGates } from "../../../../server/src/cuda/host/analyse";
import { LINEAR, growth } from "../../support/growth";
import { admitted, check, gatesOf } from "./helpers";

const TEXT = "std::string arch = get_arch(); std::string arch_name = f(); auto name = get_arch();";

describe("architectures as text", () => {
  it.each([
    ['arch == "9.0"', ["9.0"]],
    ['"sm_100f" == arch', ["10.0"]],
    ['arch == "90" || arch == "sm_120a"', ["9.0", "12.0"]],
    ['name == "compute_90"', ["9.0"]],
    ['strcmp(arch, "sm_90") == 0', ["9.0"]],
    ['!strcmp("sm_121", arch)', ["12.1"]],
    ['arch.compare("9.0") == 0', ["9.0"]],
    ['arch.starts_with("12.")', ["12.0", "12.1"]],
    ['arch.starts_with("sm_10")', ["10.0", "10.3"]],
    ['arch.find("sm_90") != std::string::npos', ["9.0"]],
    ['std::string::npos != arch.find("90a")', ["9.0"]],
    ['arch.find("sm_12") == 0', ["12.0", "12.1"]],
    ['arch.rfind("sm_10", 0) == 0', ["10.0", "10.3"]],
    ['arch.contains("sm_9")', ["9.0"]],
    ['arch.substr(0, 5) == "sm_90"', ["9.0"]],
    ['arch.substr(0, 5) == "sm_12"', ["12.0", "12.1"]],
    ['arch.substr(3) == "100"', ["10.0"]],
    ['"9" == arch.substr(3, 1)', ["9.0"]],
    ['strncmp(arch, "sm_90", 5) == 0', ["9.0"]],
    ['strstr(arch, "sm_10")', ["10.0", "10.3"]],
    ['strstr(arch, "sm_10") != nullptr', ["10.0", "10.3"]],
    ['arch_name == "sm_90"', ["9.0"]],
    // 8.9 has one as well
    ['arch.find("9") != std::string::npos', ["8.9", "9.0"]],
    ['arch.find("12") != std::string::npos', ["12.0", "12.1"]],
    ['arch.find("90", 0) != std::string::npos', ["9.0"]],
  ])("are read: %s", (condition, expected) => {
    expect(mayHoldHostGates(`void f() { CHECK(${condition}); } cudaDeviceProp p; int sm = p.major;`)).toBe(
      true,
    );
    expect(admitted(check(condition, TEXT))).toEqual(expected);
  });

  it.each([
    'arch == "llama"',
    'arch == "x86_64"',
    'arch == "gfx90a"',
    'arch == "9"',
    'arch < "9.0"',
    'version == "9.0"',
    'device_name == "sm_90"',
    'arch.starts_with("sm_")',
    'arch.find("sm_90")',
    'arch.find("sm_90") > 2',
    'arch.find("-") == std::string::npos',
    'arch.substr(1, 3) == "m_9"',
    'arch.substr(0, n) == "sm_90"',
    'strncmp(arch, "sm_90", 3) == 0',
    'path.find("sm_90") != std::string::npos',
    'strcmp(path, "sm_90") == 0',
  ])("are not seen where none is meant: %s", (condition) => {
    expect(check(condition, TEXT)).toBeUndefined();
  });

  it("are unknown where the text was changed", () => {
    expect(check('arch == "9.0"', "std::string arch = get_arch(); arch = normal(arch);")).toBeUndefined();
  });
});

describe("templates", () => {
  const DEFINITIONS = `int getSMVersion();
    template <int... Archs> bool is_one_of() { int sm = getSMVersion(); return ((sm == Archs) || ...); }
    template <int... Archs> bool is_none_of() { return (... && (getSMVersion() != Archs)); }
    template <int From, int To = 200> bool is_between(int sm) { return sm >= From && sm < To; }
    template <typename T, int Arch> bool is_for(T, int sm) { return sm == Arch; }`;

  it.each([
    ["is_one_of<90, 100>()", ["9.0", "10.0"]],
    ["is_one_of<90>()", ["9.0"]],
    ["!is_none_of<100, 103>()", ["10.0", "10.3"]],
    ["is_between<90, 120>(getSMVersion())", ["9.0", "10.0", "10.3", "11.0"]],
    ["is_for<float, 120>(x, getSMVersion())", ["12.0"]],
    ["is_one_of<kSm90>()", ["9.0"]],
  ])("are asked with what they are given: %s", (call, expected) => {
    const text = `${DEFINITIONS}\nvoid f() { CHECK(${call}, "no"); }`;
    expect(mayHoldHostGates(text)).toBe(true);
    expect(admitted(gatesOf(text).find(({ form }) => form === "check"))).toEqual(expected);
  });

  it.each(["is_one_of<N>()", "is_one_of()", "is_for<float>(x, getSMVersion())", "is_other<90>()"])(
    "tell nothing where that is not known: %s",
    (call) => {
      const gates = gatesOf(`${DEFINITIONS}\nvoid f() { CHECK(${call}, "no"); }`);
      expect(gates.filter(({ form }) => form === "check")).toEqual([]);
    },
  );
});

it("is looked for in linear time", () => {
  const lookAt = (part: string) => (size: number) => () => void mayHoldHostGates(part.repeat(size));
  for (const part of ["sm", "arch ", "sm<9", 'strcmp("', "1 = ", "compare (", '"9" == '])
    expect(growth(lookAt(part))).toBeLessThan(LINEAR);
});

describe("functions that throw by what they are given", () => {
  const DEFINITIONS = `int getSMVersion();
    template <int N> void require_sm() { if (getSMVersion() != N) throw 1; }
    template <int... N> void require_any() { int sm = getSMVersion(); TORCH_CHECK(((sm == N) || ...), "no"); }
    void require_least(int least) { if (getSMVersion() < least) { log("old"); throw 1; } }
    void require_hopper() { if (getSMVersion() != 90) throw 1; }
    template <int N> void warn_sm() { if (getSMVersion() != N) log("slow"); }
    template <int N> void may_refuse() { if (getSMVersion() != N) { if (strict) throw 1; } }`;
  const checks = (call: string): string[][] =>
    gatesOf(`${DEFINITIONS}\nvoid f() { ${call} run(); }`)
      .filter(({ form, span }) => form === "check" && span.start > DEFINITIONS.length)
      .map((gate) => admitted(gate));

  it.each([
    ["require_sm<90>();", ["9.0"]],
    ["require_any<90, 100>();", ["9.0", "10.0"]],
    ["require_least(100);", ["10.0", "10.3", "11.0", "12.0", "12.1"]],
    ["if (x) { require_sm<120>(); }", ["12.0"]],
  ])("refuse where they are called: %s", (call, expected) => {
    expect(checks(call)).toEqual([expected]);
  });

  it.each([
    "require_hopper();",
    "warn_sm<90>();",
    "may_refuse<90>();",
    "require_other<90>();",
    "require_sm<N>();",
  ])("are not told by a call that settles nothing: %s", (call) => {
    expect(checks(call)).toEqual([]);
  });
});

describe("a part of an architecture's text", () => {
  it("is not known to be there where that hangs on how it is spelled", () => {
    const gate = check('arch.find("10") != std::string::npos', TEXT);
    expect(admitted(gate)).toEqual(["10.0", "10.3"]);
    expect(gate?.admission.depends.map(({ when }) => when)).toEqual(['find("10")']);
  });

  it.each([
    'arch.find("9", 3) != std::string::npos',
    'arch.find("9", start) == 0',
    'arch.rfind("9", 2) != std::string::npos',
    'strstr(arch, "9", 2)',
  ])("is not looked for from another place on: %s", (condition) => {
    expect(check(condition, TEXT)).toBeUndefined();
  });
});
