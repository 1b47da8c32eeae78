import { evaluate, item, sourceText, unknownOf } from "./evaluate";
import type { Frame } from "./frame";
import { ALWAYS, andV, NEVER, orV } from "./logic";
import { compare } from "./operators";
import type { CaseTest, Pattern } from "./syntax";
import { bool, FALSE, int, isUnknown, map, map2, unknown, type Val, type Vec } from "./values";

/** Whether the subject matches, on each device; what is captured is bound. */
export function evalCase(node: CaseTest, frame: Frame): Vec {
  const subject = evaluate(node.subject, frame);
  const matched = matches(subject, node.pattern, node, frame);
  return node.guard === null ? matched : andV(matched, evaluate(node.guard, frame));
}

function matches(subject: Vec, pattern: Pattern, node: CaseTest, frame: Frame): Vec {
  const text = `${sourceText(node.subject, frame)} matches ${sourceText(node, frame)}`;
  switch (pattern.kind) {
    case "value": {
      const op = pattern.value.kind === "constant" ? "is" : "==";
      return map2(subject, evaluate(pattern.value, frame), (a, b) => compare(op, a, b, text));
    }
    case "capture":
      if (pattern.name !== null) frame.scope.set(pattern.name, subject);
      return ALWAYS;
    case "either":
      return pattern.patterns.map((one) => matches(subject, one, node, frame)).reduce(orV, NEVER);
    case "as":
      frame.scope.set(pattern.name, subject);
      return matches(subject, pattern.pattern, node, frame);
    case "sequence": {
      const { items, star } = pattern;
      const least = star < 0 ? items.length : items.length - 1;
      const fits = map(subject, (value) => hasLength(value, least, star >= 0, text));
      return items
        .map((one, index): Vec => {
          if (index === star) return ALWAYS;
          const place = int(star >= 0 && index > star ? index - items.length : index);
          const part = map(subject, (value) => item(value, place) ?? unknownOf(node.subject, frame));
          return matches(part, one, node, frame);
        })
        .reduce(andV, fits);
    }
    case "other":
      return [unknown(text)];
  }
}

function hasLength(value: Val, length: number, orMore: boolean, text: string): Val {
  if (value.t === "cap" && value.unit === null) return bool(length === 2 || (orMore && length < 2));
  if (value.t === "seq" && value.kind !== "set") {
    return bool(orMore ? value.items.length >= length : value.items.length === length);
  }
  return isUnknown(value) || value.t === "inst" ? unknown(text) : FALSE;
}
