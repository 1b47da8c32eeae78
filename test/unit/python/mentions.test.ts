/** Which words make a piece of code worth reading. */
import { describe, expect, it } from "vitest";
import { MENTIONS_ARCHITECTURE } from "../../../server/src/python/names/naming";

describe("words that speak of architectures", () => {
  it.each([
    "sm_version >= 90",
    "sm_arch in (90, 100)",
    "cc_major == 9",
    "device_major >= 8",
    "self._major",
    "major, minor = caps",
    "capability.major < 9",
    "prop.major_version",
    "num_sms, sm = query()",
    "target_sm == 120",
    "MAJOR == 12",
  ])("%s", (text) => {
    expect(MENTIONS_ARCHITECTURE.test(text)).toBe(true);
  });

  it.each([
    "sm_scale * x",
    "num_sm // 2",
    "blocks_per_sm",
    "sm_count - 4",
    "a_row_major",
    "is_k_major",
    "WeightLayout.MajorK",
    "scale_major_mode",
    "mn_major_layout",
    "MajorTypeAB",
    "the majority",
    "major_axis",
  ])("of a layout, a scale or a number of multiprocessors is none: %s", (text) => {
    expect(MENTIONS_ARCHITECTURE.test(text)).toBe(false);
  });
});
