import { maskInWords } from "../../logic/names";
import type { Rule, RuleView } from "./rule";
import type { InstructionUse } from "../gate";

/** The opposite fault: the guard lets the target in to code that none of its variants can assemble. */
export const tooWide: Rule = {
  id: "too-wide",
  title: "A guard lets the target in to an instruction it does not have",
  layers: ["cuda-preprocessor"],
  defaultSeverity: "error",
  fixable: true,
  check(view) {
    if (view.admitted === 0 || view.gate.form === "ladder") return null;
    const missing = missingInstructions(view);
    const [first] = missing;
    if (first === undefined) return null;
    const more = new Set(missing.map((use) => use.name)).size - 1;
    return {
      severity: "error",
      message: `${view.target} gets in, but no variant of it has ${first.name}${more > 0 ? ` (and ${more} more)` : ""}: that exists on ${maskInWords(first.targets, "targets")}. Assembling for ${view.target} fails.`,
      related: missing.slice(0, 8).map((use) => ({
        ...(use.file === undefined ? {} : { file: use.file }),
        span: use.span,
        text: `${use.name}, on ${maskInWords(use.targets, "targets")}`,
      })),
    };
  },
};

/** Whole instructions only: that a name sounds like one is not enough for an error. */
function missingInstructions(view: RuleView): InstructionUse[] {
  return view.gate.instructions.filter((use) => !use.approximate && (use.targets & view.asked) === 0);
}
