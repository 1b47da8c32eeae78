import { maskInWords } from "../../logic/names";
import type { Rule } from "./rule";

export const needsSuffix: Rule = {
  id: "needs-suffix",
  title: "Only an architecture- or family-specific build gets in",
  layers: ["cuda-preprocessor"],
  defaultSeverity: "information",
  fixable: false,
  check(view) {
    if (view.excludesTarget !== false || view.excluded === 0) return null;
    const flag = maskInWords(view.admitted, "targets").replace(/ only$/, "");
    return {
      severity: "information",
      message: `Plain ${view.target} is left out; ${flag} gets in. Build with -gencode for ${flag}.`,
    };
  },
};
