/** Findings silenced where they stand: `sm-lens: ignore[rule] why`, on the gate's line or alone on the one above. */
import { lineAt, lineText } from "../text/source";
import type { SourceText } from "../text/source";
import type { JudgedGate } from "./judgement";

const DIRECTIVE = /(?:\/\/|\/\*|#).*?\bsm-lens:\s*ignore\[([^\]]*)\]\s*(.*?)\s*(?:\*\/\s*)?\\?$/;

/** Leaves the verdict and takes the rule away. A comment that gives no reason silences nothing. */
export function applySuppressions(judged: readonly JudgedGate[], source: SourceText): JudgedGate[] {
  if (!source.text.includes("sm-lens:")) return [...judged];
  return judged.map((one) => (one.rule === null ? one : suppressed(one, one.rule, source)));
}

function suppressed(one: JudgedGate, rule: string, source: SourceText): JudgedGate {
  const line = lineAt(source, one.gate.span.start);
  const above = lineText(source, line - 1);
  const alone = /^\s*(?:\/\/|\/\*)/.test(above) || (hasHashComments(one) && /^\s*#/.test(above));
  const comment = ignoring(lineText(source, line), rule) ?? (alone ? ignoring(above, rule) : null);
  if (comment === null) return one;
  if (comment === "")
    return { ...one, message: `${one.message} (The comment that is to silence this gives no reason.)` };
  return { ...one, rule: null, severity: null, message: `${one.message} Silenced: ${comment}` };
}

/** The reason given for ignoring `rule` on this line, "" where none is; null where the line does not ignore it. */
function ignoring(text: string, rule: string): string | null {
  const match = DIRECTIVE.exec(text);
  if (match === null) return null;
  const rules = (match[1] ?? "").split(",").map((name) => name.trim());
  return rules.includes(rule) ? (match[2] ?? "") : null;
}

/** In C++ a line that starts with `#` is a directive. */
function hasHashComments({ gate }: JudgedGate): boolean {
  return gate.layer === "python" || gate.layer === "build";
}
