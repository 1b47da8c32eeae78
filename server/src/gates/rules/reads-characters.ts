import { maskInWords } from "../../logic/names";
import { isPythonShape } from "../../python/shape";
import type { Rule } from "./rule";

/** `cc[0] + cc[2]`, `arch[3:5]`, `re.match("sm_.."…)`: right while every major had one digit. */
export const readsCharacters: Rule = {
  id: "reads-characters",
  title: "The name of an architecture is read by the places of its characters",
  layers: ["python"],
  defaultSeverity: "warning",
  fixable: true,
  check({ gate, asked, target, excludesTarget }) {
    if (gate.form !== "fixed-characters" || excludesTarget !== true) return null;
    const who = `${maskInWords(asked, "devices")} (${target})`;
    if (!isPythonShape(gate.shape) || gate.shape.kind !== "characters") return null;
    const { what, gives } = gate.shape;
    return {
      severity: "warning",
      message: `Left out: ${who}. '${gate.text}' reads ${what === gate.text ? "names" : `'${what}'`} by the places of characters, for majors of one digit: ${gives}.`,
    };
  },
};
