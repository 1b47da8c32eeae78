import { describe, expect, it } from "vitest";
import {
  admittedDevices,
  exactTargets,
  nativeDevices,
  parseArch,
  parseArchList,
  spellLike,
} from "../../../server/src/arch/arch-list";
import { deviceNames } from "../../../server/src/logic/sets";

const devices = (text: string): string[] => deviceNames(admittedDevices(parseArchList(text).entries));
const exact = (text: string): string[] => exactTargets(parseArchList(text).entries);

describe("parseArchList", () => {
  it.each([
    ["9.0a;10.0f;12.0", ["9.0", "10.0", "10.3", "12.0", "12.1"]],
    ["8.0", ["8.0", "8.6", "8.7", "8.8", "8.9"]],
    ["8.6", ["8.6", "8.7", "8.8", "8.9"]],
    ["9.0+PTX", ["9.0", "10.0", "10.3", "11.0", "12.0", "12.1"]],
    ["12.0a", ["12.0"]],
    ["12.1a,12.0a", ["12.0", "12.1"]],
    ["90a;120a-real", ["9.0", "12.0"]],
    ["90-real", ["9.0"]],
    ["100-virtual", ["10.0", "10.3", "11.0", "12.0", "12.1"]],
    ["90", ["9.0", "10.0", "10.3", "11.0", "12.0", "12.1"]],
    ["-gencode=arch=compute_90a,code=sm_90a", ["9.0"]],
    ["-gencode arch=compute_80,code=[sm_80,compute_80]", devices("8.0+PTX")],
    ['-gencode arch=compute_80,code=\\"sm_80,compute_80\\"', devices("8.0+PTX")],
    ["--generate-code=arch=compute_100f,code=[sm_100f]", ["10.0", "10.3"]],
    ["arch=compute_110,code=compute_110", ["11.0", "12.0", "12.1"]],
    ["arch=compute_120f,code=sm_120", ["12.0", "12.1"]],
    ["arch=compute_120a,code=sm_120", ["12.0"]],
    ["-arch=sm_120f", ["12.0", "12.1"]],
    ["--gpu-architecture=sm_110", ["11.0", "12.0", "12.1"]],
    ["sm_100a sm_103a", ["10.0", "10.3"]],
    ["all-major", deviceNames(admittedDevices(parseArchList("75").entries))],
    ["native", []],
    ["", []],
  ])("%s runs on", (text, expected) => {
    expect(devices(text)).toEqual(expected);
  });

  it("names the targets that get machine code", () => {
    expect(exact("8.0;9.0a;12.0f+PTX")).toEqual(["sm_80", "sm_90a", "sm_120f"]);
    expect(exact("90-virtual;100-real")).toEqual(["sm_100"]);
    expect(
      exact("-gencode arch=compute_80,code=[sm_80,sm_86,compute_80] -gencode arch=compute_80,code=sm_80"),
    ).toEqual(["sm_80", "sm_86"]);
  });

  it("keeps architectures this toolkit does not know and says so", () => {
    const { entries, foreign } = parseArchList("7.0;10.1a;12.0");
    expect(entries.map((entry) => entry.known)).toEqual([false, false, true]);
    expect(exactTargets(entries)).toEqual(["sm_70", "sm_101a", "sm_120"]);
    expect(foreign).toEqual([]);
  });

  it("gives spans in the file and leaves what it cannot read as foreign", () => {
    const text = "8.0;${MORE};12.0";
    const list = parseArchList(text, 100);
    expect(list.entries.map((entry) => [entry.text, entry.span.start])).toEqual([
      ["8.0", 100],
      ["12.0", 112],
    ]);
    expect(list.foreign).toEqual(["${MORE}"]);
  });

  it.each(["1.2.3", "v12.0.1", "cuda-12.8", "512", "3", "12.85", "sm_1", "x90", "90x"])(
    "finds no architecture in %s",
    (text) => {
      expect(parseArchList(text).entries).toEqual([]);
    },
  );

  it("tells machine code from what the driver compiles", () => {
    const { entries } = parseArchList("8.0;9.0+PTX");
    expect(deviceNames(nativeDevices(entries))).toEqual(["8.0", "8.6", "8.7", "8.8", "8.9", "9.0"]);
  });
});

describe("parseArch", () => {
  it.each(["12.0f", "120f", "sm_120f", "compute_120f", "sm120f"])("%s is 12.0 with its family", (text) => {
    expect(parseArch(text)).toEqual({ capability: 120, suffix: "f" });
  });
  it.each(["12", "1200", "120b", "-90", ""])("%s is none", (text) => {
    expect(parseArch(text)).toBeNull();
  });
});

describe("spellLike", () => {
  it.each([
    ["9.0a", "12.0f"],
    ["9.0a+PTX", "12.0f"],
    ["90a-real", "120f-real"],
    ["100-virtual", "120f"],
    ["sm_90a", "sm_120f"],
    ["-gencode=arch=compute_90a,code=sm_90a", "-gencode=arch=compute_120f,code=sm_120f"],
    ["arch=compute_90,code=[sm_90,compute_90]", "arch=compute_120f,code=[sm_120f,compute_120f]"],
    ["-arch=sm_90", "-arch=sm_120f"],
  ])("beside %s stands %s", (model, expected) => {
    const entry = parseArchList(model).entries[0];
    expect(entry && spellLike(entry, { capability: 120, suffix: "f" })).toBe(expected);
  });
});
