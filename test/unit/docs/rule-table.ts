import { ALL_RULES } from "../../../server/src/gates/rules/registry";
import type { RuleInfo } from "../../../server/src/gates/rules/rule";
import { table } from "./markdown";

const LAYERS: Readonly<Record<RuleInfo["layers"][number], string>> = {
  "cuda-preprocessor": "`#if` guards",
  "cuda-host": "host C++",
  python: "Python",
  build: "build files",
};

/** All rules as a table, in the order of the registry. */
export function ruleTable(linkTo: (id: string) => string): string {
  const rows = ALL_RULES.map(({ id, title, layers, defaultSeverity, fixable }) => [
    `[${id}](${linkTo(id)})`,
    title,
    layers.map((layer) => LAYERS[layer]).join(", "),
    defaultSeverity,
    fixable ? "yes" : "no",
  ]);
  return table(["Rule", "Finds", "In", "Worst severity", "Fixes"], rows);
}
