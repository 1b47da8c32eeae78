import type { Rule } from "./rule";
import { exclusionOf } from "./runtime";

/** `if not is_sm100_supported(device): raise`: what decides is a function's answer, here or in another module. */
export const pythonPredicateExcludes: Rule = {
  id: "python-predicate-excludes",
  title: "A Python predicate that decides leaves the device out",
  layers: ["python"],
  defaultSeverity: "warning",
  fixable: true,
  check: (view) => (view.gate.form === "predicate" ? exclusionOf(view) : null),
};
