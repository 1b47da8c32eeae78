/** Guards that a file repeats for one hardware reason are one finding with its places. */
import type { JudgedGate } from "./judgement";

/** The first of each group keeps the rule and names the others; those keep their verdict and lose the rule. */
export function groupRepeated(judged: readonly JudgedGate[]): JudgedGate[] {
  const groups = new Map<string, JudgedGate[]>();
  for (const one of judged) {
    const key = groupKey(one);
    if (key === null) continue;
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [one]);
    else group.push(one);
  }
  const replaced = new Map<JudgedGate, JudgedGate>();
  for (const [first, ...rest] of groups.values()) {
    if (first === undefined || rest.length === 0) continue;
    const places = rest.map((one) => ({
      span: one.operand ?? one.gate.span,
      text: "the same guard, for the same reason",
    }));
    const count = `${rest.length} more ${rest.length === 1 ? "place" : "places"} in this file`;
    replaced.set(first, {
      ...first,
      message: `${first.message} The same in ${count}.`,
      related: [...first.related, ...places],
    });
    for (const one of rest) replaced.set(one, { ...one, rule: null, severity: null, toldWith: one.rule });
  }
  return judged.map((one) => replaced.get(one) ?? one);
}

/** Null for what is not grouped: findings somebody may want to open are told one by one. */
function groupKey({ rule, reason, gate }: JudgedGate): string | null {
  const [evidence] = reason?.evidence ?? [];
  if (rule === null || reason?.kind !== "hardware" || evidence === undefined) return null;
  const family = /^[\w:]+/.exec(evidence.text)?.[0] ?? evidence.text;
  return JSON.stringify([gate.layer, gate.text.replace(/\s+/g, " "), family]);
}
