import { describe, expect, it } from "vitest";
import { alike, editDistance } from "../../../server/src/text/spelling";

const NAMES = ["guard-empties-body", "guard-traps", "python-list-excludes", "too-wide"];

describe("names that may have been meant", () => {
  it.each([
    ["guard-empty", ["guard-empties-body"]],
    ["Guard_Traps", ["guard-traps"]],
    ["python-excludes", ["python-list-excludes"]],
    ["too-wode", ["too-wide"]],
    ["guard", ["guard-traps", "guard-empties-body"]],
    ["", []],
    ["---", []],
    ["nothing-like-it", []],
    ["x".repeat(100_000), []],
  ])("%.20s", (name, expected) => {
    expect(alike(name, NAMES)).toEqual(expected);
  });

  it("are as far away as letters have to be changed", () => {
    expect([editDistance("", "abc"), editDistance("abc", "abc"), editDistance("kitten", "sitting")]).toEqual([
      3, 0, 3,
    ]);
  });
});
