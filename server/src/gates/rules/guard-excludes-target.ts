import type { Severity } from "../judgement";
import type { Rule, RuleView } from "./rule";
import { because, checkFirst, hasReason, isWhollyRefused, leftOut, lostWait, namedForOthers } from "./words";

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
      message: `${leftOut(view, view.target)}${because(view.reason)}.${lostWait(view)}${checkFirst(view)}${namedForOthers(view)}`,
      related: view.madeForOthers,
    };
  },
};

function severityOf(view: RuleView): Severity {
  if (hasReason(view)) return "information";
  return view.consequence === "skipped" ? "warning" : "information";
}
