import { maskInWords } from "../../logic/names";
import { devicesOf, lowestOf, variantMask } from "../../logic/sets";
import type { Mask } from "../../logic/sets";
import type { Finding, Rule, RuleView } from "./rule";
import type { Evidence, InstructionUse } from "../gate";

/** The opposite fault: the gate lets the target in to code that none of its variants can assemble. */
export const tooWide: Rule = {
  id: "too-wide",
  title: "A gate lets the target in to an instruction it does not have",
  layers: ["cuda-preprocessor", "cuda-host"],
  defaultSeverity: "error",
  fixable: true,
  check(view) {
    if (view.admitted === 0 || view.gate.form === "ladder") return null;
    const missing = missingInstructions(view, variantMask(view.target));
    const [first] = missing;
    if (first === undefined) return null;
    if (view.gate.form === "unguarded") return kernelFinding(view, missing, first);
    return view.gate.layer === "cuda-host" ? hostFinding(view, missing) : guardFinding(view, missing, first);
  },
};

function guardFinding(view: RuleView, missing: readonly InstructionUse[], first: InstructionUse): Finding {
  return {
    severity: "error",
    message: `${view.target} gets in, but no variant of it has ${first.name}${andMore(missing)}: that exists on ${maskInWords(first.targets, "targets")}. Assembling for ${view.target} fails.`,
    related: evidenceOf(missing),
  };
}

/** Under no guard: where the file is compiled for others alone, that is as it should be. */
function kernelFinding(view: RuleView, missing: readonly InstructionUse[], first: InstructionUse): Finding {
  return {
    severity: "information",
    message: `Cannot be compiled for ${view.target}, and no guard says so: ${view.gate.text}. ${first.name}${andMore(missing)} exists on ${maskInWords(first.targets, "targets")}.`,
    related: evidenceOf(missing),
  };
}

/**
 * A lower bound that stands for an instruction: it starts where that does, and newer devices without it get in. What a
 * check lets in to is found by calls inside the file, so it is a warning.
 */
function hostFinding(view: RuleView, missing: readonly InstructionUse[]): Finding | null {
  const { admits } = view.gate.admission;
  const standsFor = (use: InstructionUse): boolean => {
    const able = devicesOf(use.targets);
    return (able & admits) !== 0 && lowestOf(able) === lowestOf(admits);
  };
  const meant = missing.filter(standsFor);
  const [first] = meant;
  if (first === undefined) return null;
  const who = `${maskInWords(view.asked, "devices")} (${view.target})`;
  return {
    severity: "warning",
    message: `${who} gets in, but what this opens uses ${first.name}${andMore(meant)}: that exists on ${maskInWords(first.targets, "targets")}.`,
    related: evidenceOf(meant),
  };
}

function andMore(missing: readonly InstructionUse[]): string {
  const more = new Set(missing.map((use) => use.name)).size - 1;
  return more > 0 ? ` (and ${more} more)` : "";
}

function evidenceOf(missing: readonly InstructionUse[]): Evidence[] {
  return missing.slice(0, 8).map((use) => ({
    ...(use.file === undefined ? {} : { file: use.file }),
    span: use.span,
    text: `${use.name}, on ${maskInWords(use.targets, "targets")}`,
  }));
}

/** Whole instructions only: that a name sounds like one is not enough. */
function missingInstructions(view: RuleView, variants: Mask): InstructionUse[] {
  return view.gate.instructions.filter((use) => !use.approximate && (use.targets & variants) === 0);
}
