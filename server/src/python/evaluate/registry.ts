/**
 * Tables that a function of the module fills, called above each entry: `@register(90)`. What it is called with is read in
 * the order of the text, and each call carried out on what the table holds by then.
 */
import { isContainer } from "../values/containers";
import { bindParameters, classInfo, execBlock } from "./execute";
import { evaluate } from "./evaluate";
import type { Enclosing, Frame } from "./frame";
import { moduleFrame } from "./resolve";
import type { Module } from "../modules/module";
import type { World } from "../modules/world";
import type { Chunk } from "../syntax/chunks";
import type { ClassDef, Def, Expr } from "../syntax/syntax";
import { at, type Val, type Vec } from "../values/values";

interface Registry {
  readonly world: World;
  readonly module: Module;
  /** The table's name. */
  readonly table: string;
  readonly fills: Def;
}

/** More entries are not gone through. */
const MOST_ENTRIES = 400;
/** A module that fills its table itself has several. */
const LEAST_ENTRIES = 2;

/** What the table holds once all of the module was carried out that calls `filler`; null where that is not known. */
export function registered(
  world: World,
  module: Module,
  table: string,
  filler: Chunk,
  first: Vec,
): Vec | null {
  const name = filler.name;
  world.memo.trace.readCell(module, name);
  world.memo.trace.readCell(module, `calls ${name}`);
  const [fills, ...more] = module.find(name);
  if (fills?.kind !== "def" || more.length > 0 || fills.decorators.length > 0) return null;
  const { text } = module.source;
  const uses = placesOf(name, text);
  if (uses.length > MOST_ENTRIES) return null;
  const registry: Registry = { world, module, table, fills };
  let value = first;
  let met = 0;
  for (const chunk of module.chunks) {
    const own = uses.filter((place) => chunk.start <= place && place < chunk.end).length;
    if (own === 0 || chunk === filler) {
      met += own;
      continue;
    }
    for (const statement of module.statements(chunk)) {
      if (statement.kind !== "def" && statement.kind !== "class") continue;
      for (const decorator of [...statement.decorators].reverse()) {
        if (!isCallOf(decorator, name)) continue;
        met++;
        value = afterCall(decorator, statement, value, registry);
        if (!value.every(isContainer)) return null;
      }
    }
  }
  // Whoever else calls it, or hands it on, may fill in anything; one entry alone is an example for other files.
  return met === uses.length && met > LEAST_ENTRIES ? value : null;
}

/** Where the name stands, but in comments. */
function placesOf(name: string, text: string): number[] {
  const found = text.matchAll(new RegExp(`(?<![\\w.])${name}(?!\\w)`, "gu"));
  return Array.from(found, ({ index }) => index).filter(
    (place) => !text.slice(text.lastIndexOf("\n", place) + 1, place).includes("#"),
  );
}

function isCallOf(decorator: Expr, name: string): boolean {
  const callee = decorator.kind === "call" ? decorator.callee : decorator;
  return callee.kind === "name" && callee.id === name;
}

/** `@register(90)` calls what `register(90)` gives, `@register` the function itself. */
function afterCall(decorator: Expr, decorated: Def | ClassDef, value: Vec, registry: Registry): Vec {
  const { world, module, table, fills } = registry;
  const given: Vec = [entryOf(decorated, module)];
  if (decorator.kind !== "call") return filled(fills, [given], new Map(), null, value, registry);
  const outside = moduleFrame(world, module);
  const args = decorator.args.map((one) => evaluate(one, outside));
  const keywords = new Map(decorator.keywords.map((one) => [one.name, evaluate(one.value, outside)]));
  const frame = frameIn(registry, null);
  frame.scope.set(table, value);
  bindParameters(fills.parameters, undefined, args, keywords, frame);
  execBlock(fills.body, frame);
  const wrapper = frame.exits.length === 1 ? frame.exits[0]?.value : null;
  const inner = wrapper?.length === 1 ? at(wrapper, 0) : null;
  if (inner?.t !== "func" || inner.info.definition.kind !== "def") return [{ t: "none" }];
  return filled(inner.info.definition, [given], new Map(), inner.info.closure, value, registry);
}

function filled(
  { parameters, body }: Def,
  args: readonly Vec[],
  keywords: ReadonlyMap<string, Vec>,
  parent: Enclosing | null,
  value: Vec,
  registry: Registry,
): Vec {
  const frame = frameIn(registry, parent);
  frame.scope.set(registry.table, value);
  bindParameters(parameters, undefined, args, keywords, frame);
  execBlock(body, frame);
  return frame.scope.get(registry.table) ?? value;
}

function frameIn({ world, module }: Registry, parent: Enclosing | null): Frame {
  return { ...moduleFrame(world, module), kind: "function", parent };
}

/** What is entered: the function or class under the decorator. */
function entryOf(decorated: Def | ClassDef, module: Module): Val {
  if (decorated.kind === "def")
    return { t: "func", info: { module, definition: decorated, owner: null, closure: null } };
  return { t: "class", info: classInfo(decorated, module) };
}
