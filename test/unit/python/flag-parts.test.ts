/** Build flags that are put together piece by piece are one list. */
import { describe, expect, it } from "vitest";
import type { Gate } from "../../../server/src/gates/gate";
import { deviceMaskOf, deviceNames } from "../../../server/src/logic/sets";
import { analyse } from "./parser";

const asked = deviceMaskOf("sm_120");

/** Who gets code, who may, and the conditions for it, of the one list that leaves out the target. */
async function told(text: string): Promise<unknown> {
  const { gates } = await analyse(text);
  const open = gates.filter((gate: Gate) => gate.form === "gencode" && gate.exemptFor(asked) === null);
  return open.map(({ admission: { admits, depends } }) => [
    deviceNames(admits).join(" "),
    ...depends.map(({ mask, when }) => `${deviceNames(mask).join(" ")} if ${when}`),
  ]);
}

const flag = (arch: string): string => `"arch=compute_${arch},code=sm_${arch}"`;

describe("flags that are put together", () => {
  it.each([
    [
      "by appending one by one",
      `cc_flag = []\ncc_flag.append("-gencode")\ncc_flag.append(${flag("80")})\ncc_flag.append("-gencode")\ncc_flag.append(${flag("90")})\n`,
      [["8.0 8.6 8.7 8.8 8.9 9.0"]],
    ],
    [
      "under conditions",
      `def flags(old):\n    found = []\n    found.extend(["-gencode", ${flag("90a")}])\n    if not old:\n        found.extend(["-gencode", ${flag("100f")}])\n    return found\n`,
      [["9.0", "10.0 10.3 if not old"]],
    ],
    [
      "from a first list on",
      `FLAGS = ["-O3", "-gencode", ${flag("90a")}]\nif NEW:\n    pass\nelse:\n    FLAGS += ["-gencode", ${flag("100a")}]\n`,
      [["9.0", "10.0 if not (NEW)"]],
    ],
    [
      "in a keyword of options",
      `def setup(options):\n    options["nvcc"].append(${flag("90a")})\n    options["nvcc"].append(${flag("100a")})\n`,
      [["9.0 10.0"]],
    ],
    ["by one alone", `flags = []\nflags.append("-gencode=arch=compute_90a,code=sm_90a")\n`, [["9.0"]]],
  ])("%s", async (_, text, expected) => {
    expect(await told(text)).toEqual(expected);
  });

  it("let in whom one of them lets in", async () => {
    const text = `f = ["-gencode", ${flag("90a")}]\nf.append("-gencode")\nf.append(${flag("120f")})\n`;
    const { gates } = await analyse(text);
    const whole = gates.find((gate) => gate.exemptFor(asked) === null);
    expect(deviceNames(whole?.admission.admits ?? 0)).toEqual(["9.0", "12.0", "12.1"]);
    expect(gates.map((gate) => gate.exemptFor(asked))).toContain("one of the 2 parts of f");
  });

  it("leave open what is worked out while the build runs", async () => {
    const text = `def flags(archs):\n    f = ["-gencode", ${flag("70")}]\n    for arch in archs:\n        f.append(f"arch=compute_{arch},code=sm_{arch}")\n    return f\n`;
    const { gates } = await analyse(text);
    expect(
      gates.every((gate) => gate.exemptFor(asked) !== null || (gate.admission.excludes & asked) === 0),
    ).toBe(true);
  });

  it("are different lists where the variables are", async () => {
    const text = `a = []\nb = []\na.append(${flag("90a")})\nb.append(${flag("100a")})\n`;
    expect(await told(text)).toEqual([["9.0"], ["10.0"]]);
  });

  it("are none where nothing is compiled for", async () => {
    expect(await told(`f = []\nf.append("-O3")\nf.append("sm_90")\n`)).toEqual([]);
  });

  it.each([
    ['sm90_flags = ["-gencode", FLAG] + common', []],
    ['sm90_flags = common + ["-gencode", FLAG]', []],
    ['cflags_sm80_sm90 = base.cflags + extra["x"] + ["-gencode", FLAG]', []],
    ['hopper_flags = (common + ["-gencode", FLAG])', []],
    ['all_flags = common + ["-gencode", FLAG]', [["9.0"]]],
    ['all_flags = sm90_flags + ["-gencode", FLAG]', [["9.0"]]],
    ['build(flags=common + ["-gencode", FLAG])', [["9.0"]]],
  ])("are one architecture's own by the name of the sum: %s", async (text, expected) => {
    expect(await told(`${text.replace("FLAG", flag("90a"))}\n`)).toEqual(expected);
  });
});
