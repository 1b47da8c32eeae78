import { call } from "../evaluate/calls";
import type { Chunk } from "../syntax/chunks";
import { namesDerived, silentBindings, type BoundBy } from "./derived";
import type { Keeper, Source } from "./kept";
import type { Module } from "./module";
import { instanceMember, lookupGlobal, moduleFrame } from "../evaluate/resolve";
import type { Reads } from "../evaluate/trace";
import { at, type Vec, isUnknown } from "../values/values";
import { namesChanged } from "../syntax/walk";
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

/** `103: …` in a table and `"8.6"` in a list may be a capability, whatever they are called. */
const TELLING_KEY = /[{,\s](?:75|86|87|89|103|107|121)[ \t]*:|["']8\.[69](?:\+PTX)?["']/;

/** `name = …`, `major, minor = …` */
const TARGETS = /^\(?([^\W\d][\w, \t]*)\)?[ \t]*(?::[^=\n]*)?=(?!=)/u;
const WORDS = /[^\W\d]\w*/gu;

/** Names by which something may depend on the device, ".name" for members of classes; with where they are defined. */
type Candidates = Map<string, readonly Source[]>;

function dependentNames(module: Module, world: World, keeper: Keeper | null): ReadonlySet<string> {
  const earlier = keeper?.earlierInterest() ?? null;
  if (keeper !== null && earlier !== null && isUntouched(earlier, keeper, world)) {
    keeper.interest = earlier.interest;
    return earlier.interest.names;
  }
  const { imported, searched } = importedNames(module, world, keeper);
  const candidates: Candidates = new Map(ownCandidates(module));
  for (const [name, sources] of imported) addSources(candidates, name, sources);
  const names = new Set<string>();
  const tests = new Map<string, { depends: boolean; reads: Reads }>();
  for (const name of usedElsewhere(candidates, module)) {
    const known = earlier?.interest.tests.get(name);
    const test =
      known !== undefined && keeper?.holds(known.reads) === true
        ? known
        : testOf(candidates.get(name) ?? [], module, world);
    tests.set(name, test);
    if (test.depends) names.add(name);
  }
  const derived = namesDerived(
    names,
    module,
    silentBindings(module),
    silentlyBound(module),
    (key, source) => {
      const test = testOf([source], module, world);
      tests.set(key, test);
      return test.depends;
    },
  );
  const all = new Set(derived);
  addCallers(all, module);
  if (keeper !== null)
    keeper.interest = { names: all, candidates: new Set(candidates.keys()), imported, searched, tests };
  return all;
}

/** What a piece that says nothing of architectures gives a name to. */
function silentlyBound(module: Module): BoundBy {
  return (chunk, owner) => {
    if (chunk.kind === "statement") return boundIn(chunk, module);
    const isShort = owner === null || chunk.end - chunk.start < LONGEST_ANSWER;
    const asked = isShort && isAsked(chunk, module) ? [chunk.name] : [];
    return [...asked, ...(owner === null ? declaredGlobal : attributesIn)(chunk, module)];
  };
}

/** Nothing that has changed bears on any name: it imports none, is no candidate, and uses none. */
type Earlier = NonNullable<ReturnType<Keeper["earlierInterest"]>>;

function isUntouched({ interest: earlier, difference }: Earlier, keeper: Keeper, world: World): boolean {
  const pattern = anyOf(new Set([...earlier.names, ...earlier.candidates]), "u");
  return (
    difference.leaves.every(({ key, chunk, owner }) => {
      if (key.includes("import") || (chunk.kind === "class" && owner === "")) return false;
      // As wide as `ownCandidates`: what becomes a candidate by the change was none before.
      const sets = owner === "" ? GLOBAL : SETS_ATTRIBUTE;
      const isCandidate =
        world.shared.own.mentions.test(key) &&
        (chunk.kind !== "def" || isQuestion(key) || key.search(sets) >= 0);
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
): { imported: ReadonlyMap<string, readonly Source[]>; searched: Reads } {
  const earlier = keeper?.earlierInterest() ?? null;
  const isSame = earlier?.difference.leaves.every(({ key }) => !key.includes("import")) ?? false;
  if (earlier !== null && isSame && keeper?.holds(earlier.interest.searched) === true) {
    return earlier.interest;
  }
  const { value, trace } = world.memo.traced(() => importedCandidates(module, world));
  return { imported: value, searched: trace.reads(module) };
}

function addSources(candidates: Candidates, name: string, sources: readonly Source[]): void {
  candidates.set(name, [...(candidates.get(name) ?? []), ...sources]);
}

function ownCandidates(module: Module): Candidates {
  const candidates: Candidates = new Map();
  for (const chunk of module.chunks) {
    if (!module.mentions(chunk)) continue;
    const own = (name: string): Source => ({ from: null, name, member: null });
    if (chunk.kind === "def") {
      if (isAsked(chunk, module)) candidates.set(chunk.name, [own(chunk.name)]);
      for (const name of declaredGlobal(chunk, module)) candidates.set(name, [own(name)]);
    } else if (chunk.kind === "class") {
      for (const name of askedMembers(chunk, module)) {
        addSources(candidates, `.${name}`, [{ ...own(chunk.name), member: name }]);
      }
    }
    if (chunk.kind !== "statement") continue;
    for (const name of boundIn(chunk, module)) candidates.set(keyOf(name), [own(name)]);
  }
  return candidates;
}

/** What a statement binds, in the blocks inside it too. */
function boundIn(chunk: Chunk, module: Module): Iterable<string> {
  if (/^(?:from|import)\b/.test(module.source.text.slice(chunk.first, chunk.first + 7))) return [];
  return [...namesChanged(module.statements(chunk))].filter((name) => /^[^\W\d]\w*(?:\.\w+)?$/u.test(name));
}

/** "C.a" is used as ".a". */
function keyOf(path: string): string {
  return path.slice(Math.max(0, path.indexOf(".")));
}

const GLOBAL = /\bglobal[ \t]+([^#\n\r;]*)/g;

function declaredGlobal({ start, end }: Chunk, { source }: Module): string[] {
  const found = source.text.slice(start, end).matchAll(GLOBAL);
  return Array.from(found, ([, names = ""]) => names.match(WORDS) ?? []).flat();
}

/** Longer methods do something rather than answer. */
const LONGEST_ANSWER = 1200;

/** Methods and properties that answer something about architectures, and attributes set from one. */
function askedMembers({ members }: Chunk, module: Module): Set<string> {
  const names = new Set<string>();
  const { text } = module.source;
  for (const chunk of members) {
    if (!module.mentions(chunk)) continue;
    if (chunk.kind === "statement") {
      const targets = TARGETS.exec(text.slice(chunk.first, chunk.end))?.[1]?.match(WORDS);
      for (const name of targets ?? boundIn(chunk, module)) names.add(name);
    } else if (chunk.kind === "def") {
      const isShort = chunk.end - chunk.start < LONGEST_ANSWER;
      if (isShort && isAsked(chunk, module)) names.add(chunk.name);
      for (const name of attributesSet(chunk, module)) names.add(name);
    }
  }
  return names;
}

const SETS_ATTRIBUTE = /\bself\.(\w+)(?:\[[^\]\n]*\])?(?:[ \t]*:[^=\n]*)?[ \t]*=(?!=)[^\n]*/g;

/** `self.fast = major in (9, 10)` */
function* attributesSet({ start, end }: Chunk, module: Module): Generator<string> {
  const { text } = module.source;
  for (const { 0: line, 1: name = "", index } of text.slice(start, end).matchAll(SETS_ATTRIBUTE)) {
    if (module.mentions({ start: start + index, end: start + index + line.length })) yield name;
  }
}

function attributesIn({ start, end }: Chunk, module: Module): Set<string> {
  const found = module.source.text.slice(start, end).matchAll(SETS_ATTRIBUTE);
  return new Set(Array.from(found, ([, name = ""]) => name));
}

function testOf(
  sources: readonly Source[],
  module: Module,
  world: World,
): { depends: boolean; reads: Reads } {
  const { value, trace } = world.memo.traced(() =>
    sources.some((source) => depends(valueAt(source, module, world), module, world)),
  );
  return { depends: value, reads: trace.reads(module) };
}

function valueAt({ from, name, member }: Source, module: Module, world: World): Vec | null {
  const value = lookupGlobal(world, from ?? module, name);
  const one = value === null ? null : at(value, 0);
  if (member === null || one === null) return value;
  if (one.t !== "class") return null;
  const frame = moduleFrame(world, from ?? module);
  return instanceMember({ t: "inst", info: one.info }, member, frame);
}

function depends(value: Vec | null, module: Module, world: World): boolean {
  if (value === null) return false;
  const one = at(value, 0);
  if (value.length > 1 || (one.t !== "func" && one.t !== "partial")) return value.length > 1;
  const { value: answer, trace } = world.memo.traced(() =>
    call(one, [], new Map(), moduleFrame(world, module), ""),
  );
  if (answer === null || answer.length > 1) return answer !== null;
  // `is_family(n)`: which devices it is for hangs on what it is given.
  const asks =
    one.t === "func" && one.info.definition.parameters.some((parameter) => parameter.default === null);
  return asks && answer.every(isUnknown) && trace.notes().some(({ kind }) => kind === "source");
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
    for (const [name] of own.matchAll(pattern)) {
      if (candidates.has(name)) used.add(name);
      if (candidates.has(`.${name}`)) used.add(`.${name}`);
    }
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
  return end - start < LONGEST_QUESTION && isQuestion(source.text.slice(start, end));
}

function isQuestion(text: string): boolean {
  return text.length < LONGEST_QUESTION * 2 && /\breturn[ \t]+[^\s#]/.test(text);
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
function importedCandidates(module: Module, world: World): Candidates {
  const candidates: Candidates = new Map();
  for (const { level, path, name, as } of importsOf(module)) {
    const from = importModule(world, module, level, path);
    if (from !== null && name === "*") {
      for (const [given, sources] of candidatesGiven(from, world, 0)) addSources(candidates, given, sources);
      continue;
    }
    const sources = from === null ? [] : sourcesOf(from, name, world, 0);
    for (const source of sources) {
      addSources(candidates, source.member === null ? as : `.${source.member}`, [source]);
    }
  }
  return candidates;
}

/** What `from module import *` gives that may depend on the device. */
function candidatesGiven(module: Module, world: World, hops: number): Candidates {
  const given: Candidates = new Map();
  if (world.shared.own.mentions.test(module.source.text)) {
    for (const [name, sources] of ownCandidates(module)) {
      const there = sources.map((source) => ({ ...source, from: source.from ?? module }));
      addSources(given, name, there);
    }
  }
  if (hops >= MOST_HOPS) return given;
  for (const one of importsOf(module)) {
    const from = one.name === "*" ? importModule(world, module, one.level, one.path) : null;
    if (from === null) continue;
    for (const [name, sources] of candidatesGiven(from, world, hops + 1)) addSources(given, name, sources);
  }
  return given;
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
    if (list.trim() === "*") yield { level: dots.length, path, name: "*", as: "*" };
    for (const [, name = "", as] of list.matchAll(IMPORTED)) {
      yield { level: dots.length, path, name, as: as ?? name };
    }
  }
}

/** By its text alone: what the name may stand for that depends on the device. */
function sourcesOf(from: Module, name: string, world: World, hops: number): Source[] {
  const { text } = from.source;
  const plain: Source = { from, name, member: null };
  const chunks = world.shared.own.mentions.test(text)
    ? from.chunksOf(name).filter((chunk) => from.mentions(chunk))
    : [];
  const found = chunks.flatMap((chunk): Source[] => {
    if (chunk.kind === "class") return [...askedMembers(chunk, from)].map((member) => ({ ...plain, member }));
    return chunk.kind === "statement" || isAsked(chunk, from) ? [plain] : [];
  });
  if (found.length > 0 || hops >= MOST_HOPS || !text.includes(name)) return found;
  for (const one of importsOf(from)) {
    if (one.as !== name) continue;
    const next = importModule(world, from, one.level, one.path);
    return next === null ? [] : sourcesOf(next, one.name, world, hops + 1);
  }
  return [];
}

/** Of ".name" the name behind a dot, of other names the word. */
function anyOf(names: ReadonlySet<string>, flags: string): RegExp | null {
  if (names.size === 0) return null;
  const words = [...names].filter((name) => !name.startsWith("."));
  const members = [...names].filter((name) => name.startsWith(".")).map((name) => name.slice(1));
  const parts = [
    ...(words.length === 0 ? [] : [`(?<![\\w])(?:${words.join("|")})`]),
    ...(members.length === 0 ? [] : [`(?<=\\.)(?:${members.join("|")})`]),
  ];
  return new RegExp(`(?:${parts.join("|")})(?![\\w])`, flags);
}
