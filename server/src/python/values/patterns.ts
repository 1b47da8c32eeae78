import { evaluate, item, lookupKey, sourceText, unknownOf } from "../evaluate/evaluate";
import type { Frame } from "../evaluate/frame";
import { bindOnTheWay, given } from "../evaluate/guards";
import { ALWAYS, andV, chooseV, NEVER, orV } from "./logic";
import { compare } from "./operators";
import { attributeOf, basesOf, memberOf, nameOf } from "../evaluate/resolve";
import type { CaseTest, Expr, Pattern } from "../syntax/syntax";
import { restOf } from "../evaluate/targets";
import {
  at,
  bool,
  FALSE,
  int,
  isUnknown,
  map,
  map2,
  NONE,
  unknown,
  type ClassInfo,
  type Val,
  type Vec,
} from "./values";

/** Whether the subject matches, on each device; what is captured is bound. */
export function evalCase(node: CaseTest, frame: Frame): Vec {
  const subject = evaluate(node.subject, frame);
  const captured: Captured = new Map();
  const text = `${sourceText(node.subject, frame)} matches ${sourceText(node, frame)}`;
  const matched = matches(subject, node.pattern, { node, frame, text }, captured);
  return given(frame, matched, true, () => {
    for (const [name, value] of captured) bindOnTheWay(name, value, frame);
    return node.guard === null ? matched : andV(matched, evaluate(node.guard, frame));
  });
}

type Captured = Map<string, Vec>;
interface Case {
  readonly node: CaseTest;
  readonly frame: Frame;
  readonly text: string;
}

function matches(subject: Vec, pattern: Pattern, at: Case, captured: Captured): Vec {
  const { node, frame, text } = at;
  switch (pattern.kind) {
    case "value": {
      const op = pattern.value.kind === "constant" ? "is" : "==";
      return map2(subject, evaluate(pattern.value, frame), (a, b) => compare(op, a, b, text));
    }
    case "capture":
      if (pattern.name !== null) captured.set(pattern.name, subject);
      return ALWAYS;
    case "either":
      return either(subject, pattern.patterns, at, captured);
    case "as":
      captured.set(pattern.name, subject);
      return matches(subject, pattern.pattern, at, captured);
    case "sequence": {
      const { items, star } = pattern;
      const least = star < 0 ? items.length : items.length - 1;
      const fits = map(subject, (value) => hasLength(value, least, star >= 0, text));
      return items
        .map((one, index): Vec => {
          if (index === star) {
            const rest = map(subject, (value) => restOf(value, index, items.length - 1 - index));
            return matches(rest, one, at, captured);
          }
          const place = int(star >= 0 && index > star ? index - items.length : index);
          const part = map(subject, (value) => item(value, place) ?? unknownOf(node.subject, frame));
          return matches(part, one, at, captured);
        })
        .reduce(andV, fits);
    }
    case "mapping":
      return mapping(subject, pattern, at, captured);
    case "class":
      return ofClass(subject, pattern, at, captured);
    case "other":
      return [unknown(text)];
  }
}

/** What is captured is what the first that matches captures. */
function either(subject: Vec, patterns: readonly Pattern[], at: Case, captured: Captured): Vec {
  const all = patterns.map((one) => {
    const names: Captured = new Map();
    return { when: matches(subject, one, at, names), names };
  });
  for (const { when, names } of all.reverse()) {
    for (const [name, value] of names) captured.set(name, chooseV(when, value, captured.get(name) ?? value));
  }
  return all.map(({ when }) => when).reduce(orV, NEVER);
}

function mapping(
  subject: Vec,
  { entries, rest }: Extract<Pattern, { kind: "mapping" }>,
  at: Case,
  captured: Captured,
): Vec {
  const { frame, text } = at;
  const isMapping = map(subject, (value) =>
    value.t === "dict" ? bool(true) : isUnknown(value) || value.t === "inst" ? unknown(text) : FALSE,
  );
  const keys = entries.map(({ key }) => evaluate(key, frame));
  const answers = entries.map(({ pattern }, index): Vec => {
    const found = map2(subject, keys[index] ?? [NONE], (value, key) => entryOf(value, key) ?? unknown(text));
    const isThere = map2(subject, keys[index] ?? [NONE], (value, key) =>
      value.t === "dict" ? bool(entryOf(value, key) !== null) : unknown(text),
    );
    return andV(isThere, matches(found, pattern, at, captured));
  });
  if (rest !== null) {
    captured.set(
      rest,
      keys.reduce<Vec>(
        (left, key) =>
          map2(left, key, (value, one) =>
            value.t === "dict"
              ? {
                  t: "dict",
                  entries: value.entries.filter(([other]) => compare("==", one, other, "") === FALSE),
                }
              : unknown(rest),
          ),
        subject,
      ),
    );
  }
  return answers.reduce(andV, isMapping);
}

function entryOf(value: Val, key: Val): Val | null {
  return value.t === "dict" ? lookupKey(value.entries, key) : null;
}

function ofClass(
  subject: Vec,
  { type, positional, keywords }: Extract<Pattern, { kind: "class" }>,
  place: Case,
  captured: Captured,
): Vec {
  const { frame, text } = place;
  const wanted = at(evaluate(type, frame), 0);
  const is = map(subject, (value) => isInstance(value, wanted, type, frame) ?? unknown(text));
  const part = (name: string): Vec => attributeOf(subject, name, `${text}.${name}`, frame);
  const names = wanted.t === "class" ? matchArguments(wanted.info, frame) : null;
  // Of `int(x)`, `x` is the number itself.
  const parts = positional.map((one, index): Vec => {
    const name = names?.[index];
    const value = names === null ? subject : name === undefined ? [unknown(text)] : part(name);
    return matches(value, one, place, captured);
  });
  const named = keywords.map(({ name, pattern }) => matches(part(name), pattern, place, captured));
  return [...parts, ...named].reduce(andV, is);
}

const BUILT_IN: Readonly<Record<string, (value: Val) => boolean>> = {
  int: ({ t }) => t === "int" || t === "bool",
  bool: ({ t }) => t === "bool",
  float: ({ t }) => t === "float",
  str: ({ t }) => t === "str",
  tuple: (value) => value.t === "seq" && value.kind === "tuple",
  list: (value) => value.t === "seq" && value.kind === "list",
  set: (value) => value.t === "seq" && value.kind === "set",
  dict: ({ t }) => t === "dict",
};

/** Null: not known. */
function isInstance(value: Val, wanted: Val, type: Expr, frame: Frame): Val | null {
  const isPlain = !isUnknown(value) && value.t !== "cap" && value.t !== "version" && value.t !== "enum";
  if (wanted.t === "class") {
    if (value.t === "inst") return descends(value.info, wanted.info, frame, 0) ? bool(true) : null;
    return isPlain && !(value.t === "seq" && value.kind === "tuple") ? FALSE : null;
  }
  const name = nameOf(type);
  const test = isUnknown(wanted) && Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name] : undefined;
  return test === undefined || !isPlain || value.t === "inst" ? null : bool(test(value));
}

const DEEPEST_CLASS = 12;

function descends(info: ClassInfo, from: ClassInfo, frame: Frame, depth: number): boolean {
  if (info.span.start === from.span.start && info.module === from.module) return true;
  return (
    depth < DEEPEST_CLASS && basesOf(info, frame.world).some((base) => descends(base, from, frame, depth + 1))
  );
}

/** The attributes for patterns without a name. */
function matchArguments(info: ClassInfo, frame: Frame): readonly string[] {
  const list = memberOf(info, "__match_args__", { t: "class", info }, frame)?.[0];
  return list?.t === "seq" ? list.items.flatMap((name) => (name.t === "str" ? [name.v] : [])) : [];
}

function hasLength(value: Val, length: number, orMore: boolean, text: string): Val {
  if (value.t === "cap" && value.unit === null) return bool(length === 2 || (orMore && length < 2));
  if (value.t === "seq" && value.kind !== "set") {
    return bool(orMore ? value.items.length >= length : value.items.length === length);
  }
  return isUnknown(value) || value.t === "inst" ? unknown(text) : FALSE;
}
