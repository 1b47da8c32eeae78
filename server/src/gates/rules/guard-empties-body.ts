import type { Rule } from "./rule";
import { because, whoGetsIn } from "./words";

export const guardEmptiesBody: Rule = {
  id: "guard-empties-body",
  title: "A guard leaves a kernel or function with an empty body",
  layers: ["cuda-preprocessor"],
  defaultSeverity: "error",
  fixable: true,
  check(view) {
    if (view.excludesTarget !== true || view.excluded === 0 || view.consequence !== "empty") return null;
    const reason = view.reason?.kind;
    return {
      severity: reason === "hardware" || reason === "stated" ? "information" : "error",
      message: `${whoGetsIn(view)}. For ${view.target} the body is empty: it launches, does nothing, and the results are garbage${because(view.reason)}.`,
    };
  },
};
