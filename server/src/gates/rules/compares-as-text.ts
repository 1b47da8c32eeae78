import { maskInWords } from "../../logic/names";
import type { Rule } from "./rule";

/** `arch >= "sm_89"`: text is ordered character by character, so "sm_120" comes before "sm_89". */
export const comparesAsText: Rule = {
  id: "compares-as-text",
  title: "Names of architectures are ordered as text",
  layers: ["python"],
  defaultSeverity: "warning",
  fixable: true,
  check({ gate, asked, target }) {
    const { claim, admission } = gate;
    if (gate.form !== "text-comparison" || claim === null) return null;
    const differs = (claim.mask ^ admission.admits) & asked & (admission.admits | admission.excludes);
    if (differs === 0) return null;
    const who = `${maskInWords(differs, "devices")} (${target})`;
    const lost = (differs & claim.mask) !== 0;
    return {
      severity: "warning",
      message: `${lost ? "Left out" : "Let in"}: ${who}. '${claim.text}' orders text, character by character; ordered as numbers it would be ${lost ? "let in" : "left out"}.`,
    };
  },
};
