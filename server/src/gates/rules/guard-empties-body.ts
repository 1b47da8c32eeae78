import type { Rule, RuleView } from "./rule";
import { because, checkFirst, hasReason, isWhollyRefused, leftOut, namedForOthers } from "./words";

export const guardEmptiesBody: Rule = {
  id: "guard-empties-body",
  title: "A guard leaves a kernel or function with an empty body",
  layers: ["cuda-preprocessor"],
  defaultSeverity: "error",
  fixable: true,
  check(view) {
    if (view.consequence !== "empty") return null;
    if (!isWhollyRefused(view) && (view.excludesTarget !== true || view.excluded === 0)) return null;
    return {
      severity: hasReason(view) ? "information" : "error",
      message: `${leftOut(view, view.target)}. ${effectOf(view)}, and the results are garbage${because(view.reason)}.${checkFirst(view)}${namedForOthers(view)}`,
      related: view.madeForOthers,
    };
  },
};

function effectOf({ gate }: RuleView): string {
  if (gate.bodyOf !== "function" && gate.bodyOf !== "value") return "It launches, does nothing";
  return `Calls of it ${gate.returnsInstead ?? "do nothing"}`;
}
