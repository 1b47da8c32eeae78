import { evaluate, unknownOf } from "./evaluate";
import type { Frame } from "./frame";
import { contains } from "./operators";
import type { Call, Expr } from "./syntax";
import { mapN, type Val, type Vec } from "./values";

type Items = readonly Val[];
type Change = (items: Items, args: Items, kind: "tuple" | "list" | "set") => Items | null;

/** What methods that change a list or a set leave behind; null: not known. */
const CHANGES: Readonly<Record<string, Change>> = {
  append: (items, [item]) => (item === undefined ? null : [...items, item]),
  add: (items, [item]) => (item === undefined ? null : withItem(items, item)),
  extend: (items, [more]) => (more?.t === "seq" ? [...items, ...more.items] : null),
  update: (items, [more], kind) =>
    more?.t === "seq" && kind === "set" ? more.items.reduce<Items | null>(added, items) : null,
  insert: (items, [place, item]) =>
    place?.t === "int" && item !== undefined ? items.toSpliced(place.v, 0, item) : null,
  discard: (items, [item]) => (item === undefined ? null : without(items, item)),
  remove: (items, [item]) => (item === undefined ? null : without(items, item)),
  clear: () => [],
  pop: (items, args) => (args.length === 0 && items.length > 0 ? items.slice(0, -1) : null),
  sort: () => null,
  reverse: (items) => [...items].reverse(),
  setdefault: () => null,
  popitem: () => null,
};

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

/** A list that grows past this is no list of architectures. */
const LONGEST = 1000;

/** `archs.append("90a")`: the variable holds another value from here on. */
export function changeInPlace(node: Expr, frame: Frame): void {
  if (node.kind !== "call" || node.callee.kind !== "attribute") return;
  const change = Object.hasOwn(CHANGES, node.callee.name) ? CHANGES[node.callee.name] : undefined;
  const key = keyOf(node.callee.object);
  const before = key === null ? undefined : frame.scope.get(key);
  if (change === undefined || key === null || !before?.some(isContainer)) return;
  frame.scope.set(key, after(node, before, change, frame));
}

function isContainer({ t }: Val): boolean {
  return t === "seq" || t === "dict";
}

function keyOf(node: Expr): string | null {
  if (node.kind === "name") return node.id;
  return node.kind === "attribute" && node.object.kind === "name" ? `${node.object.id}.${node.name}` : null;
}

function after(node: Call, before: Vec, change: Change, frame: Frame): Vec {
  const silent: Frame = { ...frame, recorder: null };
  const args = node.args.map((argument) => evaluate(argument, silent));
  const lost =
    node.callee.kind === "attribute" ? unknownOf(node.callee.object, frame) : unknownOf(node, frame);
  return mapN([before, ...args], ([self, ...given]) => {
    // How often is not known where one turn of a loop stands for all.
    if (frame.loop?.once === true || self?.t !== "seq" || node.keywords.length > 0) return lost;
    const items = change(self.items, given, self.kind);
    return items === null || items.length > LONGEST ? lost : { t: "seq", kind: self.kind, items };
  });
}
