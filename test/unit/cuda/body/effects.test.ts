import { describe, expect, it } from "vitest";
import { codeOf } from "../../../../server/src/cuda/body/code";
import { effectOf, isForAll } from "../../../../server/src/cuda/body/effects";
import { scanDirectives } from "../../../../server/src/cuda/directives";
import { LINEAR, growth } from "../../support/growth";

const effect = (source: string, before = ""): string =>
  effectOf(codeOf(scanDirectives(before + source)), {
    start: before.length,
    end: before.length + source.length,
  }).effect;

describe("effectOf", () => {
  it.each([
    [
      "nothing",
      "",
      "  // only words\n",
      ";",
      "(void)x; (void)y;",
      "GGML_UNUSED(x);",
      "{ }",
      'asm volatile("" ::: "memory");',
      "if (threadIdx.x == 0) { }",
    ],
    [
      "declares",
      "using T = int;",
      "#define A 1",
      "constexpr int N = 4;",
      "int x;",
      "float const y = a + b;",
      "struct S { int x; };",
      'static_assert(N > 2, "too small");',
      "auto g = cg::this_grid();",
      "T* p = reinterpret_cast<T*>(q);",
      "template <> struct Has<int> { };",
    ],
    [
      "returns",
      "return;",
      "{ return; }",
      "if (x) { return; }",
      "template <int N> __global__ void k(int a) { return; }",
    ],
    [
      "returns zero",
      "return 0;",
      "return false;",
      "return {};",
      "return T{};",
      "return T(0);",
      "return make_float2(0.f, 0.0f);",
      "return 0x0u;",
      "return nullptr;",
    ],
    [
      "traps",
      "#error no",
      "__trap();",
      "assert(false);",
      'assert(0 && "no");',
      'assert(!"no");',
      'assert(false && "no"); return;',
      'static_assert(dependent_false<T>, "no");',
      'asm("trap;");',
      'asm volatile("brkpt;\\n");',
      'throw std::runtime_error("no");',
      'CUTE_INVALID_CONTROL_PATH("no");',
      "NO_DEVICE_CODE;",
      "__builtin_unreachable();",
      'printf("no\\n"); return;',
      'if (threadIdx.x == 0) { printf("no"); } __trap();',
      "std::abort();",
      "int x; __trap(); return 0;",
      "template <> __device__ void f<int>() { assert(false); }",
    ],
    [
      "works",
      "x = 1;",
      "f(x);",
      "return a + b;",
      "return f(0);",
      "int x = atomicAdd(p, 1);",
      'asm("griddepcontrol.wait;");',
      "if (!ok) { __trap(); } f(x);",
      "while (!try_wait(b));",
      "x++;",
      "out[i] = T(0);",
      "return 1;",
      "for (int i = 0; i < n; i++) { s += i; }",
      "run([&] { __trap(); });",
    ],
  ])("%s", (expected, ...sources) => {
    expect(sources.map((source) => [source, effect(source)])).toEqual(
      sources.map((source) => [source, expected]),
    );
  });

  it("looks into macros of the file", () => {
    const macros =
      '#define DIE(why) do { printf(why); __trap(); } while (0)\n#define NOT_HERE DIE("no")\n#define IGNORE(x)\n';
    expect(effect('DIE("no");', macros)).toBe("traps");
    expect(effect("NOT_HERE;", macros)).toBe("traps");
    expect(effect("return NOT_HERE, 0;", macros)).toBe("works");
    expect(effect("IGNORE(y);", macros)).toBe("nothing");
    expect(effect("UNSEEN(y);", macros)).toBe("works");
    expect(effect('UNSEEN_ASSERT(false and "sm_100 only");')).toBe("traps");
    expect(effect("UNSEEN_CHECK(x > 0);")).toBe("works");
  });

  it("names the statement that decided", () => {
    const source = "int x; __trap(); return 0;";
    const { span } = effectOf(codeOf(scanDirectives(source)), { start: 0, end: source.length });
    expect(source.slice(span?.start, span?.end)).toBe("__trap()");
  });
});

describe("whether all come to an effect", () => {
  const trapped = (text: string): (() => boolean) => {
    const code = codeOf(scanDirectives(`void f(int x) {${text}}`));
    const span = { start: 15, end: 15 + text.length };
    return () => isForAll(code, span, effectOf(code, span));
  };

  it.each([
    ["if (x > 1) { } else if (x > 2) { } __trap();", true],
    ["if (x > 1) { __trap(); }", false],
    ["if (x > 1) { } else __trap();", false],
    ["if (x > 1) { } else if (x > 2) { __trap(); }", false],
    ["if (x > 1) { if (x > 2) { } } __trap();", true],
    ["if (threadIdx.x == 0) { __trap(); }", true],
    ["if constexpr (threads == 32) { __trap(); }", false],
  ])("%s", (text, all) => {
    expect(trapped(text)()).toBe(all);
  });

  it.each([
    ["a ladder", (count: number) => `${"if (x > 1) { } else ".repeat(count)}if (x > 2) { } __trap();`],
    ["one after another", (count: number) => `${"if (x > 1) { } ".repeat(count)}__trap();`],
    ["nested", (count: number) => `${"if (x > 1) { ".repeat(count)}${"}".repeat(count)}__trap();`],
  ])("is told in time in proportion to the code: %s", (_, make) => {
    expect(growth((count) => trapped(make(count)), 4)).toBeLessThan(LINEAR);
  });
});
