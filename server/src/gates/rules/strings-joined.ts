import type { Rule } from "./rule";

/** `"sm_90a" "sm_100a"`: Python makes one string of two, and neither architecture is in the list. */
export const stringsJoined: Rule = {
  id: "strings-joined",
  title: "Two architectures are joined for want of a comma",
  layers: ["python"],
  defaultSeverity: "warning",
  fixable: true,
  check(view) {
    if (view.gate.form !== "joined-strings") return null;
    return {
      severity: "warning",
      message: `A comma is missing: ${view.gate.text.replace(/\s+/g, " ")} is one string, which names no architecture.`,
    };
  },
};
