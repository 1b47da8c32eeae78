import { DEVICES } from "../../arch/devices";
import { maskInWords } from "../../logic/names";
import type { Rule } from "./rule";

/** `min(sm, 90)`: what is built for a newer device is code for an older one. */
export const clampsArchitecture: Rule = {
  id: "clamps-architecture",
  title: "A newer device is taken for an older one",
  layers: ["python"],
  defaultSeverity: "information",
  fixable: false,
  check({ gate, asked, target, excludesTarget }) {
    if (gate.form !== "clamp" || excludesTarget !== true) return null;
    const newest = DEVICES.findLast((_, index) => (gate.admission.admits >> index) & 1);
    const who = `${maskInWords(asked, "devices")} (${target})`;
    return {
      severity: "information",
      message: `${who} is taken for ${newest?.name ?? "an older one"} here: machine code of that does not run on it, only PTX does, where it is kept.`,
    };
  },
};
