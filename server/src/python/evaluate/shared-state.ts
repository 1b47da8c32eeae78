import type { Chunk } from "../syntax/chunks";
import { isContainer } from "../values/containers";
import { execDefinition } from "./execute";
import { changedIn } from "./in-place";
import type { Module } from "../modules/module";
import { moduleFrame } from "./resolve";
import type { Stmt } from "../syntax/syntax";
import { at, isUnknown, perDevice, unknown, type Vec } from "../values/values";
import type { World } from "../modules/world";

/** What can change a module's variables, and attributes of its classes, beside the statements that bind them. */
interface Facts {
  /** Variables that may hold the same list: `B = A`. */
  readonly aliases: ReadonlyMap<string, readonly string[]>;
  /** Lists, sets and dictionaries that functions change where they are: "A", "C.a". */
  readonly changed: ReadonlySet<string>;
  /** `C.a = …`, beside the class. */
  readonly attributes: ReadonlySet<string>;
}

const known = new WeakMap<Module, Facts>();

function factsOf(module: Module): Facts {
  let facts = known.get(module);
  if (facts === undefined) {
    const { text } = module.source;
    let aliases: Facts["aliases"] | undefined;
    let changed: Facts["changed"] | undefined;
    // While somebody types, little of this is asked for.
    facts = {
      get aliases() {
        return (aliases ??= aliasesIn(text));
      },
      get changed() {
        return (changed ??= changedInside(module));
      },
      attributes: attributesIn(text),
    };
    known.set(module, facts);
  }
  return facts;
}

const ALIAS = /^([^\W\d]\w*)[ \t]*(?::[^=\n]*)?=[ \t]*([^\W\d]\w*)[ \t]*(?:#.*)?$/gmu;

function aliasesIn(text: string): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const [, name = "", other = ""] of text.matchAll(ALIAS)) {
    const [one, two] = [groups.get(name) ?? [name], groups.get(other) ?? [other]];
    const group = one === two ? one : [...one, ...two];
    for (const member of group) groups.set(member, group);
  }
  return groups;
}

const ATTRIBUTE = /^([^\W\d]\w*\.[^\W\d]\w*)[ \t]*(?::[^=\n]*)?=(?!=)/gmu;

function attributesIn(text: string): Set<string> {
  return new Set(Array.from(text.matchAll(ATTRIBUTE), ([, path = ""]) => path));
}

const CHANGES =
  /(?<![\w.])((?:[^\W\d]\w*\.)?[^\W\d]\w*)(?:\.(?:append|add|extend|update|insert|discard|remove|clear|pop|sort|reverse|setdefault|popitem)\(|\[[^\n]*\][ \t]*(?:[-+*/|&^%]|\/\/|<<|>>)?=(?!=))/gu;

function changedInside(module: Module): Set<string> {
  const changed = new Set<string>();
  const look = (chunk: Chunk, owner: string): void => {
    if (chunk.kind === "class") for (const member of chunk.members) look(member, chunk.name);
    const isConstructor = chunk.name === "__init__";
    if (chunk.kind !== "def") {
      if (owner === "" && chunk.kind === "statement") addPaths(chunk, module, changed);
      return;
    }
    const found = module.source.text.slice(chunk.start, chunk.end).matchAll(CHANGES);
    const names = new Set(Array.from(found, ([, path = ""]) => path));
    let own: ReadonlySet<string> | undefined;
    for (const path of names) {
      if (path.startsWith("self.") || path.startsWith("cls.")) {
        if (!isConstructor) changed.add(`${owner}.${path.slice(path.indexOf(".") + 1)}`);
      } else if (path.includes(".")) changed.add(path);
      else if (module.chunksOf(path).length > 0) {
        own ??= changedBy(chunk, module);
        if (own.has(path)) changed.add(path);
      }
    }
  };
  for (const chunk of module.chunks) look(chunk, "");
  return changed;
}

/** `C.a.append(…)` beside the class. */
function addPaths({ start, end }: Chunk, module: Module, changed: Set<string>): void {
  for (const [, path = ""] of module.source.text.slice(start, end).matchAll(CHANGES)) {
    if (path.includes(".")) changed.add(path);
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

/** The value, unless functions change it where it is: `path` is "A", or "C.a" of a class. */
export function unlessChanged(world: World, module: Module, path: string, value: Vec): Vec {
  if (!value.some(isContainer)) return value;
  world.memo.trace.readCell(module, `changes ${path}`);
  return factsOf(module).changed.has(path) ? [unknown(path)] : value;
}

/** What a piece of a module may change, or give a second name, by the paths that `unlessChanged` asks for. */
export function changesIn(text: string, owner: string): Set<string> {
  const changes = Array.from(text.matchAll(CHANGES), ([, path = ""]) =>
    path.replace(/^(?:self|cls)\./, `${owner}.`),
  );
  return new Set([...changes, ...Array.from(text.matchAll(ALIAS), ([, , other = ""]) => other)]);
}

/** Longer functions, and those that say nothing of architectures, are not carried out for what they set. */
const LONGEST = 3000;
const SHORT = 700;

/** A variable that functions declare `global`: what it holds at first, or what one of them gives it. */
export function reassigned(world: World, module: Module, name: string, first: Vec): Vec {
  const values: Vec[] = [];
  const declares = new RegExp(`\\bglobal[ \\t]+[^#\\n\\r;]*\\b${name}\\b`, "u");
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
