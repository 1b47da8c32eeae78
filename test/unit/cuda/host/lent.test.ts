import { describe, expect, it } from "vitest";
import { findings } from "./helpers";

const told = (between: string, ahead = ""): string[] =>
  findings(`${ahead} int f(int sm) { bool ok = sm == 90; ${between} if (!ok) throw 1; return run(); }`);

describe("a flag that somebody else may write to", () => {
  it.each([
    "set(&ok);",
    "set(name, &ok, 1);",
    "bool* p = &ok; *p = true;",
    "bool *z, *p{&ok}; *p = true;",
    "bool* p = (bool*)&ok; *p = true;",
    "for (auto* p : {&ok}) *p = true;",
    "bool& r = ok; r = true;",
    "auto&& r = ok; r = true;",
    "auto& r{ok}; r = true;",
    "auto& r(ok); r = true;",
    "bool& r = (c ? ok : other); r = true;",
    "bool& r = c ? ok : other; r = true;",
    "[&r = ok] { r = true; }();",
    "std::reference_wrapper<bool> r = ok; r.get() = true;",
    "auto set = [&] { ok = true; }; set();",
    "load(ok);",
    "load(name, (ok), 1);",
    "ns::load<int>(ok);",
    "options.load(name, ok);",
    "Guard guard(ok);",
    "Guard guard{ok};",
    "Options options = {ok};",
    "std::swap(ok, other);",
    "std::tie(ok, z) = answers();",
    "std::ref(ok).get() = true;",
    "std::exchange(ok, true);",
    "static_cast<bool&>(ok) = true;",
    "std::cin >> ok;",
    "while (in >> ok) next();",
    "archive & ok;",
    "ok ^= true;",
    "ok -= 1;",
    "++ok;",
    'asm("mov %0, 1;" : "=r"(ok));',
  ])("is not known afterwards: %s", (between) => {
    expect(told(between)).toEqual([]);
  });

  it.each([
    "CHECK(n, ok);",
    'printf("%d", ok);',
    'std::string text = fmt::format("{}", ok);',
    "std::cout << ok;",
    "LOG(INFO) << ok;",
    "int number = static_cast<int>(ok);",
    "int number = int(ok);",
    "(void)ok;",
    "const bool& r = ok;",
    "const auto& r{ok};",
    "const bool* r = &ok;",
    "bool copy(ok); copy = true;",
    "bool copy{ok}; copy = true;",
    "bool both = mask &ok;",
    "set(mask &ok);",
    "set(&other);",
    "bool& r = other;",
    "bool twin = ok && fits;",
    "load(!ok);",
    "kernel<<<1, 1>>>(ok);",
    "auto get = [ok] { return ok; };",
    "auto get = [&ok] { return ok; };",
    "params.ok = true;",
    "int shifted = mask >> ok;",
    "BOOL_SWITCH(ok, kOk, [&] { run(); });",
    "if (ok) run();",
  ])("is known where it is only read: %s", (between) => {
    expect(told(between)).toHaveLength(1);
  });

  it.each([
    "bool ok = sm == 90; if (!ok) throw 1; set(&ok);",
    "const bool ok = sm == 90; set(&ok); CHECK(ok);",
  ])("is known where it cannot be written to yet: %s", (body) => {
    expect(findings(`void f(int sm) { ${body} }`)).toHaveLength(1);
  });

  it.each([
    ["static void load(bool& flag);", 0],
    ["template <class T> void load(T&& flag) { flag = true; }", 0],
    ["void load(bool flag); void load(bool& flag, int n = 0);", 0],
    ["static void load(bool flag);", 1],
    ["static void load(const bool& flag) {}", 1],
    ["std::vector<int> load(bool);", 1],
  ])("goes by the parameters that the file shows: %s", (ahead, expected) => {
    expect(told("load(ok);", ahead)).toHaveLength(expected);
  });
});

describe("a value that is written in the source", () => {
  const found = (body: string): string[] => findings(`void f(cudaDeviceProp prop) { ${body} }`);

  it.each([
    "int arch = 120; if (arch == 90) a(); else if (arch == 100) b(); else throw 1;",
    "int arch = 120; if (arch != 90) throw 1;",
    "const int arch = 120; if (arch != 90) throw 1;",
    "static constexpr int arch = 120; CHECK(arch == 90);",
    "int arch{120}; CHECK(arch == 90);",
    "int arch(120); CHECK(arch == 90);",
    "int arch; arch = 120; CHECK(arch == 90);",
    "int arch = 80; if (newer()) arch = 120; CHECK(arch == 90);",
    "int arch; if (newer()) arch = 120; else arch = 90; CHECK(arch == 90);",
    "int arch = newer() ? 120 : 90; CHECK(arch == 90);",
    "int arch = 12 * 10; CHECK(arch == 90);",
    "int arch = 120; tune(arch); CHECK(arch == 90);",
    "for (int sm = 0; sm < 90; sm++) run();",
  ])("is no device's: %s", (body) => {
    expect(found(body)).toEqual([]);
  });

  it.each([
    "int arch = 0; arch = prop.major * 10 + prop.minor; CHECK(arch == 90);",
    "int arch = 0; get_arch(&arch); CHECK(arch == 90);",
    "int arch = 0; get_arch(arch); CHECK(arch == 90);",
    "int arch = -1; if (arch < 0) arch = getSMVersion(); CHECK(arch == 90);",
    "int arch = prop.major; arch *= 10; arch += prop.minor; CHECK(arch == 90);",
    "int a = prop.major; int b = a; CHECK(b == 9);",
    "int a(prop.major); const int b{a}; CHECK(b == 9);",
    "int a; a = prop.major; CHECK(a == 9);",
    "switch (prop.major * 10 + prop.minor) { case 90: run(); break; default: throw 1; }",
    "int cc = prop.major * 10 + prop.minor; switch (cc) { case 90: run(); break; default: throw 1; }",
  ])("gives way to what is asked of the device: %s", (body) => {
    expect(found(body)).toHaveLength(1);
  });
});
