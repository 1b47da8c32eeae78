import { forgottenIn } from "./forgets-sibling";
import type { Rule } from "./rule";
import { exclusionOf } from "./runtime";

/** Of interest to who looks after the tests; off unless asked for. */
export const pythonTestSkip: Rule = {
  id: "python-test-skip",
  title: "A test is skipped on the device",
  layers: ["python"],
  defaultSeverity: "off",
  fixable: true,
  check(view) {
    const finding = view.gate.form === "test-skip" ? (exclusionOf(view) ?? forgottenIn(view)) : null;
    return finding === null ? null : { ...finding, severity: "hint" };
  },
};
