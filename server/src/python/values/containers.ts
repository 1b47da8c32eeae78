import { contains, compare } from "./operators";
import { FALSE, isUnknown, NONE, TRUE, type Val } from "./values";

type Items = readonly Val[];
type Entries = readonly (readonly [Val, Val])[];
export type Container = Extract<Val, { t: "seq" | "dict" }>;

export function isContainer(value: Val): value is Container {
  return value.t === "dict" || (value.t === "seq" && value.kind !== "tuple" && value.frozen !== true);
}

type Change<Self> = (self: Self, args: Items, keywords: ReadonlyMap<string, Val>) => Self | null;

/** What methods that change a list or a set leave behind; null: not known. */
const OF_SEQUENCES: Readonly<Record<string, (items: Items, args: Items, kind: string) => Items | null>> = {
  append: (items, [item]) => (item === undefined ? null : [...items, item]),
  add: (items, [item]) => (item === undefined ? null : withItem(items, item)),
  extend: (items, [more]) => (more?.t === "seq" ? [...items, ...more.items] : null),
  update: (items, args, kind) => {
    const more = args.map((one) => (one.t === "seq" ? one.items : null));
    return kind !== "set" || more.includes(null)
      ? null
      : more.flatMap((one) => one ?? []).reduce<Items | null>(added, items);
  },
  // What is left is not worked out.
  difference_update: () => null,
  intersection_update: () => null,
  symmetric_difference_update: () => null,
  __iadd__: () => null,
  __ior__: () => null,
  __isub__: () => null,
  __iand__: () => null,
  __setitem__: () => null,
  insert: (items, [place, item]) =>
    place?.t === "int" && item !== undefined ? items.toSpliced(place.v, 0, item) : null,
  discard: (items, [item]) => (item === undefined ? null : without(items, item)),
  remove: (items, [item]) => (item === undefined ? null : without(items, item)),
  clear: () => [],
  pop: (items, args) => (args.length === 0 && items.length > 0 ? items.slice(0, -1) : null),
  sort: (items, args) => (args.length === 0 ? sorted(items) : null),
  reverse: (items) => [...items].reverse(),
};

const OF_DICTIONARIES: Readonly<Record<string, Change<Entries>>> = {
  update: (entries, [more], keywords) => {
    const given = more === undefined ? [] : more.t === "dict" ? more.entries : pairsOf(more);
    const named = [...keywords].map(([name, value]): [Val, Val] => [{ t: "str", v: name }, value]);
    return given === null ? null : [...given, ...named].reduce<Entries | null>(put, entries);
  },
  setdefault: (entries, [key, value = NONE]) => {
    const place = key === undefined ? null : placeOf(entries, key);
    if (key === undefined || place === null) return null;
    return place < 0 ? [...entries, [key, value]] : entries;
  },
  pop: (entries, [key]) => (key === undefined ? null : dropped(entries, key)),
  clear: () => [],
  popitem: (entries) => (entries.length === 0 ? null : entries.slice(0, -1)),
};

export function isChange(method: string): boolean {
  return Object.hasOwn(OF_SEQUENCES, method) || Object.hasOwn(OF_DICTIONARIES, method);
}

/** A list that grows past this is no list of architectures. */
const LONGEST = 1000;

/** The list, set or dictionary after a call of one of its methods; null: not known. */
export function afterMethod(
  self: Val,
  method: string,
  args: Items,
  keywords: ReadonlyMap<string, Val>,
): Val | null {
  if (self.t === "dict") {
    const change = Object.hasOwn(OF_DICTIONARIES, method) ? OF_DICTIONARIES[method] : undefined;
    return dictionary(self, change?.(self.entries, args, keywords) ?? null);
  }
  const change = Object.hasOwn(OF_SEQUENCES, method) ? OF_SEQUENCES[method] : undefined;
  if (self.t !== "seq" || change === undefined || keywords.size > 0) return null;
  return like(self, change(self.items, args, self.kind));
}

/** After `self += more`, `self |= more`, where that changes it in place. */
export function extended(op: string, self: Val, more: Val): Val | null {
  if (self.t === "seq" && self.kind === "list" && op === "+")
    return afterMethod(self, "extend", [more], NO_NAMES);
  if (self.t === "dict" && op === "|") return afterMethod(self, "update", [more], NO_NAMES);
  return null;
}

const NO_NAMES: ReadonlyMap<string, Val> = new Map();

/** After `self[key] = value`. */
export function withEntry(self: Val, key: Val, value: Val): Val | null {
  if (self.t === "dict") return dictionary(self, put(self.entries, [key, value]));
  if (self.t !== "seq" || self.kind !== "list" || key.t !== "int") return null;
  const place = key.v < 0 ? key.v + self.items.length : key.v;
  return place in self.items ? like(self, self.items.with(place, value)) : null;
}

/** After `self[from:to] = value`. */
export function withPart(self: Val, from: Val, to: Val, value: Items): Val | null {
  if (self.t !== "seq" || self.kind !== "list") return null;
  const start = from.t === "none" ? 0 : from.t === "int" ? from.v : null;
  const end = to.t === "none" ? self.items.length : to.t === "int" ? to.v : null;
  if (start === null || end === null || start < 0 || end < start) return null;
  return like(self, [...self.items.slice(0, start), ...value, ...self.items.slice(end)]);
}

/** After `del self[key]`. */
export function withoutEntry(self: Val, key: Val): Val | null {
  if (self.t === "dict") return dictionary(self, dropped(self.entries, key));
  if (self.t !== "seq" || self.kind !== "list" || key.t !== "int") return null;
  const place = key.v < 0 ? key.v + self.items.length : key.v;
  return place in self.items ? like(self, self.items.toSpliced(place, 1)) : null;
}

function like(self: Extract<Val, { t: "seq" }>, items: Items | null): Val | null {
  return items === null || items.length > LONGEST ? null : { t: "seq", kind: self.kind, items };
}

type Dictionary = Extract<Val, { t: "dict" }>;

function dictionary({ fallback }: Dictionary, entries: Entries | null): Val | null {
  if (entries === null || entries.length > LONGEST) return null;
  return fallback === undefined ? { t: "dict", entries } : { t: "dict", entries, fallback };
}

/** The place of a key; -1: there is none such; null: not known. */
function placeOf(entries: Entries, key: Val): number | null {
  if (isUnknown(key) || key.t === "cap") return null;
  const answers = entries.map(([other]) => compare("==", key, other, ""));
  if (answers.some(isUnknown)) return null;
  return answers.findIndex((answer) => answer === TRUE);
}

function put(entries: Entries | null, [key, value]: readonly [Val, Val]): Entries | null {
  const place = entries === null ? null : placeOf(entries, key);
  if (entries === null || place === null) return null;
  return place < 0 ? [...entries, [key, value]] : entries.with(place, [key, value]);
}

function dropped(entries: Entries, key: Val): Entries | null {
  const place = placeOf(entries, key);
  return place === null ? null : place < 0 ? entries : entries.toSpliced(place, 1);
}

function pairsOf(value: Val): Entries | null {
  if (value.t !== "seq") return null;
  const pairs = value.items.flatMap((item): [Val, Val][] => {
    const [key, of, ...more] = item.t === "seq" ? item.items : [];
    return key === undefined || of === undefined || more.length > 0 ? [] : [[key, of]];
  });
  return pairs.length === value.items.length ? pairs : null;
}

function added(items: Items | null, item: Val): Items | null {
  return items === null ? null : withItem(items, item);
}

function withItem(items: Items, item: Val): Items | null {
  const there = contains(items, item);
  return there === null ? null : there ? items : [...items, item];
}

/** The first of those that are equal goes. */
function without(items: Items, item: Val): Items | null {
  const answers = items.map((one) => contains([one], item));
  const first = answers.indexOf(true);
  if (answers.slice(0, first < 0 ? undefined : first).includes(null)) return null;
  return first < 0 ? items : items.toSpliced(first, 1);
}

function sorted(items: Items): Items | null {
  const result: Val[] = [];
  for (const item of items) {
    const answers = result.map((other) => compare("<", item, other, ""));
    if (answers.some(isUnknown)) return null;
    const place = answers.findIndex((answer) => answer !== FALSE);
    result.splice(place < 0 ? result.length : place, 0, item);
  }
  return result;
}
