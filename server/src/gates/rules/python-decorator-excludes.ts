import type { Rule } from "./rule";
import { exclusionOf } from "./runtime";

export const pythonDecoratorExcludes: Rule = {
  id: "python-decorator-excludes",
  title: "A Python decorator refuses the device",
  layers: ["python"],
  defaultSeverity: "warning",
  fixable: true,
  check: (view) => (view.gate.form === "decorator" ? exclusionOf(view) : null),
};
