import { call } from "./calls";
import type { Chunk } from "./chunks";
import type { ImportedName, Keeper } from "./kept";
import type { Module } from "./module";
import { lookupGlobal, moduleFrame } from "./resolve";
import type { Reads } from "./trace";
import { at, type Vec } from "./values";
import { importModule, type World } from "./world";

/**
 * Chunks that mention an architecture, or a name that stands for something that depends on the device: a variable, a
 * function of this module or of another, whatever it is called.
 */
export function interest(module: Module, world: World, keeper: Keeper | null): (chunk: Chunk) => boolean {
  const { text } = module.source;
  let names: RegExp | null | undefined;
  return (chunk) => {
    if (module.mentions(chunk)) return true;
    if (chunk.kind === "statement" && TELLING_KEY.test(text.slice(chunk.start, chunk.end))) return true;
    if (names === undefined) names = anyOf(dependentNames(module, world, keeper), "u");
    return names?.test(text.slice(chunk.start, chunk.end)) ?? false;
  };
}

/** `103: …` in a table may be a capability, whatever the table is called. */
const TELLING_KEY = /[{,\s](?:75|86|87|89|103|107|121)[ \t]*:/;

/** `name = …`, `major, minor = …` */
const TARGETS = /^\(?([^\W\d][\w, \t]*)\)?[ \t]*(?::[^=\n]*)?=(?!=)/u;
const WORDS = /[^\W\d]\w*/gu;

/** Names by which something may depend on the device; with where they are taken from, if they are. */
type Candidates = Map<string, ImportedName | null>;

function dependentNames(module: Module, world: World, keeper: Keeper | null): ReadonlySet<string> {
  const earlier = keeper?.earlierInterest() ?? null;
  if (keeper !== null && earlier !== null && isUntouched(earlier, keeper, world)) {
    keeper.interest = earlier.interest;
    return earlier.interest.names;
  }
  const { imported, searched } = importedNames(module, world, keeper);
  const candidates: Candidates = new Map([...ownCandidates(module), ...imported]);
  const names = new Set<string>();
  const tests = new Map<string, { depends: boolean; reads: Reads }>();
  for (const name of usedElsewhere(candidates, module)) {
    const known = earlier?.interest.tests.get(name);
    const test =
      known !== undefined && keeper?.holds(known.reads) === true
        ? known
        : testOf(name, candidates.get(name) ?? null, module, world);
    tests.set(name, test);
    if (test.depends) names.add(name);
  }
  addCallers(names, module);
  if (keeper !== null)
    keeper.interest = { names, candidates: new Set(candidates.keys()), imported, searched, tests };
  return names;
}

/** Nothing that has changed bears on any name: it imports none, is no candidate, and uses none. */
type Earlier = NonNullable<ReturnType<Keeper["earlierInterest"]>>;

function isUntouched({ interest: earlier, difference }: Earlier, keeper: Keeper, world: World): boolean {
  const pattern = anyOf(new Set([...earlier.names, ...earlier.candidates]), "u");
  return (
    difference.leaves.every(({ key, chunk, owner }) => {
      if (key.includes("import") || (chunk.kind === "class" && owner === "")) return false;
      const isCandidate = owner === "" && world.shared.own.mentions.test(key);
      return !isCandidate && pattern?.test(key) !== true;
    }) &&
    keeper.holds(earlier.searched) &&
    [...earlier.tests.values()].every(({ reads }) => keeper.holds(reads))
  );
}

function importedNames(
  module: Module,
  world: World,
  keeper: Keeper | null,
): { imported: ReadonlyMap<string, ImportedName>; searched: Reads } {
  const earlier = keeper?.earlierInterest() ?? null;
  const isSame = earlier?.difference.leaves.every(({ key }) => !key.includes("import")) ?? false;
  if (earlier !== null && isSame && keeper?.holds(earlier.interest.searched) === true) {
    return earlier.interest;
  }
  const { value, trace } = world.memo.traced(() => importedCandidates(module, world));
  return { imported: value, searched: trace.reads(module) };
}

function ownCandidates(module: Module): Candidates {
  const candidates: Candidates = new Map();
  for (const chunk of module.chunks) {
    if (!module.mentions(chunk)) continue;
    if (chunk.kind === "def" && isAsked(chunk, module)) candidates.set(chunk.name, null);
    if (chunk.kind !== "statement") continue;
    const targets = TARGETS.exec(module.source.text.slice(chunk.first, chunk.end))?.[1] ?? "";
    for (const name of targets.match(WORDS) ?? []) candidates.set(name, null);
  }
  return candidates;
}

function testOf(
  name: string,
  imported: ImportedName | null,
  module: Module,
  world: World,
): { depends: boolean; reads: Reads } {
  const { value, trace } = world.memo.traced(() =>
    depends(lookupGlobal(world, imported?.from ?? module, imported?.name ?? name), module, world),
  );
  return { depends: value, reads: trace.reads(module) };
}

function depends(value: Vec | null, module: Module, world: World): boolean {
  if (value === null) return false;
  const one = at(value, 0);
  if (value.length > 1 || (one.t !== "func" && one.t !== "partial")) return value.length > 1;
  return (call(one, [], new Map(), moduleFrame(world, module), "") ?? []).length > 1;
}

/** Those that are used where nothing else mentions an architecture: for others it does not matter. */
function usedElsewhere(candidates: Candidates, module: Module): Set<string> {
  const used = new Set<string>();
  const pattern = anyOf(new Set(candidates.keys()), "gu");
  if (pattern === null) return used;
  const { text } = module.source;
  const look = (chunk: Chunk, end: number): void => {
    const span = { start: chunk.start, end };
    if (module.mentions(span)) return;
    const own = text.slice(chunk.start, end);
    if (chunk.kind === "statement" && /^\s*(?:from|import)\b/.test(own)) return;
    for (const [name] of own.matchAll(pattern)) used.add(name);
  };
  const visit = (chunk: Chunk): void => {
    const [member] = chunk.members;
    look(chunk, member?.start ?? chunk.end);
    for (const one of chunk.members) visit(one);
  };
  for (const chunk of module.chunks) visit(chunk);
  return used;
}

/** Functions that are longer than these are entry points rather than questions. */
const LONGEST_QUESTION = 3000;

function isAsked({ start, end }: Chunk, { source }: Module): boolean {
  return end - start < LONGEST_QUESTION && /\breturn[ \t]+[^\s#]/.test(source.text.slice(start, end));
}

/** `def supported(): return _check()`: who asks for something that depends on the device depends on it as well. */
function addCallers(names: Set<string>, module: Module): void {
  const pattern = anyOf(names, "u");
  if (pattern === null) return;
  const { text } = module.source;
  for (const chunk of module.chunks) {
    if (chunk.kind !== "def" || names.has(chunk.name) || !isAsked(chunk, module)) continue;
    const body = text.slice(chunk.start, chunk.end);
    if (!module.mentions(chunk) && pattern.test(body)) names.add(chunk.name);
  }
}

const IMPORTS = /\bfrom[ \t]+(\.*)([\w.]*)[ \t]+import[ \t]*(?:\(([^()]*)\)|([^\n\r(]*))/gm;
const IMPORTED = /([^\W\d]\w*)(?:\s+as\s+([^\W\d]\w*))?/gu;
/** `__init__` that takes a name from a module that takes it from another. */
const MOST_HOPS = 3;

/** Names taken from modules where what they stand for mentions an architecture, at the top or inside functions. */
function importedCandidates(module: Module, world: World): Map<string, ImportedName> {
  const candidates = new Map<string, ImportedName>();
  for (const { level, path, name, as } of importsOf(module)) {
    const from = importModule(world, module, level, path);
    if (from === null || !mayDepend(from, name, world, 0)) continue;
    candidates.set(as, { from, name });
  }
  return candidates;
}

interface Imported {
  readonly level: number;
  readonly path: string;
  readonly name: string;
  readonly as: string;
}

const imports = new WeakMap<Module, readonly Imported[]>();

function importsOf(module: Module): readonly Imported[] {
  let found = imports.get(module);
  if (found === undefined) imports.set(module, (found = [...importsIn(module.source.text)]));
  return found;
}

function* importsIn(text: string): Generator<Imported> {
  if (!text.includes("import")) return;
  for (const [, dots = "", path = "", listed, plain = ""] of text.matchAll(IMPORTS)) {
    const list = (listed ?? plain).replace(/#.*/g, "");
    for (const [, name = "", as] of list.matchAll(IMPORTED)) {
      yield { level: dots.length, path, name, as: as ?? name };
    }
  }
}

/** By its text alone: whether the name can stand for something that depends on the device. */
function mayDepend(module: Module, name: string, world: World, hops: number): boolean {
  const { text } = module.source;
  const isDefined =
    world.shared.own.mentions.test(text) &&
    module
      .chunksOf(name)
      .some(
        (chunk) =>
          chunk.kind !== "class" &&
          module.mentions(chunk) &&
          (chunk.kind === "statement" || isAsked(chunk, module)),
      );
  if (isDefined || hops >= MOST_HOPS || !text.includes(name)) return isDefined;
  for (const one of importsOf(module)) {
    if (one.as !== name) continue;
    const from = importModule(world, module, one.level, one.path);
    return from !== null && mayDepend(from, one.name, world, hops + 1);
  }
  return false;
}

function anyOf(names: ReadonlySet<string>, flags: string): RegExp | null {
  return names.size === 0 ? null : new RegExp(`(?<![\\w])(?:${[...names].join("|")})(?![\\w])`, flags);
}
