import type { Chunk } from "../syntax/chunks";
import { isContainer } from "../values/containers";
import { execDefinition } from "./execute";
import { changedLater, changedPaths, setByText, sharedNames, writtenAttributes } from "./changes";
import { changedIn } from "./in-place";
import type { Module } from "../modules/module";
import { registered } from "./registry";
import { moduleFrame } from "./resolve";
import type { Stmt } from "../syntax/syntax";
import { at, isUnknown, perDevice, unknown, type ClassInfo, type Vec } from "../values/values";
import type { World } from "../modules/world";

/** What can change a module's variables, and attributes of its classes, beside the statements that bind them. */
interface Facts {
  /** Variables that may hold the same list: `B = A`. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  /** Lists, sets and dictionaries that functions change where they are: "A", "C.a". */
  readonly changed: ReadonlySet<string>;
  /** Attributes that are set otherwise: "C.a", ".a" of whatever object. */
  readonly written: ReadonlySet<string>;
  /** Variables that are set by their names as texts: `globals()["A"]`. */
  readonly byText: ReadonlySet<string>;
  /** `C.a = …`, beside the class: "C.a", and ".a" of some class. */
  readonly attributes: ReadonlySet<string>;
}

const known = new WeakMap<Module, Facts>();

function factsOf(module: Module): Facts {
  let facts = known.get(module);
  if (facts === undefined) {
    const { text } = module.source;
    let aliases: Facts["aliases"] | undefined;
    let changed: Facts["changed"] | undefined;
    let written: Facts["written"] | undefined;
    let byText: Facts["byText"] | undefined;
    let attributes: Facts["attributes"] | undefined;
    const setBeside = ({ start, end }: Chunk): readonly string[] =>
      module.facts.of(attributesIn, text.slice(start, end));
    // While somebody types, little of this is asked for.
    facts = {
      get aliases() {
        return (aliases ??= aliasesIn(module));
      },
      get changed() {
        return (changed ??= changedInside(module));
      },
      get written() {
        return (written ??= writtenIn(module));
      },
      get byText() {
        return (byText ??= new Set(text.includes("()[") || text.includes("().") ? setByText(text) : []));
      },
      get attributes() {
        return (attributes ??= new Set(module.chunks.flatMap(setBeside)));
      },
    };
    known.set(module, facts);
  }
  return facts;
}

function groupsOf(pairs: Iterable<readonly [string, string]>): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [name, other] of pairs) {
    const [one, two] = [groups.get(name) ?? [name], groups.get(other) ?? [other]];
    const group = one === two ? one : [...one, ...two];
    for (const member of group) groups.set(member, group);
  }
  return groups;
}

/** Among the statements at the top; what a function calls by another name is its own affair. */
function aliasesIn(module: Module): Map<string, string[]> {
  const pairs: (readonly [string, string])[] = [];
  for (const { kind, start, end } of module.chunks) {
    const text = module.source.text.slice(start, end);
    if (kind === "statement") pairs.push(...module.facts.of(sharedNames, text));
  }
  return groupsOf(pairs);
}

const ATTRIBUTE = /^([^\W\d]\w*\.[^\W\d]\w*)[ \t]*(?::[^=\n]*)?=(?!=)/gmu;

function attributesIn(text: string): readonly string[] {
  return Array.from(text.matchAll(ATTRIBUTE), ([, path = ""]) => [
    path,
    path.slice(path.indexOf(".")),
  ]).flat();
}

function changedInside(module: Module): Set<string> {
  const changed = new Set<string>();
  const look = (chunk: Chunk, owner: string): void => {
    if (chunk.kind === "class") for (const member of chunk.members) look(member, chunk.name);
    if (chunk.kind === "class" && chunk.members.length > 0) return;
    const text = module.source.text.slice(chunk.start, chunk.end);
    const isTop = owner === "" && chunk.kind === "statement";
    const paths = module.facts.of(changedPaths, text);
    if (paths.size === 0) return;
    const later = module.facts.of(changedLater, text);
    const groups = isTop ? null : groupsOf(module.facts.of(sharedNames, text));
    let own: ReadonlySet<string> | undefined;
    for (const path of paths) {
      for (const one of [path, ...(groups?.get(path) ?? [])]) {
        const [object = "", name] = one.split(".");
        if (name !== undefined) {
          if (/^(?:self|cls)$/.test(object) && chunk.name === "__init__") continue;
          changed.add(/^(?:self|cls)$/.test(object) ? `${owner}.${name}` : one);
          // What a call gives, or a name of which nothing is known, may be any object.
          if (module.chunksOf(object).length === 0 && object !== "self") changed.add(`.${name}`);
        } else if (module.chunksOf(one).length > 0 && (!isTop || later.has(path))) {
          own ??= isTop ? paths : changedBy(chunk, module);
          if (one !== path || own.has(one) || later.has(one)) changed.add(one);
        }
      }
    }
  };
  for (const chunk of module.chunks) look(chunk, "");
  return changed;
}

/** Attributes that something sets otherwise than by a plain statement beside the class: "C.a" by its own methods, ".a". */
function writtenIn(module: Module): Set<string> {
  const written = new Set<string>();
  const look = (chunk: Chunk, owner: string): void => {
    if (chunk.kind === "class" && chunk.members.length > 0) {
      for (const member of chunk.members) look(member, chunk.name);
      return;
    }
    const text = module.source.text.slice(chunk.start, chunk.end);
    const object = owner === "" && chunk.kind === "statement" ? ATTRIBUTE_ALONE.exec(text)?.[1] : undefined;
    const isPlain = object !== undefined && module.chunksOf(object).some(({ kind }) => kind === "class");
    if (isPlain) return;
    const isConstructor = /^__(?:post_)?init__$/.test(chunk.name);
    for (const path of writes(module.facts.of(writtenAttributes, text), owner)) {
      if (object !== undefined && path.startsWith(".")) written.add(`${object} ${path}`);
      else written.add(isConstructor && !path.startsWith(".") ? `new ${path}` : path);
    }
  };
  for (const chunk of module.chunks) look(chunk, "");
  return written;
}

const ATTRIBUTE_ALONE =
  /^\s*(?:#[^\n]*\s*)*([^\W\d]\w*)\.[^\W\d]\w*[ \t]*(?::[^=\n]*)?=(?!=)(?![^\n]*[^=!<>]=[^=])/u;

function* writes(attributes: ReturnType<typeof writtenAttributes>, owner: string): Generator<string> {
  for (const [object, name] of attributes) {
    yield object === "self" ? `${owner}.${name}` : `.${name}`;
  }
}

/** A parameter of the same name is another variable. */
function changedBy(chunk: Chunk, module: Module): ReadonlySet<string> {
  const names = new Set<string>();
  for (const statement of module.statements(chunk)) {
    if (statement.kind !== "def") continue;
    const own = new Set(statement.parameters.map(({ name }) => name));
    for (const name of changedIn(statement)) if (!own.has(name)) names.add(name);
  }
  return names;
}

/** Others that may hold the same list, and are changed with it. */
export function aliasesOf(module: Module, name: string): readonly string[] {
  return factsOf(module).aliases.get(name) ?? [];
}

/** Whether statements beside the class set the attribute. */
export function isSetBeside(module: Module, path: string): boolean {
  return factsOf(module).attributes.has(path);
}

/** The value, unless something changes it where it is, or sets it: `path` is "A", or "C.a" of a class. */
export function unlessChanged(
  world: World,
  module: Module,
  path: string,
  value: Vec,
  /** Given by the constructor itself. */
  isNew = false,
): Vec {
  const dot = path.indexOf(".");
  const any = dot < 0 ? path : path.slice(dot);
  if (dot >= 0 && mayBeSet(value)) {
    readChanges(world, module, path, any);
    const { written } = factsOf(module);
    const isElse = written.has(path) || written.has(any) || (!isNew && written.has(`new ${path}`));
    // `t.ok = True` beside the class, where `t` may be anything.
    const suffix = ` ${any}`;
    const own = `${path.slice(0, dot)}${suffix}`;
    if (isElse || [...written].some((one) => one.endsWith(suffix) && one !== own && !one.startsWith("new ")))
      return [unknown(path)];
  }
  if (dot < 0 && value.length > 1) {
    readChanges(world, module, path, path);
    if (factsOf(module).byText.has(path)) return [unknown(path)];
  }
  if (!value.some(isContainer)) return value;
  readChanges(world, module, path, any);
  const { changed } = factsOf(module);
  if (!changed.has(path) && !changed.has(any)) return value;
  const filler = dot < 0 ? fillerOf(module, path) : null;
  return (filler === null ? null : registered(world, module, path, filler, value)) ?? [unknown(path)];
}

/** The one function at the top that changes what the variable holds; null where others do, or may. */
function fillerOf(module: Module, path: string): Chunk | null {
  const { text } = module.source;
  const found = module.chunks.filter(({ kind, start, end }) => {
    const own = text.slice(start, end);
    if (kind === "statement") return module.facts.of(changedLater, own).has(path);
    return module.facts.of(changedPaths, own).has(path) || module.facts.of(changedLater, own).has(path);
  });
  const [only, ...more] = found;
  return only?.kind === "def" && more.length === 0 ? only : null;
}

/** The value of an attribute as the class itself gives it, unless something else gives it another. */
export function unlessSet(
  world: World,
  info: ClassInfo,
  attribute: string,
  value: Vec,
  /** Given by the constructor itself. */
  isNew = false,
): Vec {
  const kept = unlessChanged(world, info.module, `${info.name}.${attribute}`, value, isNew);
  return unlessSetOutside(world, info, attribute, kept);
}

/** `C.a = …` beside the class is for its objects, and for those of the classes above it, too. */
export function unlessSetOutside(
  world: World,
  { module, name }: ClassInfo,
  attribute: string,
  value: Vec,
): Vec {
  if (!mayBeSet(value)) return value;
  const any = `.${attribute}`;
  readChanges(world, module, any, any);
  const { attributes, written } = factsOf(module);
  const isSet = written.has(any) || attributes.has(any);
  return isSet ? [unknown(`${name}.${attribute}`)] : value;
}

function mayBeSet(value: Vec): boolean {
  return value.length > 1 || value.some((one) => one.t !== "func" && !isUnknown(one));
}

function readChanges(world: World, module: Module, path: string, any: string): void {
  world.memo.trace.readCell(module, `changes ${path}`);
  if (any !== path) world.memo.trace.readCell(module, `changes ${any}`);
}

/** What a piece of a module may change, set, or give a second name, by the paths that `unlessChanged` asks for. */
export function changesIn(text: string, owner: string): Set<string> {
  const changes = new Set<string>(writes(writtenAttributes(text), owner));
  for (const path of changedPaths(text)) {
    changes.add(path.replace(/^(?:self|cls)\./, `${owner}.`));
    if (path.includes(".")) changes.add(path.slice(path.indexOf(".")));
  }
  for (const [name, other] of sharedNames(text)) changes.add(name).add(other);
  return changes;
}

/** Longer functions, and those that say nothing of architectures, are not carried out for what they set. */
const LONGEST = 3000;
const SHORT = 700;

/** A variable that functions declare `global`: what it holds at first, or what one of them gives it. */
export function reassigned(world: World, module: Module, name: string, first: Vec): Vec {
  const values: Vec[] = [];
  const declares = new RegExp(`\\bglobal[ \\t]+(?:\\\\\\r?\\n|[^#\\n\\r;])*\\b${name}\\b`, "u");
  const bindsElse = new RegExp(`\\b(?:import|as|def|class|for|del)\\b[^\\n]*\\b${name}\\b`, "u");
  const { text } = module.source;
  /** Whether all that the functions in it give the variable is known. */
  const look = (chunk: Chunk): boolean => {
    if (chunk.kind === "class") return chunk.members.every(look);
    const own = text.slice(chunk.start, chunk.end);
    if (chunk.kind !== "def" || !declares.test(own)) return true;
    if (own.length > LONGEST || bindsElse.test(own)) return false;
    return (own.length <= SHORT || module.mentions(chunk)) && module.statements(chunk).every(carryOut);
  };
  const carryOut = (statement: Stmt): boolean => {
    if (statement.kind !== "def") return false;
    const before = values.length;
    execDefinition(statement, { ...moduleFrame(world, module), given: { name, values }, depth: DEEP });
    return values.length > before;
  };
  if (!module.chunks.every(look)) return [unknown(name)];
  return perDevice((_, device) => {
    const all = [first, ...values].map((value) => at(value, device));
    return all.some(isUnknown) ? unknown(name) : unknown(name, all);
  });
}

/** Calls in such a function are not followed as deep as others. */
const DEEP = 3;
