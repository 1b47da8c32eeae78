/**
 * Assembles the measured instruction forms again. By default a sample; SM_LENS_PTX=all takes all of them (minutes).
 * Needs ptxas, and the version that the facts were measured with: another one may well answer differently.
 */
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { TARGETS } from "../../server/src/arch/targets";
import { INSTRUCTION_FORMS } from "../../server/src/arch/instructions";
// @ts-expect-error a plain script without declarations
import { assemble, ptxasVersion, withScratch } from "../../scripts/ptx-module.mjs";

interface Probe {
  readonly name: string;
  readonly ptx: string;
  readonly accepted: readonly string[];
}

const run = {
  assemble: assemble as (folder: string, target: string, probes: readonly string[]) => string,
  version: ptxasVersion as () => string | null,
  withScratch: withScratch as (use: (folder: string) => void) => void,
};

const facts = JSON.parse(readFileSync(new URL("../../data/ptx-support.json", import.meta.url), "utf8")) as {
  source: string;
  probes: Probe[];
};
const probes = facts.probes.filter((probe) => probe.ptx !== "" && !probe.ptx.startsWith("."));
const all = process.env["SM_LENS_PTX"] === "all";
const version = run.version();
const usable = version !== null && facts.source.includes(version);
if (!usable)
  console.warn(`ptxas of the facts (${facts.source.slice(0, 24)}…) not found: forms are not assembled again`);

/** Every 40th that the target must reject; each costs a run of its own. */
const REJECTED_SAMPLE = all ? 1 : 40;

describe("instruction facts", () => {
  it("are generated from the measurement", () => {
    expect(INSTRUCTION_FORMS.map((form) => form.name)).toEqual(probes.map((probe) => probe.name));
  });

  describe.skipIf(!usable)("assembled again", () => {
    it.each(TARGETS.map((target) => target.name))(
      "%s",
      (target) => {
        run.withScratch((folder) => {
          const accepted = probes.filter((probe) => probe.accepted.includes(target));
          expect(
            run.assemble(
              folder,
              target,
              accepted.map((probe) => probe.ptx),
            ),
          ).toBe("");
          const rejected = probes.filter((probe) => !probe.accepted.includes(target));
          const wrong = rejected
            .filter((_, index) => index % REJECTED_SAMPLE === 0)
            .filter((probe) => run.assemble(folder, target, [probe.ptx]) === "");
          expect(wrong.map((probe) => probe.name)).toEqual([]);
        });
      },
      1_200_000,
    );
  });
});
