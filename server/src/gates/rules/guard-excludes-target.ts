import type { Severity } from "../judgement";
import type { Rule, RuleView } from "./rule";
import { asksForFeatures, because, checkFirst, isWhollyRefused, leftOut, lostWait } from "./words";

export const guardExcludesTarget: Rule = {
  id: "guard-excludes-target",
  title: "A guard leaves the target out",
  layers: ["cuda-preprocessor"],
  defaultSeverity: "warning",
  fixable: true,
  check(view) {
    if (!isWhollyRefused(view) && (view.excludesTarget !== true || view.excluded === 0)) return null;
    return {
      severity: severityOf(view),
      message: `${leftOut(view, view.target)}${because(view.reason)}.${lostWait(view)}${checkFirst(view)}`,
    };
  },
};

function severityOf(view: RuleView): Severity {
  if (view.reason?.kind !== "not apparent" || asksForFeatures(view)) return "information";
  return view.consequence === "skipped" ? "warning" : "information";
}
