import { describe, expect, it } from "vitest";
import { LINEAR, growth } from "../../support/growth";
import { admitted, findings, gatesOf } from "./helpers";

const REQUIRE = "#define REQUIRE(c) do { if (!(c)) throw 1; } while (0)\n";
const HELPERS = `template <int N> void require_sm() { int sm = getSMVersion(); if (sm != N) throw 1; }
void require(int sm, int need) { if (sm != need) throw 1; }
`;
const checks = (body: string): string[] =>
  findings(`${REQUIRE}${HELPERS}int f(int sm, cudaDeviceProp prop, bool x) { ${body} }`).filter((found) =>
    /^(?:check|refusal)/.test(found),
  );
const [CHECK, PLAIN] = ["check TORCH_CHECK(sm == 90 || sm == 100", "check REQUIRE(sm == 90"];

describe("a check that others than the asked come to", () => {
  it.each([
    'if (sm >= 120) return 2; TORCH_CHECK(sm == 90 || sm == 100, "no"); return 1;',
    'if (sm >= 120) { run(); return 2; } else { TORCH_CHECK(sm == 90 || sm == 100, "no"); } return 1;',
    'if (sm >= 120) { run(); } else { TORCH_CHECK(sm == 90 || sm == 100, "no"); } return 1;',
    'if (sm >= 120) run(); else TORCH_CHECK(sm == 90 || sm == 100, "no"); return 1;',
    "if (sm >= 120) { run(); } else if (sm >= 100) { TORCH_CHECK(sm == 100 || sm == 103); } return 1;",
    "if (sm / 10 == 10) { TORCH_CHECK(sm == 100); } return 1;",
    "if (sm / 10 == 10) TORCH_CHECK(sm == 100); return 1;",
    "if (sm / 10 == 10) { if (x) { TORCH_CHECK(sm == 100); } } return 1;",
    "switch (sm / 10) { case 12: return 1; case 10: TORCH_CHECK(sm == 100); return 2; } return 3;",
    "switch (sm / 10) { case 12: return 1; default: break; } TORCH_CHECK(sm == 100); return 3;",
    "if (prop.major >= 12) return 1; TORCH_CHECK(prop.major == 9 || prop.major == 10); return 3;",
    "if (sm >= 120) return 2; REQUIRE(sm == 90); return 1;",
    "if (sm >= 120) return 2; require_sm<90>(); return 1;",
    "if (sm >= 120) return 2; require(sm, 90); return 1;",
    "if (sm >= 120) return 2; { TORCH_CHECK(sm == 90 || sm == 100); } return 1;",
  ])("is none of theirs: %s", (body) => {
    expect(checks(body)).toEqual([]);
  });

  it.each([
    ['TORCH_CHECK(sm == 90 || sm == 100, "no"); return 1;', CHECK],
    ['TORCH_CHECK(sm == 90 || sm == 100, "no"); if (sm >= 120) return 2; return 1;', CHECK],
    ['if (sm >= 120) run(); TORCH_CHECK(sm == 90 || sm == 100, "no"); return 1;', CHECK],
    ['if (sm < 90) return 2; TORCH_CHECK(sm == 90 || sm == 100, "no"); return 1;', CHECK],
    ['if (sm >= 90) { TORCH_CHECK(sm == 90 || sm == 100, "no"); } return 1;', CHECK],
    ['{ if (sm >= 120) { run(); } } TORCH_CHECK(sm == 90 || sm == 100, "no"); return 1;', CHECK],
    ["switch (sm / 10) { case 10: return 1; default: REQUIRE(sm == 90); } return 3;", PLAIN],
    ["switch (sm / 10) { case 12: run(); case 10: REQUIRE(sm == 90); } return 3;", PLAIN],
    ["switch (sm / 10) { case 12: run(); break; } REQUIRE(sm == 90); return 3;", PLAIN],
    ["REQUIRE(sm == 90); return 1;", PLAIN],
    ["require_sm<90>(); return 1;", "check require_sm<90>()"],
  ])("shuts out those that come to it: %s", (body, expected) => {
    expect(checks(body)).toEqual([expected]);
  });

  it("may be theirs where more than the device decides", () => {
    const text = "int f(int sm, bool x) { if (sm >= 120 && x) return 2; TORCH_CHECK(sm == 90); return 1; }";
    const gate = gatesOf(text).find(({ form }) => form === "check");
    expect(gate?.admission.depends.map(({ when }) => when)).toEqual(["x"]);
  });

  it("is not bounded by what another case of a switch refuses or serves", () => {
    const inCases = (first: string, second: string): string[] =>
      gatesOf(
        `int f(int sm, int k) { switch (k) { case 1: ${first} break; case 2: ${second} break; default: run(); } return 1; }`,
      )
        .filter(({ form }) => form === "refusal" || form === "check")
        .map((gate) => `${gate.form} ${admitted(gate).at(-1)}`);
    expect(inCases("if (sm != 90) throw 1;", "if (sm >= 120) throw 2;")).toEqual([
      "refusal 9.0",
      "refusal 11.0",
    ]);
    expect(inCases("if (sm >= 120) return 2;", "TORCH_CHECK(sm == 90);")).toEqual(["check 9.0"]);
    expect(inCases("if (sm >= 120) return 2; TORCH_CHECK(sm == 90);", "run();")).toEqual(["check 12.1"]);
  });

  it("makes no ladder across the cases of a switch", () => {
    const text =
      "int f(int sm, int k) { switch (k) { case 1: if (sm == 90) return 1; case 2: if (sm == 100) return 2; } throw 1; }";
    expect(gatesOf(text).filter(({ form }) => form === "ladder")).toEqual([]);
  });

  it.each([
    "if (sm >= 120) return 2; TORCH_CHECK(sm == 90);\n",
    "if (sm >= 120) { TORCH_CHECK(sm == 90); }\n",
    "if (sm >= 90) ",
    "switch (sm / 10) { case 12: return 1; case 10: TORCH_CHECK(sm == 100); }\n",
  ])("is found in time linear in the text: %s", (line) => {
    const text = (size: number): string => `int f(int sm) { ${line.repeat(size)} return 1; }`;
    expect(growth((size) => () => void gatesOf(text(size)))).toBeLessThan(LINEAR);
  });
});

describe("a flag that others than the asked are asked for", () => {
  const told = (body: string): string[] =>
    findings(`${REQUIRE}bool f(int sm, cudaDeviceProp prop, bool x) { ${body} }`).filter((found) =>
      found.startsWith("definition"),
    );
  const FLAG = "definition ok = sm == 90";

  it.each([
    "if (prop.major >= 12) { run(); return true; } const bool ok = prop.major == 9; CHECK(ok); run();",
    "if (sm < 120) { bool ok = sm == 90; if (!ok) throw 1; }",
    "if (sm >= 120) { run(); } else { bool ok = sm == 90; if (!ok) throw 1; }",
    "bool ok = sm == 90; if (sm >= 120) run(); else if (!ok) throw 1;",
    "switch (sm) { case 120: case 121: run(); return true; default: break; } bool ok = sm == 90; REQUIRE(ok);",
    "bool ok = sm == 90; bool other = sm >= 120; if (!other) { if (!ok) throw 1; }",
    "bool ok = sm == 90; if (sm >= 120) return true; bool c = !ok; if (c) throw 1;",
    "bool ok = sm == 90; if (sm >= 120) return run(); return ok;",
    "if (sm >= 120) { run(); return true; } bool ok = sm == 90; if (ok) return first(); return second();",
  ])("shuts none of these out: %s", (body) => {
    expect(told(body)).toEqual([]);
  });

  it.each([
    "bool ok = sm == 90; if (sm >= 120) run(); if (!ok) throw 1;",
    "bool ok = sm == 90; if (!ok) throw 1; if (sm >= 120) return run();",
    "bool ok = sm == 90; if (sm >= 120) { if (!ok) throw 1; }",
    "bool ok = sm == 90; if (sm < 120) { REQUIRE(ok); } CHECK(ok);",
    "bool ok = sm == 90; if (sm >= 120) { if (!ok) throw 1; return true; } REQUIRE(ok);",
    "if (sm >= 120) throw 2; bool ok = sm == 90; if (!ok) throw 1;",
    "bool ok = sm == 90; if (x) { return true; } if (!ok) throw 1;",
  ])("shuts out those that come to a use: %s", (body) => {
    expect(told(body)).toEqual([FLAG]);
  });

  it("lets in who is served ahead of its use", () => {
    const gate = gatesOf("void f(int sm) { if (sm >= 120) return; bool ok = sm == 90; CHECK(ok); }").find(
      ({ form }) => form === "definition",
    );
    expect(admitted(gate)).toEqual(["9.0", "12.0", "12.1"]);
  });

  it("may be theirs where more than the device decides", () => {
    const text = "int f(int sm, bool x) { if (sm >= 120 && x) return 2; bool ok = sm == 90; CHECK(ok); }";
    const gate = gatesOf(text).find(({ form }) => form === "definition");
    expect(gate?.admission.depends.map(({ when }) => when)).toEqual(["x"]);
  });
});
