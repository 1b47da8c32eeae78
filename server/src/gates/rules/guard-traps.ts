import type { Rule } from "./rule";
import { because, checkFirst, hasReason, isWhollyRefused, leftOut, namedForOthers } from "./words";

export const guardTraps: Rule = {
  id: "guard-traps",
  title: "A guard sends the target into a trap",
  layers: ["cuda-preprocessor"],
  defaultSeverity: "warning",
  fixable: true,
  check(view) {
    if (view.consequence !== "traps") return null;
    if (!isWhollyRefused(view) && (view.excludesTarget !== true || view.excluded === 0)) return null;
    return {
      severity: hasReason(view) ? "information" : "warning",
      message: `${leftOut(view, view.target)}${because(view.reason)}.${checkFirst(view)}${namedForOthers(view)}`,
      related: view.madeForOthers,
    };
  },
};
