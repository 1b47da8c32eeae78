import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { deviceMaskOf } from "../../../../server/src/logic/sets";
import { admitted, findings, gatesOf } from "./helpers";
import { LINEAR, growth } from "../../support/growth";

const gate = (text: string, form: string, path?: string) =>
  gatesOf(text, path).find((one) => one.form === form);

describe("host gates", () => {
  it("tell a check macro of the file from a plain call", () => {
    const text = `#define NEED(c, m) do { if (!(c)) throw E(m); } while (0)
      void f(int sm) { NEED(sm == 90 || sm == 100, "x"); log(sm == 90); }`;
    expect(findings(text)).toEqual(["check NEED(sm == 90 || sm == 100"]);
    expect(gate(text, "check")?.consequence).toBe("raises");
  });

  it.each([
    ['if (sm != 90) throw E("x");', "raises", ["9.0"]],
    ["if (sm != 90) return false;", "returns false", ["9.0"]],
    ['if (sm < 90 || sm >= 120) { printf("x"); abort(); }', "raises", ["9.0", "10.0", "10.3", "11.0"]],
    ["if (sm != 90) return Status::kErrorNotSupported;", "raises", ["9.0"]],
  ])("read %s as a refusal", (statement, consequence, expected) => {
    const found = gate(`bool f(int sm) { ${statement} run(); return true; }`, "refusal");
    expect(admitted(found)).toEqual(expected);
    expect(found?.consequence).toBe(consequence);
  });

  it.each([
    ["if (sm != 90) { if (strict) throw 1; return; } a();", "skipped"],
    ["if (sm != 90) { if (strict) throw 1; return false; } a();", "returns false"],
    ["if (sm != 90) { if (strict) throw 1; else throw 2; } a();", "raises"],
    ["if (sm != 90) { if (strict) return; throw 1; } a();", "raises"],
  ])("say what a refusal surely comes to: %s", (body, consequence) => {
    expect(gate(`void f(int sm) { ${body} }`, "refusal")?.consequence).toBe(consequence);
  });

  it.each([
    ["if (sm == 90) a(); else b();", "falls back"],
    ["if (sm == 90) a(); else throw 1;", "raises"],
    ["if (sm == 90) a(); b();", "falls back"],
    ["if (sm == 90) { a(); return; } b();", "falls back"],
    ["if (sm == 90) { a(); return; } unsupported();", "raises"],
    ["if (sm == 90) { a(); }", "skipped"],
    ["while (x) { if (sm == 90) { a(); } } b();", "falls back"],
  ])("say what others get: %s", (body, consequence) => {
    expect(gate(`void f(int sm) { ${body} }`, "if")?.consequence).toBe(consequence);
  });

  it.each([
    ["catch (const E&) { return generic(); }", "falls back"],
    ['catch (...) { log("slow"); generic(); }', "falls back"],
    ["catch (const A&) { throw; } catch (const E&) { return generic(); }", "falls back"],
    ["catch (const E&) { throw; }", "raises"],
    ["catch (const E& e) { cleanUp(); throw; }", "raises"],
    ["catch (const E& e) { std::cerr << e.what(); return 1; }", "raises"],
    ["catch (const E& e) { printf(e.what()); return false; }", "raises"],
    ["catch (const E& e) { return Status::kErrorNotSupported; }", "raises"],
  ])("tell a refusal that is caught to go another way: %s", (handler, expected) => {
    const inside = (statement: string): string =>
      `bool f(int sm) { try { ${statement} return fast(); } ${handler} }`;
    expect(gate(inside("if (sm != 90) throw E();"), "refusal")?.consequence).toBe(expected);
    expect(gate(inside("CHECK(sm == 90);"), "check")?.consequence).toBe(expected);
  });

  it("make one gate of a ladder, and tell a forgotten sibling at its arm", () => {
    const text = "void f(int sm) { if (sm == 90) a(); else if (sm == 120) b(); else throw 1; }";
    expect(admitted(gate(text, "ladder"))).toEqual(["9.0", "12.0"]);
    expect(gate(text, "ladder")?.text).toBe("if (sm == 120)");
    expect(findings(text, "sm_120")).toEqual([]);
    expect(findings(text, "sm_121")).toEqual(["arm if (sm == 120)"]);
    expect(findings(text, "sm_110")).toEqual(["ladder if (sm == 120)"]);
  });

  it("make one gate of arms that leave one after another", () => {
    const text =
      "int f(int sm) { if (sm == 90) return a(); int n = 3; if (sm >= 100 && sm < 110) { return b(); } throw 1; }";
    expect(findings(text)).toEqual(["ladder if (sm == 90)"]);
    expect(admitted(gate(text, "ladder"))).toEqual(["9.0", "10.0", "10.3"]);
  });

  it("give an arm only what earlier arms leave", () => {
    const arms = gatesOf(
      "int f(int sm) { if (sm == 120) return a(); if (sm >= 100) return b(); return c(); }",
    );
    expect(arms.filter(({ form }) => form === "arm").map(admitted)).toEqual([
      ["12.0"],
      ["10.0", "10.3", "11.0", "12.1"],
    ]);
  });

  it("tell a sibling that goes where other families go", () => {
    const text = "int f(int sm) { if (sm == 120) return a(); if (sm >= 100) return b(); return c(); }";
    expect(findings(text, "sm_121")).toEqual(["arm if (sm == 120)"]);
    expect(findings(text, "sm_120")).toEqual([]);
  });

  it("follow a flag to the refusal", () => {
    const text =
      "void f(int sm) { bool ok = false; if (sm == 90) { ok = a(); }\n#ifdef X\nif (sm == 100) { ok = b(); }\n#endif\nif (!ok) throw 1; }";
    expect(admitted(gate(text, "ladder"))).toEqual(["9.0", "10.0"]);
    expect(gate(text, "ladder")?.consequence).toBe("raises");
  });

  it("do not look for a target inside another family's arm", () => {
    expect(
      findings("void f(int sm) { if (sm >= 120) a(); else { if (sm == 100) b(); else throw 1; } }"),
    ).toEqual([]);
  });

  it("read a switch over the architecture, and none over anything else", () => {
    const cases = "case 90: return a(); case 100: case 103: return b(); default: throw 1;";
    expect(admitted(gate(`int f(int sm) { switch (sm) { ${cases} } }`, "ladder"))).toEqual([
      "9.0",
      "10.0",
      "10.3",
    ]);
    expect(findings(`int f(int sm) { switch (sm) { ${cases} } }`)).toEqual(["ladder switch (sm)"]);
    expect(
      gatesOf("int f(int width, int sm) { switch (width) { case 90: a(); case 120: b(); } return sm == 3; }"),
    ).toEqual([]);
  });

  it("call a function named for its test a predicate, and judge its uses", () => {
    const text = "bool has_wgmma(int sm) { return sm == 90; } void f(int sm) { CHECK(has_wgmma(sm)); }";
    expect(findings(text)).toEqual(["check CHECK(has_wgmma(sm)"]);
    expect(gate(text, "predicate")?.exemptFor(1 << 10)).toBe("predicate");
  });

  it("put the finding at the list that others use", () => {
    const text = "void f(int sm) { const bool fast = sm == 90 || sm == 100; if (!fast) throw 1; run(); }";
    expect(findings(text)).toEqual(["definition fast = sm == 90 || sm == 100"]);
    expect(gate(text, "definition")?.consequence).toBe("raises");
    expect(gate(text, "refusal")?.definedAt).not.toBeNull();
  });

  it.each([
    ["a condition for older devices", "void f(int sm) { if (sm < 90) a(); else b(); }"],
    [
      "a condition for older devices behind one for those before them",
      "void f(int sm, int n) { if (sm < 90) a(); else { if (n < 3) a(); else if (sm < 100) b(); else c(); } }",
    ],
    ["the same ahead of it", "void f(int sm) { if (sm < 90) { a(); return; } if (sm < 100) b(); else c(); }"],
    ["one for older devices alone", "void f(int sm) { CHECK(sm == 80 || sm == 86); }"],
    ["a newer sibling's own", "void f(int sm) { if (sm == 121) a(); b(); }"],
    ["a chosen number", "void f(int sm) { int n = sm == 90 ? 2 : 1; }"],
    [
      "a stub for what a build leaves out",
      "void f(int sm) {\n#ifndef WITH_120\nif (sm >= 120) throw 1;\n#endif\nrun(); }",
    ],
    [
      "a tag that the user of a template chooses",
      "template <class Arch> struct S { static_assert(Arch::kMinComputeCapability == 90); };",
    ],
  ])("find nothing in %s", (_, text) => {
    expect(findings(text)).toEqual([]);
  });

  it.each([
    ["nothing stands beside it", "void f(int sm) { if (sm >= 90) { if (sm < 100) launch(); } }"],
    [
      "what stands beside it throws",
      "void f(int sm) { if (sm >= 90) { if (sm < 100) launch(); else throw 1; } }",
    ],
    [
      "newer ones get in as well",
      "void f(int sm) { if (sm >= 90) { if (sm == 90 || sm == 110) b(); else c(); } }",
    ],
    [
      "one between them does not get in",
      "void f(int sm) { if (sm >= 89) { if (sm == 89 || sm == 100) b(); else c(); } }",
    ],
  ])("find a gate for those behind an outer one where %s", (_, text) => {
    expect(findings(text)).toHaveLength(1);
  });

  it("leave a parameter open that another function has a default for", () => {
    const text =
      "int f(int x, const bool& force = false); int g(int sm, const bool& force) { if (sm == 90 || force) return 1; throw 1; }";
    const depends = gatesOf(text).flatMap(({ admission }) => admission.depends.map(({ when }) => when));
    expect(depends).toContain("force");
    expect(findings(text)).toEqual([]);
  });

  it.each([
    ["sm90/common/gemm.cu", 0],
    ["sm100/fallback/sm90/gemm.cu", 0],
    ["sm90/sm100/gemm.cu", 1],
    ["sm90/common/detail/gemm.cu", 1],
    ["sm120/sm90/gemm.cu", 0],
    ["sm90/sm120/gemm.cu", 1],
    ["common/gemm.cu", 1],
  ])("take the nearest folder for what names the code: %s", (path, count) => {
    expect(findings("void f(int sm) { CHECK(sm == 90); }", "sm_120", path)).toHaveLength(count);
  });

  it("find nothing in code named for its devices", () => {
    expect(findings("void f(int sm) { CHECK(sm == 90); }", "sm_120", "dir/gemm_sm90.cu")).toEqual([]);
    expect(findings("void f(int sm) { CHECK(sm == 90); }", "sm_120", "dir/sm_90/gemm.cu")).toEqual([]);
    expect(findings("void launch_sm100(int sm) { CHECK(sm == 100); }")).toEqual([]);
    expect(
      findings("void f(int sm) { CHECK(sm == 90 || sm == 100); }", "sm_120", "dir/gemm_sm90.cu"),
    ).toHaveLength(1);
  });

  it("take tags in is_same for the devices of their kind", () => {
    const text =
      'template <class ArchTag, class T> struct B { static_assert(!std::is_same<ArchTag, cutlass::arch::Sm120>::value || small<T>::value, "x"); };';
    const found = gate(text, "static_assert");
    expect(found?.admission.depends.map(({ when }) => when)).toEqual(["small<T>::value"]);
    expect(admitted(found)).not.toContain("12.0");
    expect(admitted(found)).toContain("11.0");
  });

  it("hold what a message promises", () => {
    const [found] = gatesOf('void f(int sm) { CHECK(sm >= 80 && sm <= 90, "needs Ampere or newer"); }');
    expect(found?.claim?.mask).toBe(gatesOf("void f(int sm) { CHECK(sm >= 80); }")[0]?.admission.admits);
  });

  it("settle parts that the whole condition leaves open", () => {
    const text = "void f(int sm) { if (a && (b || (sm < 100 || (sm == 100 && c)))) run(); }";
    const operand = gatesOf(text).findLast(({ form }) => form === "operand");
    expect(operand?.text).toBe("(sm < 100 || (sm == 100 && c))");
    expect(admitted(operand)).not.toContain("12.0");
  });

  it.each(["__proto__", "constructor", "toString", "hasOwnProperty", "valueOf"])(
    "take any name for what it is: %s",
    (name) => {
      const text = `void f(cudaDeviceProp prop) { bool ${name} = prop.major == 9; if (!${name}) throw 1; run(); }`;
      const told = gatesOf(text).map((one) => `${one.form} ${one.exemptFor(deviceMaskOf("sm_120"))}`);
      expect(told).toContain("definition null");
    },
  );

  it("survive any text, in linear time", () => {
    const pieces = fc.constantFrom(
      "if",
      "(",
      ")",
      "{",
      "}",
      "sm",
      "==",
      "120",
      "||",
      "else",
      "switch",
      "case",
      ":",
      ";",
      "?",
      "return",
      "CHECK",
      "\n#if X\n",
      "\n#endif\n",
      "=",
      "<",
      ">",
      "!",
      "static_assert",
    );
    fc.assert(fc.property(fc.array(pieces, { maxLength: 60 }), (parts) => void gatesOf(parts.join(" "))));
    for (const unit of [
      "if (sm == 120) ",
      "sm == 120 || ",
      "if (sm == 90) { ",
      "(",
      "x = sm == 90 ? ",
      "case 120: ",
      "f(int sm) { return sm == 90; } ",
      "sm = sm == 120; ",
    ]) {
      expect(
        growth((count) => () => void gatesOf(unit.repeat(count))),
        unit,
      ).toBeLessThan(LINEAR);
    }
  });
});
