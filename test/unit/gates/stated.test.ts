import { describe, expect, it } from "vitest";
import { statesIntent } from "../../../server/src/gates/stated";

describe("what is said beside a gate", () => {
  it.each([
    "Hopper only, on purpose: nothing else has wgmma.",
    "Consumer parts are left out on purpose",
    "sm_120 is not supported yet",
    "not supported on SM120",
    "MXFP8 (for all gemm layouts) is not supported on 12.0+ architectures yet.",
    "Disabling FlashAttention as FP8 is not supported for compute capability = sm120",
    "compute capability 12.0 does not support this",
    "cannot run on sm_12x",
    "SM120 has no tensor memory",
    "the SM120 kernel only supports bfloat16",
    "consumer Blackwell is not supported",
    "RTX 5090 is not supported",
    "GeForce cards are excluded",
    "fails on sm_120 with an illegal instruction",
    "SM110/120/121 need other files first, without them it aborts",
    "sm 110, 120 and 121 are not supported",
    "only for sm[100, 120)",
    "not on sm_103 or later",
    "hard-specialized to one shape: it cannot target any other architecture",
    "does not run on any other GPU",
    "will not compile for other targets",
    "these instructions exist on no other architecture",
    "fast-math on SM90, precise on SM100+ (Blackwell needs bit-exact expf)",
    "TMA for sm_90; cp.async for sm_120 and newer",
  ])("keeps sm_120 out: %s", (text) => {
    expect(statesIntent(text, "sm_120")).toBe(true);
  });

  it.each([
    "TODO: there is no reason to exclude sm_120, enable it",
    "FIXME: should also be enabled for SM120, no time",
    "never fails on SM120",
    "SM120 has no problem here",
    "sm_120 can not only run this but is faster",
    "does not need sm_120 features",
    "CUDA 12.0 does not support this",
    "Fails on CUDA 12.0 toolkit",
    "needs torch 12.0, does not work without",
    "head dim 120 is not supported",
    "tile of 1200 does not fit",
    "not supported for range [90, 120) of rows, see 3.12.0",
    "deliberately simple",
    "must run on every other architecture",
    "was not tested on any other architecture",
    "cannot share memory with any other GPU",
    "cannot be called from any other function",
    "runs on all other architectures",
    "sm_80 is intentionally excluded: its tiles are never launched",
    "supported: sm_90, sm_100",
    "fast on SM90, also fast on SM100+",
    "enabled on SM90, TODO on SM100+",
    "tuned for SM90, untested on SM100+",
    "fast-math on SM90, works on SM100+",
    "fast-math on SM90, precise on SM100",
    "fast-math on SM90, precise on SM130+",
    "precise on SM100, fast on SM90+",
    "Blackwell needs CUDA 12.8",
  ])("says nothing of sm_120: %s", (text) => {
    expect(statesIntent(text, "sm_120")).toBe(false);
  });
});
