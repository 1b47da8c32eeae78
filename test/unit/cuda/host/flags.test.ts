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
