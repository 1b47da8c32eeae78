import { describe, expect, it } from "vitest";
import { analyse, makeSession } from "./analysis";
import { compare, describe as tell } from "./compare";
import { corpus, expanded } from "./corpus";
import { nvccDiagnose, nvccVersion } from "./nvcc";
import { passMask } from "./passes";
import { mark } from "./reference";

const version = nvccVersion();
if (version === null) console.log("nvcc is not there: nothing is held against it");

describe.skipIf(version === null)(`nvcc ${version ?? ""} leaves standing what the analysis says`, () => {
  describe.each(["sm_90a", "sm_120", "sm_120f", "sm_121a"])("for %s", (target) => {
    it.each([...corpus(), ...expanded()])("in $name", async ({ text }) => {
      const marked = await mark(text);
      const asked = passMask(target);
      const standing = marked.standing(marked.count === 0 ? "" : nvccDiagnose(marked.text, target));
      const branches = marked.branches((branch) => (standing.has(branch) ? asked : 0));
      const answers = analyse(text, makeSession({ assumeUndefined: true }));
      const { mismatches } = await compare(text, answers, { mode: "whole", asked, branches });
      expect(mismatches.map(tell)).toEqual([]);
    });
  });
});
