/** Objects whose constructor is given what depends on the device: `Capability(major, minor)`. */
import { evaluate } from "./evaluate";
import { bindParameters, execBlock } from "./execute";
import type { Frame } from "./frame";
import { basesOf, moduleFrame } from "./resolve";
import { unlessSet } from "./shared-state";
import type { Def, Expr } from "../syntax/syntax";
import { at, isUnknown, perDevice, type ClassInfo, type Val, type Vec } from "../values/values";
import type { World } from "../modules/world";

/** Objects that hold objects. */
const DEEPEST = 6;
/** Longer constructors do more than to keep what they are given. */
const LONGEST = 700;
const DEEPEST_CLASS = 12;

type Fields = readonly (readonly [string, Vec])[];

/** The object with what its own constructor keeps; null where nothing that it is given depends on the device. */
export function builtObject(
  info: ClassInfo,
  args: readonly Vec[],
  keywords: ReadonlyMap<string, Vec>,
  frame: Frame,
): Vec | null {
  if (![...args, ...keywords.values()].some(({ length }) => length > 1)) return null;
  const constructor = methodOf(info, "__init__", frame.world);
  const set = constructor === null ? null : setBy(constructor, info, [], args, keywords, frame);
  return set === null || set.length === 0 ? null : objectWith(info, set);
}

/** A record with these fields, and what its `__post_init__` makes of them. */
export function builtRecord(info: ClassInfo, fields: Fields, frame: Frame): Vec {
  const after = fields.some(([, { length }]) => length > 1)
    ? methodOf(info, "__post_init__", frame.world)
    : null;
  const set = after === null ? null : setBy(after, info, fields, [], new Map(), frame);
  return objectWith(info, [...fields, ...(set ?? [])]);
}

function objectWith(info: ClassInfo, fields: Fields): Vec {
  const make = (device: number): Val => ({
    t: "inst",
    info,
    fields: new Map(fields.map(([name, value]) => [name, at(value, device)])),
  });
  return fields.every(([, { length }]) => length === 1) ? [make(0)] : perDevice((_, device) => make(device));
}

interface Method {
  readonly owner: ClassInfo;
  readonly definition: Def;
}

/** A method of the class, or of the nearest of those above it that has it. */
function methodOf(info: ClassInfo, name: string, world: World, depth = 0): Method | null {
  world.memo.trace.readCell(info.module, `${info.name}.${name}`);
  const definition = info.block.find(name).find((one): one is Def => one.kind === "def" && one.name === name);
  if (definition !== undefined) return { owner: info, definition };
  if (depth > DEEPEST_CLASS) return null;
  for (const base of basesOf(info, world)) {
    const found = methodOf(base, name, world, depth + 1);
    if (found !== null) return found;
  }
  return null;
}

/** What the method sets of an object that has these fields; null where it is not carried out. */
function setBy(
  method: Method,
  info: ClassInfo,
  fields: Fields,
  args: readonly Vec[],
  keywords: ReadonlyMap<string, Vec>,
  frame: Frame,
): Fields | null {
  const self: Val = { t: "inst", info, fields: new Map(), early: true };
  const set = carriedOut(method, self, fields, args, keywords, frame);
  return (
    set?.flatMap(([name, value]): [string, Vec][] => {
      const kept = unlessSet(frame.world, info, name, value, true);
      return kept.every(isUnknown) ? [] : [[name, kept]];
    }) ?? null
  );
}

function carriedOut(
  { owner, definition }: Method,
  self: Val,
  fields: Fields,
  args: readonly Vec[],
  keywords: ReadonlyMap<string, Vec>,
  frame: Frame,
): Fields | null {
  if (frame.depth > DEEPEST || definition.end - definition.start > LONGEST) return null;
  const inner: Frame = {
    ...moduleFrame(frame.world, owner.module),
    kind: "function",
    owner,
    depth: frame.depth + 1,
  };
  for (const [name, value] of fields) inner.scope.set(`self.${name}`, value);
  bindParameters(definition.parameters, self, args, keywords, inner);
  execBlock(definition.body, inner);
  return [...inner.scope.own].flatMap(([key, value]): (readonly [string, Vec])[] =>
    key.startsWith("self.") ? [[key.slice(5), value]] : [],
  );
}

/** `super().__init__(major)`: what the class above sets of the object, it has from then on. */
export function setAbove(node: Expr, frame: Frame): void {
  if (node.kind !== "call" || node.callee.kind !== "attribute" || node.callee.name !== "__init__") return;
  const { object } = node.callee;
  const isSuper = object.kind === "call" && object.callee.kind === "name" && object.callee.id === "super";
  const self = frame.scope.get("self");
  if (!isSuper || frame.owner === null || self?.length !== 1) return;
  const silent: Frame = { ...frame, recorder: null };
  for (const base of basesOf(frame.owner, frame.world)) {
    const method = methodOf(base, "__init__", frame.world);
    if (method === null) continue;
    const args = node.args.map((one) => evaluate(one, silent));
    const keywords = new Map(node.keywords.map(({ name, value }) => [name, evaluate(value, silent)]));
    const set = carriedOut(method, at(self, 0), [], args, keywords, silent) ?? [];
    for (const [name, value] of set) frame.scope.set(`self.${name}`, value);
    return;
  }
}
