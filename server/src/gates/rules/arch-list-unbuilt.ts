import type { Rule } from "./rule";
import { exclusionOf } from "./runtime";

const FORMS = new Set(["gencode", "compile-target", "arch-list"]);

export const archListUnbuilt: Rule = {
  id: "arch-list-unbuilt",
  title: "A list of architectures builds no code for the device",
  layers: ["build", "python"],
  defaultSeverity: "warning",
  fixable: true,
  check: (view) => (view.gate.layer === "build" || FORMS.has(view.gate.form) ? exclusionOf(view) : null),
};
