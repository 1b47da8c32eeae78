import { describe, expect, it } from "vitest";
import { codeOf } from "../../../../server/src/cuda/body/code";
import { innermostAround, functionsOf } from "../../../../server/src/cuda/body/functions";
import { scanDirectives } from "../../../../server/src/cuda/directives";
import { LINEAR, growth } from "../../support/growth";

/** The function around the `HERE` of a source: its kind and name. */
function around(source: string): string | null {
  const at = source.indexOf("HERE");
  const functions = functionsOf(codeOf(scanDirectives(source)));
  const found = innermostAround(functions, { start: at, end: at + 4 });
  return found === null ? null : `${found.kind} ${found.name}${found.returnsValue ? "" : " void"}`;
}

describe("functionsOf", () => {
  it.each([
    ["__global__ void k(int* p) { HERE }", "kernel k void"],
    [
      "template <typename T, int N>\n__global__ void __launch_bounds__(N * 2) k(T x) { if (x) { HERE } }",
      "kernel k void",
    ],
    [
      "template <class T, std::enable_if_t<(sizeof(T) > 2), int> = 0> __device__ T f(T x) { HERE }",
      "function f",
    ],
    ["__device__ __forceinline__ float2 ns::A<3>::f(int a) const noexcept { HERE }", "function f"],
    ["struct S { __device__ S(int a) : a_{a}, b_(a) { HERE } int a_, b_; };", "function S"],
    ["struct S { __device__ ~S() { HERE } };", "function ~S"],
    ["struct S { __device__ void operator()(int x) const { HERE } };", "function operator() void"],
    ["struct S { bool operator==(S const& o) { HERE } };", "function operator=="],
    ["auto f(int x) -> decltype(g(x)) { HERE }", "function f"],
    ["void f() { auto g = [&](int x) mutable { HERE }; }", "lambda "],
    ["void f() { run([=] { HERE }); }", "lambda "],
    ["void f() { a[0] = 1; for (int i = 0; i < 2; i++) { HERE } }", "function f void"],
    ["void f() { int a[] = {1, HERE}; }", "function f void"],
    ["namespace a { struct S { int x = HERE; }; }", null],
    ['extern "C" { __global__ void k() { HERE } }', "kernel k void"],
    ["__attribute__((noinline)) void f() { HERE }", "function f void"],
    ["void* f() { HERE }", "function f"],
    ["void g() { [] {} (); HERE }", "function g void"],
  ])("%s", (source, expected) => {
    expect(around(source)).toBe(expected);
  });

  it("takes every branch of a conditional from the same start", () => {
    const source = "void f() {\n#if A\n  if (x) {\n#else\n  if (y) {\n#endif\n  HERE\n  }\n}\nvoid g() { }";
    expect(around(source)).toBe("function f void");
    const names = functionsOf(codeOf(scanDirectives(source))).map((found) => found.name);
    expect(names).toEqual(["f", "g"]);
  });

  it("comes back after what is broken", () => {
    expect(around("void f() { ( [ } void g() { HERE }")).toBe("function g void");
    expect(around("} } ) void g() { HERE }")).toBe("function g void");
    expect(around("void f() { HERE")).toBeNull();
  });

  it("is linear", () => {
    const prepared = (count: number) => {
      const scan = scanDirectives("void f() { g([&] { int x; }); ( }\n#if A\n} (\n#endif\n".repeat(count));
      return () => void functionsOf(codeOf(scan));
    };
    expect(growth(prepared)).toBeLessThan(LINEAR);
  });
});
