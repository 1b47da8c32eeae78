/** Findings silenced where they stand: `sm-lens: ignore[rule] why`, on the gate's line or alone on the one above. */
import { lineAt, lineText } from "../text/source";
import type { SourceText } from "../text/source";
import { alike } from "../text/spelling";
import type { JudgedGate } from "./judgement";
import { ALL_RULES } from "./rules/registry";

const DIRECTIVE = /(?:\/\/|\/\*|#).*?\bsm-lens:\s*ignore\[([^\]]*)\]\s*(.*?)\s*(?:\*\/\s*)?\\?$/;

const RULE_IDS: readonly string[] = ALL_RULES.map(({ id }) => id);
const LONGEST_SHOWN = 40;

/** Leaves the verdict and takes the rule away. A comment that gives no reason silences nothing. */
export function applySuppressions(judged: readonly JudgedGate[], source: SourceText): JudgedGate[] {
  if (!source.text.includes("sm-lens:")) return [...judged];
  const told = rulesByLine(judged, source);
  return judged.map((one) => (one.rule === null ? one : suppressed(one, one.rule, told, source)));
}

/** The rules of the findings that start on each line. */
type Told = ReadonlyMap<number, readonly string[]>;

function rulesByLine(judged: readonly JudgedGate[], source: SourceText): Told {
  const told = new Map<number, string[]>();
  for (const { gate, rule } of judged) {
    if (rule === null) continue;
    const line = lineAt(source, gate.span.start);
    told.set(line, [...(told.get(line) ?? []), rule]);
  }
  return told;
}

function suppressed(one: JudgedGate, rule: string, told: Told, source: SourceText): JudgedGate {
  const line = lineAt(source, one.gate.span.start);
  const above = lineText(source, line - 1);
  const alone = /^\s*(?:\/\/|\/\*)/.test(above) || (hasHashComments(one) && /^\s*#/.test(above));
  const lines = [lineText(source, line), ...(alone ? [above] : [])];
  const comment = lines.map((text) => ignoring(text, rule)).find((reason) => reason !== null) ?? null;
  if (comment === null) {
    const note = missedAim(lines, rule, told.get(line) ?? []);
    return note === null ? one : { ...one, message: `${one.message} (${note})` };
  }
  if (comment === "")
    return { ...one, message: `${one.message} (The comment that is to silence this gives no reason.)` };
  return { ...one, rule: null, severity: null, message: `${one.message} Silenced: ${comment}` };
}

/** The reason given for ignoring `rule` on this line, "" where none is; null where the line does not ignore it. */
function ignoring(text: string, rule: string): string | null {
  const match = DIRECTIVE.exec(text);
  if (match === null) return null;
  return namesIn(text).includes(rule) ? (match[2] ?? "") : null;
}

/** The rules that a line names to be ignored, whether or not there are such. */
function namesIn(text: string): string[] {
  const names = DIRECTIVE.exec(text)?.[1] ?? "";
  return names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

const WITHOUT_RULE = /(?:\/\/|\/\*|#).*?\bsm-lens:\s*ignore\b(?!\[)/;

/** Why comments on the lines do not silence a finding of the rule, where they seem to be meant to; null where none does. */
function missedAim(lines: readonly string[], rule: string, told: readonly string[]): string | null {
  const names = lines.flatMap((text) => namesIn(text));
  const unknown = names.find((name) => !RULE_IDS.includes(name));
  if (unknown !== undefined) return noSuchRule(unknown);
  // What silences another finding of the line is not meant for this one.
  if (names.length > 0 && !names.some((name) => told.includes(name)))
    return `The comment beside it silences ${names.join(", ")}; this is ${rule}.`;
  return lines.some((text) => WITHOUT_RULE.test(text))
    ? `The comment that is to silence this names no rule: write ignore[${rule}] and why.`
    : null;
}

function noSuchRule(name: string): string {
  const near = alike(name, RULE_IDS);
  const hint = near.length === 0 ? "." : `; did you mean ${near.join(", ")}?`;
  const shown = name.length > LONGEST_SHOWN ? `${name.slice(0, LONGEST_SHOWN)}…` : name;
  return `A comment is to silence '${shown}', and there is no such rule${hint}`;
}

/** In C++ a line that starts with `#` is a directive. */
function hasHashComments({ gate }: JudgedGate): boolean {
  return gate.layer === "python" || gate.layer === "build";
}
