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
  it("is one that the toolkit has, else near misses are named", () => {
    expect(checkedTarget("sm_120f")).toBe("sm_120f");
    expect(() => checkedTarget("sm_122")).toThrow(/unknown target 'sm_122'; did you mean .*sm_120/);
    for (const short of ["RTX 6000", "PRO 6000", "rtx 6000 pro", "rtx pro 5000", "RTX-PRO-4500"])
      expect(() => checkedTarget(short)).toThrow(/did you mean .*RTX PRO 6000 Blackwell \(sm_120\)/);
    expect(() => checkedTarget("RTX 6000")).toThrow(/did you mean .*RTX 6000 Ada \(sm_89\)/);
    expect(() => checkedTarget("compute_100f")).toThrow("did you mean sm_100f?");
    expect(() => checkedTarget("gfx942")).toThrow(/; known: sm_75, /);
    expect(() => checkedTarget("")).toThrow(/; known: sm_75, /);
    expect(() => checkedTarget("x".repeat(100_000))).toThrow(UsageError);
  });
});
