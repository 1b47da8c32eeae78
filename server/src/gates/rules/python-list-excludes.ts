import type { Rule } from "./rule";
import { exclusionOf } from "./runtime";

const FORMS = new Set(["list", "table", "attribute"]);

export const pythonListExcludes: Rule = {
  id: "python-list-excludes",
  title: "A Python list or table leaves the device out",
  layers: ["python"],
  defaultSeverity: "warning",
  fixable: true,
  check: (view) => (FORMS.has(view.gate.form) ? exclusionOf(view) : null),
};
