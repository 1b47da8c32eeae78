import { describe, expect, it } from "vitest";
import { counted, getIn, listed, maskInWords } from "../../../server/src/logic/names";
import { ALL_DEVICES, ALL_TARGETS, deviceMaskOf, variantMask } from "../../../server/src/logic/sets";

const of = (...names: string[]): number => names.reduce((mask, name) => mask | variantMask(name), 0);

describe("sets in words", () => {
  it.each([
    [0, "no target"],
    [ALL_TARGETS, "every target"],
    [of("sm_120"), "sm_120 (all variants)"],
    [of("sm_90a"), "sm_90a"],
    [of("sm_89"), "sm_89"],
    [of("sm_90", "sm_100", "sm_103", "sm_110"), "sm_90–sm_110 (all variants)"],
    [of("sm_120a", "sm_120f"), "sm_120a/f"],
    [of("sm_75", "sm_90", "sm_120a"), "sm_75, sm_90 (all variants), sm_120a"],
  ])("%# are as short as stays exact", (mask, words) => {
    expect(maskInWords(mask, "targets")).toBe(words);
  });

  it("name devices by ranges", () => {
    expect(maskInWords(deviceMaskOf("sm_90") | deviceMaskOf("sm_120"), "devices")).toBe("9.0, 12.0");
    expect(maskInWords(0, "devices")).toBe("no device");
    expect(maskInWords(ALL_DEVICES, "devices")).toBe("every device");
  });

  it.each([
    [of("sm_90a"), false, "sm_90a gets in"],
    [of("sm_120a", "sm_120f"), false, "sm_120a/f get in"],
    [of("sm_120"), true, "sm_120 (all variants) can get in"],
    [0, false, "no target gets in"],
    [ALL_TARGETS, false, "every target gets in"],
  ])("%# agree with their verb", (mask, can, words) => {
    expect(getIn(mask, "targets", can)).toBe(words);
  });

  it("count and list", () => {
    expect([counted(1, "guard"), counted(2, "guard"), counted(0, "match", "matches")]).toEqual([
      "1 guard",
      "2 guards",
      "0 matches",
    ]);
    expect([listed([]), listed(["A"]), listed(["A", "B"]), listed(["A", "B", "C", "D"], 3)]).toEqual([
      "",
      "A",
      "A and B",
      "A, B and 2 more",
    ]);
  });
});
