import type { Rule } from "./rule";
import { asksForFeatures, because, checkFirst, isWhollyRefused, leftOut } from "./words";

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
      severity: view.reason?.kind !== "not apparent" || asksForFeatures(view) ? "information" : "warning",
      message: `${leftOut(view, view.target)}${because(view.reason)}.${checkFirst(view)}`,
    };
  },
};
