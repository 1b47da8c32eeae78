import { call } from "../evaluate/calls";
import type { Chunk } from "../syntax/chunks";
import {
  addSources,
  attributesIn,
  boundIn,
  declaredGlobal,
  GLOBAL,
  isAsked,
  isQuestion,
  LONGEST_ANSWER,
  ownCandidates,
  SETS_ATTRIBUTE,
  type Candidates,
} from "./candidates";
import { namesDerived, silentBindings, type BoundBy } from "./derived";
import { asksNoMore, asksOf, importedCandidates } from "./imported-names";
import type { Keeper, Source } from "./kept";
import type { Module } from "./module";
import { instanceMember, lookupGlobal, moduleFrame } from "../evaluate/resolve";
import type { Reads } from "../evaluate/trace";
import { at, type Vec, isUnknown } from "../values/values";
import type { World } from "./world";

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

function dependentNames(module: Module, world: World, keeper: Keeper | null): ReadonlySet<string> {
  const earlier = keeper?.earlierInterest() ?? null;
  const asks = asksOf(module);
  const isAskedAsBefore = earlier !== null && asksNoMore(asks, earlier.interest.asks);
  if (keeper !== null && earlier !== null && isAskedAsBefore && isUntouched(earlier, keeper, world)) {
    keeper.interest = earlier.interest;
    return earlier.interest.names;
  }
  const { imported, searched } =
    isAskedAsBefore && keeper?.holds(earlier.interest.searched) === true
      ? earlier.interest
      : importedNames(module, world);
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
    keeper.interest = { names: all, candidates: new Set(candidates.keys()), asks, imported, searched, tests };
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

/** Nothing that has changed bears on any name: it is no candidate, and uses none. */
type Earlier = NonNullable<ReturnType<Keeper["earlierInterest"]>>;

function isUntouched({ interest: earlier, difference }: Earlier, keeper: Keeper, world: World): boolean {
  const pattern = anyOf(new Set([...earlier.names, ...earlier.candidates]), "u");
  return (
    difference.leaves.every(({ key, chunk, owner }) => {
      if (chunk.kind === "class" && owner === "") return false;
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
): { imported: ReadonlyMap<string, readonly Source[]>; searched: Reads } {
  const { value, trace } = world.memo.traced(() => importedCandidates(module, world));
  return { imported: value, searched: trace.reads(module) };
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
  // `requires(9, 10)` gives a decorator.
  const given = at(answer, 0);
  if (given.t === "func" && given.info.closure !== null)
    return given.info.module.mentions(given.info.definition);
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
