import type { Rule } from "./rule";
import { exclusionOf } from "./runtime";

/** Every form that no other rule of the layer has taken. */
export const pythonConditionExcludes: Rule = {
  id: "python-condition-excludes",
  title: "A Python condition leaves the device out",
  layers: ["python"],
  defaultSeverity: "warning",
  fixable: true,
  check: (view) => (view.gate.form !== "test-skip" ? exclusionOf(view) : null),
};
