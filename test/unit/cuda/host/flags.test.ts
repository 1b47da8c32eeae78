import { describe, expect, it } from "vitest";
import { findings } from "./helpers";

const flags = (body: string): string[] =>
  findings(`int f(int sm) { ${body} return run(); }`).filter((found) => found.startsWith("definition"));

describe("a flag that is set again", () => {
  it.each([
    "bool ok = sm == 90; ok |= sm == 120; if (!ok) throw 1;",
    "bool ok = sm == 90; ok = true; if (!ok) throw 1;",
    "bool ok = sm == 90; ok = ok || sm >= 120; if (!ok) throw 1;",
    "bool ok = sm == 90; if (sm == 120) ok = true; if (!ok) throw 1;",
    "bool ok = sm == 90; if (sm == 120) { ok = true; } if (!ok) throw 1;",
  ])("shuts nobody out by its first value: %s", (body) => {
    expect(flags(body)).toEqual([]);
  });

  it.each([
    "bool ok = sm == 90; if (!ok) throw 1;",
    "bool ok = sm == 90; ok &= sm < 110; if (!ok) throw 1;",
    "bool ok = sm == 90; if (!ok) throw 1; ok = run();",
    "bool ok = sm == 90; bool other = ok; other = true; if (!ok) throw 1;",
  ])("shuts out those that it is not set for: %s", (body) => {
    expect(flags(body)[0]).toBe("definition ok = sm == 90");
  });
});

describe("a flag that a call is given the address of", () => {
  it.each(["set(&ok);", "set(name, &ok, 1);", "bool& r = ok; r = true;", "bool* p = &ok; *p = true;"])(
    "is not known afterwards: %s",
    (call) => {
      expect(
        findings(`int f(int sm) { bool ok = sm == 90; ${call} if (!ok) throw 1; return run(); }`),
      ).toEqual([]);
    },
  );

  it.each([
    "bool ok = sm == 90; if (!ok) throw 1; set(&ok);",
    "const bool ok = sm == 90; set(&ok); if (!ok) throw 1;",
    "bool ok = sm == 90; set(&other); if (!ok) throw 1;",
    "bool ok = sm == 90; set(mask &ok); if (!ok) throw 1;",
    "bool ok = sm == 90; const bool& r = ok; if (!ok) throw 1;",
    "bool ok = sm == 90; bool& r = other; if (!ok) throw 1;",
    "bool ok = sm == 90; bool both = mask &ok; if (!ok) throw 1;",
  ])("is known where that changes nothing: %s", (body) => {
    expect(flags(body)).toHaveLength(1);
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
    ["std::set<int> denied = {120, 121}; if (denied.count(sm)) throw 1;", "refusal if (denied.count(sm))"],
  ])("are told where they meet: %s", (body, expected) => {
    expect(told(body)).toEqual([expected]);
  });

  it.each([
    "bool a = sm >= 90; bool b = sm < 130; if (!(a && b)) throw 1;",
    "bool bad = sm < 90; if (bad) throw 1;",
  ])("are none where the target gets in: %s", (body) => {
    expect(told(body)).toEqual([]);
  });
});
