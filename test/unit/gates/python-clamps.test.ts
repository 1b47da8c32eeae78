/** Newer devices that are taken for older ones. */
import { describe, expect, it } from "vitest";
import { CAP, find, rulesOf } from "./python-findings";

describe("a newer device that is taken for an older one", () => {
  const limit = "def newest(cuda):\n    if cuda < (11, 0):\n        return 75\n    return 90\n\n";

  it.each([
    ["by a number", `${CAP}arch = min(sm, 90)\n`],
    ["the other way round", `${CAP}arch = min(90, sm)\n`],
    ["by what a function knows", `${limit}def target(sm, cuda):\n    return min(sm, newest(cuda))\n`],
  ])("%s", async (_, text) => {
    const found = await find(text);
    expect(rulesOf(found)).toEqual(["clamps-architecture"]);
    expect(found.findings[0]?.severity).toBe("information");
    expect(rulesOf(await find(text, "sm_90"))).toEqual([]);
  });

  const ladder = (first: string, last: string): string =>
    `def newest(cuda):\n    if ${first}:\n        return 75\n    elif ${last}:\n        return 86\n    else:\n        return 90\n\ndef target(sm, cuda):\n    return min(sm, newest(cuda))\n`;

  it.each([
    ["cuda < (11, 0)", "cuda < (11, 8)", "elif cuda < (12, 8):", "elif cuda < (12, 9):"],
    ["cuda < 11.0", "cuda < 11.8", "elif cuda < 12.8:", "elif cuda < 12.9:"],
    [
      'cuda < Version("11.0")',
      'cuda < Version("11.8")',
      'elif cuda < Version("12.8"):',
      'elif cuda < Version("12.9"):',
    ],
  ])("is known from the toolkits on that brought it: %s", async (first, last, old, next) => {
    const text = ladder(first, last);
    expect((await find(text)).fixed).toEqual([
      text.replace(
        "    else:\n        return 90\n",
        `    ${old}\n        return 90\n    ${next}\n        return 120\n    else:\n        return 121\n`,
      ),
    ]);
  });

  it.each([
    ["versions of something else", "torch_version < (1, 0)", "torch_version < (2, 1)"],
    ["a capability", "cuda_arch < (8, 0)", "cuda_arch < (9, 0)"],
    ["a toolkit that knows them", "cuda < (11, 0)", "cuda < (12, 9)"],
    ["what has no two parts", "cuda < 11000", "cuda < 11080"],
    ["the other way round", "cuda < (11, 0)", "cuda <= (11, 8)"],
  ])("and by no edit where the ladder asks for %s", async (_, first, last) => {
    expect((await find(ladder(first, last))).fixed).toEqual([]);
  });

  it.each([
    ["the number of multiprocessors", "def blocks(sm):\n    return min(sm, 90)\n"],
    ["a size", "def stages(num_sm, limit):\n    return min(num_sm, limit, 90)\n"],
    ["the oldest of several devices", `${CAP}lowest = min(cc, (9, 0))\n`],
    ["a limit that is no architecture", `${CAP}arch = min(sm, 64)\n`],
    ["what is not known", `${CAP}def target(limit):\n    return min(sm, limit)\n`],
  ])("not %s", async (_, text) => {
    expect(rulesOf(await find(text))).toEqual([]);
  });
});
