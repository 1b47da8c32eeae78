import { DEVICES } from "../../arch/devices";
import { afterMethod, isChange, isContainer, withEntry, withoutEntry, withPart } from "../values/containers";
import { evaluate, unknownOf } from "./evaluate";
import type { Frame } from "./frame";
import type { Scope } from "./scope";
import type { Attribute, Call, Def, Expr, Subscript } from "../syntax/syntax";
import {
  at,
  NONE,
  perDevice,
  shared as shareEqual,
  show,
  unknown,
  type Val,
  type Vec,
} from "../values/values";
import { expressionsOf, visit, visitStatements } from "../syntax/walk";

/**
 * Lists, sets and dictionaries that are changed where they are. A value is never changed: the variable holds another
 * one from then on, and so does every other that held the same one.
 */

/** Calls that are all of a statement's value, and so carried out once for each time that it is. */
const direct = new WeakSet<Expr>();

/** What a statement evaluates. */
export function evaluateWhole(node: Expr, frame: Frame): Vec {
  if (!isChangeCall(node)) return evaluate(node, frame);
  direct.add(node);
  const value = evaluate(node, frame);
  changeInPlace(node, frame);
  return value;
}

function isChangeCall(node: Expr): node is ChangeCall {
  return node.kind === "call" && node.callee.kind === "attribute" && isChange(node.callee.name);
}

type ChangeCall = Call & { readonly callee: Attribute };

/** `if archs.pop() == 90:` how often such a part is evaluated is not followed. */
export function forgetChangedOnTheWay(node: Call, frame: Frame): void {
  if (!isChangeCall(node) || direct.has(node)) return;
  const before = held(node.callee.object, frame);
  if (before?.some(mayHoldContainer)) replace(node.callee.object, before, frame, () => null);
}

/** `f = archs.append`: who holds that may call it at any time. */
export function forgetTaken(node: Attribute, value: Vec, frame: Frame): void {
  if (!isChange(node.name) || !value.some(mayHoldContainer)) return;
  replace(node.object, value, frame, () => null);
}

const HANDED_OVER =
  /^(?:heap(?:push|pop|ify|replace|pushpop)|insort(?:_left|_right)?|shuffle|i(?:add|or|and|sub|xor|concat)|setitem|delitem)$/;

/** `list.append(archs, 12)`, `heapq.heappush(archs, 12)`, `(lambda x: x.append(12))(archs)` */
export function forgetHandedOver({ callee, args }: Call, frame: Frame): void {
  const [first] = args;
  if (first === undefined || (callee.kind !== "lambda" && !isChanger(callee))) return;
  const before = held(first, frame);
  if (before?.some(mayHoldContainer)) replace(first, before, frame, () => null);
}

function isChanger(callee: Expr): boolean {
  if (callee.kind === "name") return HANDED_OVER.test(callee.id);
  if (callee.kind !== "attribute" || callee.object.kind !== "name") return false;
  return (
    HANDED_OVER.test(callee.name) || (/^(?:list|set|dict)$/.test(callee.object.id) && isChange(callee.name))
  );
}

/** `archs.append("90a")` */
export function changeInPlace(node: Expr, frame: Frame): void {
  if (!isChangeCall(node)) return;
  const { object, name } = node.callee;
  const before = held(object, frame);
  if (!before?.some(mayHoldContainer)) return;
  const { args, keywords } = silentArguments(node, frame);
  for (const vec of [...args, ...keywords]) store(vec);
  const names = node.keywords.map((keyword) => keyword.name);
  replace(object, before, frame, (index) => {
    const given = args.map((vec) => at(vec, index));
    const extra = new Map(names.map((key, i) => [key, at(keywords[i] ?? [NONE], index)]));
    return afterMethod(at(before, index), name, given, extra);
  });
}

function silentArguments(node: Call, frame: Frame): { args: Vec[]; keywords: Vec[] } {
  const silent: Frame = { ...frame, recorder: null };
  return {
    args: node.args.map((argument) => evaluate(argument, silent)),
    keywords: node.keywords.map(({ value }) => evaluate(value, silent)),
  };
}

/** `table[key] = value`, `items[:] = value` */
export function assignItem({ object, index }: Subscript, value: Vec, frame: Frame): void {
  const before = held(object, frame);
  if (!before?.some(mayHoldContainer)) return;
  const silent: Frame = { ...frame, recorder: null };
  if (index.kind === "slice") {
    const [from = [NONE], to = [NONE], ...step] = index.parts.map((part) =>
      part === null ? [NONE] : evaluate(part, silent),
    );
    replace(object, before, frame, (i) => {
      const items = at(value, i);
      return items.t === "seq" && step.length === 0
        ? withPart(at(before, i), at(from, i), at(to, i), items.items)
        : null;
    });
    return;
  }
  const key = evaluate(index, silent);
  store(value);
  replace(object, before, frame, (i) => withEntry(at(before, i), at(key, i), at(value, i)));
}

/** `del table[key]` */
export function deleteItem({ object, index }: Subscript, frame: Frame): void {
  const before = held(object, frame);
  if (!before?.some(mayHoldContainer)) return;
  const key = index.kind === "slice" ? null : evaluate(index, { ...frame, recorder: null });
  replace(object, before, frame, (i) => (key === null ? null : withoutEntry(at(before, i), at(key, i))));
}

/** `more += [90]`: whatever held the same list holds the longer one. */
export function growInPlace(target: Expr, old: Vec, grown: Vec, frame: Frame): boolean {
  if (!old.some(mayHoldContainer) || keyOf(target) === null) return false;
  replace(target, old, frame, (i) => {
    const value = at(grown, i);
    return isContainer(value) || !isContainer(at(old, i)) ? value : null;
  });
  return true;
}

/** What the place holds, where it is one that can be given another value. */
function held(place: Expr, frame: Frame): Vec | undefined {
  const key = keyOf(place);
  if (key !== null && scopeOf(key, frame).has(key)) return scopeOf(key, frame).get(key);
  return key === null && place.kind !== "subscript"
    ? undefined
    : evaluate(place, { ...frame, recorder: null });
}

/** What stands in a comprehension changes what is around it. */
function scopeOf(key: string, { scope, around }: Frame): Scope {
  return !scope.has(key) && around?.has(key) === true ? around : scope;
}

function keyOf(node: Expr): string | null {
  if (node.kind === "name") return node.id;
  return node.kind === "attribute" && node.object.kind === "name" ? `${node.object.id}.${node.name}` : null;
}

function mayHoldContainer(value: Val): boolean {
  return isContainer(value) || (value.t === "unknown" && value.oneOf?.some(isContainer) === true);
}

/** `after` gives the new value for each device; null: not known. */
function replace(place: Expr, before: Vec, frame: Frame, after: (device: number) => Val | null): void {
  const lost = unknownOf(place, frame);
  // How often is not known where one turn of a loop stands for all.
  const now = perDevice((_, device) => (frame.loop?.once === true ? lost : (after(device) ?? lost)));
  const changes = DEVICES.map((_, device) => ({
    old: containersIn(at(before, device)),
    now: at(now, device),
  }));
  const isAlone = changes.every(({ old }) => old.every((one) => !shared.has(one)));
  for (const value of now) if (isContainer(value)) (isAlone ? stored : shared).add(value);
  put(place, now, frame);
  if (!isAlone) replaceEverywhere(place, changes, frame);
}

/** What may have been changed: all of it, where it is not known which. */
function containersIn(value: Val): readonly Val[] {
  if (value.t === "unknown") return value.oneOf?.filter(isContainer) ?? [];
  return isContainer(value) ? [value] : [];
}

/** Gives a place another value. */
function put(place: Expr, value: Vec, frame: Frame): void {
  const key = keyOf(place);
  if (key !== null) scopeOf(key, frame).set(key, value);
  else if (place.kind === "subscript") assignItem(place, value, frame);
}

/** Values that something holds, and those that several hold. */
const stored = new WeakSet<Val>();
const shared = new WeakSet<Val>();

/** Something holds the value from now on. */
export function store(vec: Vec): void {
  for (const value of vec) storeOne(value);
}

export function storeOne(value: Val): void {
  if (value.t === "unknown") value.oneOf?.forEach(storeOne);
  if (!isContainer(value)) return;
  if (stored.has(value)) shared.add(value);
  else stored.add(value);
}

interface Changed {
  readonly old: readonly Val[];
  readonly now: Val;
}

const DEEPEST = 3;

function replaceEverywhere(place: Expr, changes: readonly Changed[], frame: Frame): void {
  const own = keyOf(place);
  const seen = new Set<string>();
  const first = own === null ? frame.scope : scopeOf(own, frame);
  for (let scope: Scope | null = first; scope !== null; scope = scope.beneath) {
    for (const [name, vec] of scope.own) {
      if (seen.has(name) || name === own) continue;
      seen.add(name);
      frame.world.budget--;
      if (!vec.some(mayHoldAny)) continue;
      const now = changes.map((change, device) => replaced(at(vec, device), change, 0));
      if (now.some((value, device) => value !== at(vec, device))) first.set(name, shareEqual(now));
    }
  }
}

function mayHoldAny(value: Val): boolean {
  return value.t === "seq" || value.t === "dict" || (value.t === "unknown" && value.oneOf !== undefined);
}

function replaced(value: Val, change: Changed, depth: number): Val {
  const { old, now } = change;
  // Of several, any may be the one.
  if (old.includes(value)) return old.length === 1 ? now : unknown(show(value));
  if (depth > DEEPEST) return value;
  if (value.t === "unknown") {
    return value.oneOf?.some((one) => old.includes(one)) === true ? unknown(value.text) : value;
  }
  if (value.t === "seq") {
    const items = value.items.map((item) => (mayHoldAny(item) ? replaced(item, change, depth + 1) : item));
    return items.every((item, i) => item === value.items[i]) ? value : { ...value, items };
  }
  if (value.t === "dict") {
    const entries = value.entries.map(([key, item]) => [key, replaced(item, change, depth + 1)] as const);
    return entries.every(([, item], i) => item === value.entries[i]?.[1]) ? value : { ...value, entries };
  }
  return value;
}

/** `fill(archs)`: what a function changes of what it is given is not known from then on. */
export function forgetGiven(node: Call, callee: Val, frame: Frame): void {
  if (callee.t !== "func" || callee.info.definition.kind !== "def") return;
  const { definition } = callee.info;
  const given = [
    ...node.args.map((value, index) => ({ value, place: callee.self === undefined ? index : index + 1 })),
    ...node.keywords.map(({ name, value }) => ({
      value,
      place: definition.parameters.findIndex((parameter) => parameter.name === name),
    })),
  ];
  for (const { value, place } of given) {
    const parameter = definition.parameters[place];
    const key = keyOf(value);
    const before = key === null ? undefined : frame.scope.get(key);
    if (parameter === undefined || !before?.some(mayHoldContainer)) continue;
    if (changedIn(definition).has(parameter.name)) replace(value, before, frame, () => null);
  }
}

const changes = new WeakMap<Def, ReadonlySet<string>>();

/** The variables whose values a function changes where they are, or that it sets for the function around it. */
export function changedIn(definition: Def): ReadonlySet<string> {
  let names = changes.get(definition);
  if (names === undefined) changes.set(definition, (names = findChanged(definition)));
  return names;
}

function findChanged({ body: statements, parameters }: Def): Set<string> {
  const names = new Set<string>();
  const change = (place: Expr): void => {
    if (place.kind === "name") names.add(place.id);
    else if (place.kind === "subscript") change(place.object);
  };
  visitStatements(statements, (statement) => {
    if (statement.kind === "outer") for (const name of statement.names) names.add(name);
    if (statement.kind === "augmented") change(statement.target);
    const targets = statement.kind === "assign" || statement.kind === "delete" ? statement.targets : [];
    for (const target of targets) {
      visit(target, (node) => {
        if (node.kind === "subscript") change(node.object);
      });
    }
    for (const node of expressionsOf(statement)) {
      visit(node, (inner) => {
        if (inner.kind === "call" && inner.callee.kind === "attribute" && isChange(inner.callee.name))
          change(inner.callee.object);
      });
    }
  });
  // A variable of its own by the same name.
  const outer = new Set([
    ...parameters.map(({ name }) => name),
    ...statements.flatMap((one) => (one.kind === "outer" ? one.names : [])),
  ]);
  for (const statement of statements) {
    const targets = statement.kind === "assign" ? statement.targets : [];
    for (const target of targets) {
      if (target.kind === "name" && !outer.has(target.id)) names.delete(target.id);
    }
  }
  return names;
}

/** Whether a call is carried out for what it does to what it is given, though nobody takes its value. */
export function mayChangeGiven(node: Expr, frame: Frame): boolean {
  if (node.kind !== "call") return false;
  return [...node.args, ...node.keywords.map(({ value }) => value)].some((value) => {
    const key = keyOf(value);
    return key !== null && frame.scope.get(key)?.some(mayHoldContainer) === true;
  });
}
