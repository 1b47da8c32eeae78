/** What counts as one condition: people count what they see, and a part of a condition is not a second one. */
import type { Gate } from "./gate";

/** A ladder is told by its arms, an `#else` by what it is the rest of, an operand by its whole. */
const NOT_OF_THEIR_OWN: ReadonlySet<string> = new Set(["ladder", "else", "operand", "unguarded"]);

export interface Condition<T> {
  readonly whole: T;
  /** The gates within its span: operands, and lists that it asks. */
  readonly parts: readonly T[];
}

/** Each condition once, in the order of the text. */
export function conditionsAmong<T>(all: readonly T[], gateOf: (each: T) => Gate): Condition<T>[] {
  const sorted = [...all].sort((a, b) => {
    const [one, other] = [gateOf(a).span, gateOf(b).span];
    return one.start - other.start || other.end - one.end || rank(gateOf(a)) - rank(gateOf(b));
  });
  const conditions: { whole: T; parts: T[] }[] = [];
  let end = -1;
  for (const each of sorted) {
    const gate = gateOf(each);
    const last = conditions.at(-1);
    if (last !== undefined && gate.span.end <= end) last.parts.push(each);
    else if (rank(gate) === 0) {
      conditions.push({ whole: each, parts: [] });
      end = gate.span.end;
    }
  }
  return conditions;
}

function rank({ form }: Gate): number {
  return NOT_OF_THEIR_OWN.has(form) ? 1 : 0;
}
