import type { Rule } from "./rule";
import { exclusionOf } from "./runtime";

export const hostCheckExcludes: Rule = {
  id: "host-check-excludes",
  title: "A host check leaves the device out",
  layers: ["cuda-host"],
  defaultSeverity: "warning",
  fixable: true,
  check: (view) => (view.gate.layer === "cuda-host" ? exclusionOf(view) : null),
};
