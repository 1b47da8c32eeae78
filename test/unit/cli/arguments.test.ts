import { describe, expect, it } from "vitest";
import { UsageError } from "../../../server/src/cli/io";
import { locationOf } from "../../../server/src/cli/location";
import { showPathFor } from "../../../server/src/cli/shown-paths";
import { checkedTarget } from "../../../server/src/cli/target-option";

describe("a place on the command line", () => {
  it("is a file, a line, a column, counted from 1", () => {
    expect(locationOf("a/b.cu:12")).toEqual({ file: "a/b.cu", line: 11, column: undefined });
    expect(locationOf("a/b.cu:12:3")).toEqual({ file: "a/b.cu", line: 11, column: 2 });
    expect(locationOf("a/b.cu")).toEqual({ file: "a/b.cu", line: undefined, column: undefined });
    expect(locationOf("a:b/c:1")).toEqual({ file: "a:b/c", line: 0, column: undefined });
    expect(() => locationOf("a.cu:0")).toThrow(UsageError);
  });
});

describe("a path in the output", () => {
  it("is written the way its argument was", () => {
    const show = showPathFor("/w", [".", "../v/x", "/abs/y/", "sub/one.cu"]);
    expect(show("/w/a/b.cu")).toBe("a/b.cu");
    expect(show("/v/x/b.cu")).toBe("../v/x/b.cu");
    expect(show("/abs/y/b.cu")).toBe("/abs/y/b.cu");
    expect(show("/w/sub/one.cu")).toBe("sub/one.cu");
    expect(show("/elsewhere/b.cu")).toBe("/elsewhere/b.cu");
  });

  it("is relative where it lies below the current folder, whatever was given", () => {
    expect(showPathFor("/w", ["sub"])("/w/other/b.cu")).toBe("other/b.cu");
    expect(showPathFor("/", ["/"])("/x/b.cu")).toBe("/x/b.cu");
    expect(showPathFor("/w", ["."])("/w")).toBe(".");
  });
});

describe("a target on the command line", () => {
  it("is one that the toolkit has, however people spell it", () => {
    expect(checkedTarget("sm_120f")).toBe("sm_120f");
    for (const spelled of [
      "sm120",
      "SM_120",
      "sm-120",
      "compute_120",
      "lto_120",
      "120",
      "12.0",
      "sm_12.0",
      " 12.0 ",
    ])
      expect(checkedTarget(spelled)).toBe("sm_120");
    for (const spelled of ["12.0f", "120f", "120F", "sm120f", "compute_120f"])
      expect(checkedTarget(spelled)).toBe("sm_120f");
    expect(["8.9", "89", "9.0a", "90a", "7.5", "12.1"].map(checkedTarget)).toEqual([
      "sm_89",
      "sm_89",
      "sm_90a",
      "sm_90a",
      "sm_75",
      "sm_121",
    ]);
    for (const product of ["RTX 5090", "geforce rtx 5070 ti", "RTX PRO 6000 Blackwell"])
      expect(checkedTarget(product)).toBe("sm_120");
  });

  it("is refused where none is meant for certain, and near misses are named", () => {
    expect(() => checkedTarget("sm_122")).toThrow(/unknown target 'sm_122'; did you mean .*sm_120/);
    for (const unclear of ["12", "12.2", "1.20", "12.00", "120.0", "1200", "sm_120g", "0120", "12.0+PTX"])
      expect(() => checkedTarget(unclear)).toThrow(
        /^unknown target '[^']*'; (?:did you mean|known: ).*sm_12/,
      );
    for (const absent of ["8.0a", "sm_80f", "75a"])
      expect(() => checkedTarget(absent)).toThrow(/; did you mean sm_\d/);
    for (const short of ["RTX 6000", "PRO 6000", "rtx 6000 pro", "rtx pro 5000", "RTX-PRO-4500"])
      expect(() => checkedTarget(short)).toThrow(/did you mean .*RTX PRO 6000 Blackwell \(sm_120\)/);
    expect(() => checkedTarget("RTX 6000")).toThrow(/did you mean .*RTX 6000 Ada \(sm_89\)/);
    expect(() => checkedTarget("gfx942")).toThrow(/; known: sm_75, /);
    expect(() => checkedTarget("")).toThrow(/; known: sm_75, /);
    expect(() => checkedTarget("x".repeat(100_000))).toThrow(UsageError);
  });
});
