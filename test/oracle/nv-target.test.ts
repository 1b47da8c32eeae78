import { expect, it } from "vitest";
import { passesOfSelector } from "../../server/src/arch/nv-target";
import { nvccPreprocess, nvccVersion } from "./nvcc";
import { passMask } from "./passes";

const version = nvccVersion();
if (version === null) console.log("nvcc is not there: the selectors of nv/target are held against nothing");

const SELECTORS = [
  ..."NV_ANY_TARGET NV_NO_TARGET NV_IS_HOST NV_IS_DEVICE".split(" "),
  ...[75, 80, 89, 90, 100, 120].flatMap((number) => [
    `NV_PROVIDES_SM_${number}`,
    `NV_IS_EXACTLY_SM_${number}`,
  ]),
  ...["90a", "100a"].map((name) => `NV_HAS_FEATURE_SM_${name}`),
];

it
  .skipIf(version === null)
  .each(["sm_80", "sm_90", "sm_90a", "sm_100a", "sm_120", "sm_120a", "sm_120f", "sm_121a"])(
  `nvcc ${version ?? ""} takes the selectors of nv/target as they are taken here, for %s`,
  (target) => {
    const lines = SELECTORS.map((name) => `NV_IF_ELSE_TARGET(${name}, (taken_${name};), (left_${name};))`);
    const text = nvccPreprocess(`#include <nv/target>\n${lines.join("\n")}\n`, target);
    const taken = SELECTORS.filter((name) => new RegExp(`\\btaken_${name}\\b`).test(text));
    const known = SELECTORS.filter((name) => new RegExp(`\\b(?:taken|left)_${name}\\b`).test(text));
    expect(known).toEqual(SELECTORS);
    expect(taken).toEqual(
      SELECTORS.filter((name) => ((passesOfSelector(name) ?? 0) & passMask(target)) !== 0),
    );
  },
);
