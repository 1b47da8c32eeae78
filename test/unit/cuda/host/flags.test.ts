import { describe, expect, it } from "vitest";
import { findings, gatesOf } from "./helpers";

const flags = (body: string): string[] =>
  findings(`int f(int sm) { ${body} return run(); }`).filter((found) => found.startsWith("definition"));

describe("a flag that is set again", () => {
  it.each([
    "bool ok = sm == 90; ok |= sm == 120; if (!ok) throw 1;",
    "bool ok = sm == 90; ok = true; if (!ok) throw 1;",
    "bool ok = sm == 90; ok = ok || sm >= 120; if (!ok) throw 1;",
    "bool ok = sm == 90; if (sm == 120) ok = true; if (!ok) throw 1;",
    "bool ok = sm == 90; (ok) = true; if (!ok) throw 1;",
    "std::atomic<bool> ok{sm == 90}; ok.store(true); if (!ok) throw 1;",
    "bool ok = sm == 90; if (sm == 120) { ok = true; } if (!ok) throw 1;",
  ])("shuts nobody out by its first value: %s", (body) => {
    expect(flags(body)).toEqual([]);
  });

  it.each([
    "bool ok = sm == 90; if (!ok) throw 1;",
    "bool ok = sm == 90; ok &= fits(); if (!ok) throw 1;",
    "bool ok = sm == 90; if (!ok) throw 1; ok = run();",
    "bool ok = sm == 90; bool other = ok; other = true; if (!ok) throw 1;",
  ])("shuts out those that it is not set for: %s", (body) => {
    expect(flags(body)[0]).toBe("definition ok = sm == 90");
  });
});

describe("flags that come to an answer together", () => {
  const told = (body: string): string[] =>
    findings(`void f(int sm) { ${body} }`).filter((found) =>
      /^(?:refusal|if|check|definition (?!a|b))/.test(found),
    );

  it.each([
    ["bool a = sm >= 90; bool b = sm < 120; if (!(a && b)) throw 1;", "refusal if (!(a && b))"],
    ["bool a = sm >= 90; bool b = sm < 120; if (!a || !b) throw 1;", "refusal if (!a || !b)"],
    ["bool a = sm >= 90; bool b = sm < 120; if (a && b) run(); else throw 1;", "if if (a && b)"],
    ["bool a = sm >= 90; bool b = sm < 120; CHECK(a && b);", "check CHECK(a && b"],
    ["bool a = sm == 90; bool b = sm == 100; CHECK(a || b);", "check CHECK(a || b"],
    ["bool a = sm >= 90; bool b = sm < 120; bool ok = a && b; if (!ok) throw 1;", "definition ok = a && b"],
    ["bool bad = sm >= 120; if (bad) throw 1;", "refusal if (bad)"],
    ["bool ok = sm >= 90; ok &= sm < 120; if (!ok) throw 1;", "refusal if (!ok)"],
    ["bool ok = sm == 90; ok |= sm == 100; if (!ok) throw 1;", "refusal if (!ok)"],
    ["bool ok = true; ok &= sm == 90; if (!ok) throw 1;", "refusal if (!ok)"],
    ["bool ok = false; ok |= sm == 90; ok |= sm == 100; CHECK(ok);", "check CHECK(ok"],
    ["std::set<int> denied = {120, 121}; if (denied.count(sm)) throw 1;", "refusal if (denied.count(sm))"],
  ])("are told where they meet: %s", (body, expected) => {
    expect(told(body)).toEqual([expected]);
  });

  it.each([
    "bool a = sm >= 90; bool b = sm < 130; if (!(a && b)) throw 1;",
    "bool bad = sm < 90; if (bad) throw 1;",
    "bool ok = true; ok &= sm >= 90; if (!ok) throw 1;",
    "bool ok = sm == 90; ok |= sm == 120; if (!ok) throw 1;",
    "bool ok = true; if (strict) ok &= sm == 90; if (!ok) throw 1;",
    "bool ok = true; for (;;) { ok &= sm == 90; ok = next(); } if (!ok) throw 1;",
  ])("are none where the target gets in: %s", (body) => {
    expect(told(body)).toEqual([]);
  });
});

describe("a flag that is a copy", () => {
  const told = (body: string): string[] => findings(`void f(int sm) { ${body} }`);

  it.each([
    "bool a = sm == 90; const bool b = a; if (!b) throw 1;",
    "bool a = sm == 90; bool b{a}; if (not b) throw 1;",
    "bool a = sm == 90; bool c = !a; if (c) throw 1;",
    "bool a = sm == 90; bool c = not a; bool d = c; if (d) throw 1;",
    "bool a{sm == 90}; if (!a) throw 1;",
    "bool a(sm == 90); CHECK(a);",
    "bool a; a = sm == 90; if (!a) throw 1;",
  ])("is told once, where the condition stands: %s", (body) => {
    expect(told(body)).toHaveLength(1);
    expect(told(body)[0]).toMatch(/^definition a/);
  });

  it("is told where it is used, if what it copies is told nowhere", () => {
    const text =
      "bool isSm90(int sm) { return sm == 90; } void f(int sm) { bool ok = isSm90(sm); CHECK(ok); }";
    expect(findings(text)).toEqual(["check CHECK(ok"]);
  });

  it.each([
    "bool a = sm == 90; bool b = a; b |= force(); if (!b) throw 1;",
    "bool a = sm == 90; bool c = !a; c = false; if (c) throw 1;",
    "bool a = sm == 90; bool b = a; if (b) throw 1;",
  ])("refuses nobody by what it was first: %s", (body) => {
    const gates = gatesOf(`void f(int sm) { ${body} }`);
    expect(gates.find(({ text }) => text.startsWith("a = "))?.consequence).toBe("falls back");
  });
});

describe("a flag that goes on from what it was", () => {
  const told = (body: string): string[] => findings(`void f(int sm) { ${body} }`);

  it.each([
    "bool ok = sm == 90; ok = ok && fits(); if (!ok) throw 1;",
    "bool ok = sm == 90; ok = fits() && ok; CHECK(ok);",
    "bool ok = true; ok = ok && sm == 90; ok = ok && fits(); if (!ok) throw 1;",
    "bool ok = sm == 90; { if (!ok) throw 1; }",
    "bool ok = sm == 90; auto check = [&] { if (!ok) throw 1; }; check();",
    "bool ok = sm == 90; for (int i = 0; i < 3; i++) { if (!ok) throw 1; }",
  ])("is told once: %s", (body) => {
    expect(told(body)).toHaveLength(1);
  });

  it("is another one in a block that declares it anew", () => {
    const [gate] = gatesOf("void f(int sm) { bool ok = sm == 90; { bool ok = true; if (!ok) throw 1; } }");
    expect(gate?.consequence).toBe("falls back");
  });

  it.each([
    "bool ok = true;\n#ifdef STRICT\nok &= sm == 90;\n#endif\nif (!ok) throw 1;",
    "bool ok = sm == 90;\n#ifdef LAX\nok = true;\n#endif\nif (!ok) throw 1;",
    "bool ok = sm == 90; { ok = true; } if (!ok) throw 1;",
    "bool ok = sm == 90; do { ok = attempt(); } while (!ok); if (!ok) throw 1;",
    "switch (sm) { case 90: run(); break; default: other(); }",
  ])("shuts nobody out for certain: %s", (body) => {
    expect(told(body)).toEqual([]);
  });
});

describe("an arm on a flag", () => {
  const consequence = (body: string): string | null =>
    gatesOf(`void f(int sm, bool x) { bool ok = sm == 90; ${body} run(); }`)[0]?.consequence ?? null;

  it.each([
    "if (!ok) { if (x) { throw 1; } }",
    "if (!ok) { for (int i = 0; i < n; i++) { if (bad(i)) throw 1; } }",
    "if (!ok) { struct X { void f() { throw 1; } }; }",
    "if (!ok) { auto fail = [] { throw 1; }; }",
    "try { if (!ok) throw 1; } catch (...) { other(); }",
    "try { CHECK(ok); } catch (...) { other(); }",
    "struct X { bool ok; void f() { if (!ok) throw 1; } };",
    "if (!ok) { try { throw 1; } catch (...) {} }",
    "if (0) { if (!ok) throw 1; }",
    "if (false) { CHECK(ok); }",
    "auto f = [&] { if (!ok) throw 1; };",
    "for (bool ok : {true}) if (!ok) throw 1;",
    "for (const auto& ok : all) { CHECK(ok); }",
    "auto ask = [](bool ok) { if (!ok) throw 1; }; ask(true);",
    "try { run(); } catch (bool ok) { if (!ok) throw 1; }",
  ])("refuses nobody for certain: %s", (body) => {
    expect(consequence(body)).toBe("falls back");
  });

  it.each([
    'if (!ok) { log("no"); throw 1; }',
    "if (!ok) { if (x) throw 1; throw 2; }",
    "if (!ok) { if (x) throw 1; else throw 2; }",
    "if (!ok) { do { throw 1; } while (false); }",
    "try { if (!ok) throw 1; } catch (std::exception& e) { log(e.what()); throw; }",
    "auto ask = [&] { if (!ok) throw 1; }; ask();",
    "if (!ok) { if (x) throw 1; } if (!ok) throw 2;",
    "if (!ok) { try { throw 1; } catch (...) { throw; } }",
    "if (!ok) { try { log(1); } catch (...) {} throw 1; }",
    "if (1) { if (!ok) throw 1; }",
    "auto ask = [&] { if (!ok) throw 1; }; later(ask);",
    "[&] { if (!ok) throw 1; }();",
    "for (bool other : {true}) if (!ok) throw 1;",
    "auto other = [](bool ok) { return ok; }; if (!ok) throw 1;",
    "if (ok.load()) run(); if (!ok) throw 1;",
  ])("refuses whoever takes it: %s", (body) => {
    expect(consequence(body)).toBe("raises");
  });
});

describe("code that is never run", () => {
  const told = (body: string): string[] => findings(`void f(int sm) { ${body} run(); }`);

  it.each([
    "if (0) { if (sm != 90) throw 1; }",
    "if (false) { CHECK(sm == 90); }",
    "auto f = [&] { if (sm != 90) throw 1; };",
  ])("shuts nobody out: %s", (body) => {
    expect(told(body)).toEqual([]);
  });

  it.each([
    "if (1) { if (sm != 90) throw 1; }",
    "auto f = [&] { if (sm != 90) throw 1; }; f();",
    "auto f = [&](int n) { CHECK(sm == 90); }; each(f);",
    "later([&] { if (sm != 90) throw 1; });",
  ])("is not what somebody comes to: %s", (body) => {
    expect(told(body)).toHaveLength(1);
  });

  it("is no lambda that other files may call", () => {
    expect(findings("auto f = [](int sm) { if (sm != 90) throw 1; };")).toHaveLength(1);
  });
});

describe("a flag that an arm sets", () => {
  const raised = (body: string): string[] =>
    gatesOf(`void f(int sm) { ${body} }`)
      .filter(({ consequence, admission }) => consequence === "raises" && admission.excludes !== 0)
      .map(({ text }) => text);

  it.each([
    ["bool ok = true; if (sm != 90) ok = false; if (!ok) throw 1;", "if (sm != 90)"],
    ["bool bad = false; if (sm != 90) { bad = true; } if (bad) throw 1;", "if (sm != 90)"],
    ["bool ok = true; if (sm != 90) ok = false; if (x) ok = false; CHECK(ok);", "if (sm != 90)"],
    ["bool ok = false; if (sm == 90) ok = true; if (!ok) throw 1;", "if (sm == 90)"],
    ["bool ok = false; switch (sm) { case 90: case 100: ok = true; break; } CHECK(ok);", "switch (sm)"],
    [
      "bool ok = true; switch (sm) { case 90: case 100: break; default: ok = false; } CHECK(ok);",
      "switch (sm)",
    ],
  ])("refuses where it is refused later: %s", (body, expected) => {
    expect(raised(body)).toContain(expected);
  });

  it.each([
    "bool ok = true; if (sm != 90) ok = false; ok = true; if (!ok) throw 1;",
    "bool ok = true; if (sm != 90) ok = false; load(ok); if (!ok) throw 1;",
    "bool bad = false; if (sm != 90) bad = true; bad &= strict; if (bad) throw 1;",
    "bool ok = false; if (forced()) ok = true; if (sm == 90) ok = true; if (!ok) throw 1;",
    "bool ok = false; load(ok); if (sm == 90) ok = true; if (!ok) throw 1;",
    "bool ok = forced(); switch (sm) { case 90: case 100: ok = true; break; } if (!ok) throw 1;",
    "bool ok = true; switch (sm) { case 90: case 100: break; default: ok = false; } ok |= forced(); CHECK(ok);",
  ])("refuses nobody for certain otherwise: %s", (body) => {
    expect(raised(body)).toEqual([]);
  });
});
